type Sqlite = typeof import("node:sqlite");

let sqlite: Sqlite | undefined;

/**
 * Node's own SQLite, loaded when a store is first opened and not before.
 * Node 22 calls the module experimental on standard error every time; that one warning is suppressed.
 */
export function loadSqlite(): Sqlite {
  sqlite ??= withoutItsWarning(() => process.getBuiltinModule("node:sqlite"));
  return sqlite;
}

function withoutItsWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const text = typeof warning === "string" ? warning : warning.message;
    if (text.startsWith("SQLite is an experimental feature")) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
