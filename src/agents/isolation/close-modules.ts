import { readFileSync } from "node:fs";
import module, { type ResolveHookSync } from "node:module";

/** The folder of what is published, also of its bundles. In the repository itself nothing is closed: its tests take any module. */
const place = import.meta.url.lastIndexOf("/dist/");
const root = place === -1 ? undefined : import.meta.url.slice(0, place + "/dist/".length);

/** From Node 22.15 on. */
const { registerHooks } = module as Partial<typeof module>;
let isClosed = false;

/**
 * What a package exports holds for names only: by its path any file can be imported, and ours would hand out what verdicts are
 * guarded by. From here on such paths are refused too, to everybody but ourselves. Never undone, as code that was loaded stays.
 */
export function closeModules(): void {
  if (isClosed || root === undefined || registerHooks === undefined) return;
  isClosed = true;
  const open = entryPoints(root);
  const resolve: ResolveHookSync = (specifier, context, next) => {
    const found = next(specifier, context);
    const isOurs = found.url.startsWith(root) && !context.parentURL?.startsWith(root);
    if (!isOurs || open.has(found.url)) return found;
    const path = found.url.slice(root.length);
    throw Object.assign(
      new Error(`${path} is a part of Assay that nobody else may import: see its exports.`),
      { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" },
    );
  };
  try {
    registerHooks({ resolve });
  } catch {
    // Jest has modules of its own, and refuses
  }
}

/** Test runners resolve names by themselves and import by path what they have found. */
function entryPoints(root: string): ReadonlySet<string> {
  const home = new URL("../package.json", root);
  const { exports } = JSON.parse(readFileSync(home, "utf8")) as { exports: unknown };
  return new Set(filesIn(exports).map((path) => new URL(path, home).href));
}

function filesIn(exports: unknown): readonly string[] {
  if (typeof exports === "string") return [exports];
  return Object.values(exports as Record<string, unknown>).flatMap(filesIn);
}
