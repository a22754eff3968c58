import { basename } from "node:path";
import type { EvalSet } from "../../core/eval-set.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { writeNew } from "../../files/write-new.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { checkTarget, existsAlready } from "./check-target.ts";
import { type MigrateOptions, migrate, verifiedText } from "./migrate.ts";

export interface MigrateFileOptions
  extends Partial<Pick<MigrateOptions, "evalSetId" | "caseId" | "form" | "criteria">>,
    Pick<MigrateOptions, "now" | "newId"> {
  readonly oldPath: string;
  readonly newPath: string;
  /** The session that plain rows begin in. */
  readonly initialSessionFile?: string | undefined;
  /** Writes over a file that is there. */
  readonly force?: boolean | undefined;
  /** Where a path as it was named really is; for commands that are run elsewhere than the process. */
  readonly resolve?: ((path: string) => string) | undefined;
}

/** Writes the eval set that an old file stands for, once it has been read back and found the same. The old file stays. */
export async function migrateFile({
  oldPath,
  newPath,
  initialSessionFile,
  force,
  resolve = (path) => path,
  ...options
}: MigrateFileOptions): Promise<EvalSet> {
  await checkTarget(newPath, { at: resolve(newPath), force: force === true });
  const initialSession =
    initialSessionFile === undefined
      ? undefined
      : await readSession(resolve(initialSessionFile), initialSessionFile);
  const evalSet = migrate(
    await readTextFile(resolve(oldPath), { name: oldPath, invalid: "eval-set/invalid" }),
    {
      file: oldPath,
      evalSetId: stemOf(newPath),
      caseId: stemOf(oldPath),
      ...options,
      initialSession,
    },
  );
  const text = verifiedText(evalSet);
  if (force === true) await writeWhole(resolve(newPath), text);
  else if (!(await writeNew(resolve(newPath), text))) throw existsAlready(newPath);
  return evalSet;
}

async function readSession(path: string, name: string): Promise<unknown> {
  return parseJsonText(await readTextFile(path, { name }), { file: name }).value;
}

/** What a file is called without the endings of eval sets and old tests. */
function stemOf(path: string): string {
  const name = basename(path);
  return name.replace(/(?:\.evalset|\.test)?\.json$/, "") || name;
}
