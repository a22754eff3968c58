import { resolve } from "node:path";
import { errorFromProblems } from "../core/errors.ts";
import { locateProblems, parseJsonText } from "../core/json-text.ts";
import { freeObject, object, optional, Reading, text, withDefault } from "../core/shape.ts";
import type { InitialSession } from "../runner/run-plan.ts";
import { readTextFile } from "./read-text-file.ts";

const shape = object<InitialSession>(
  {
    appName: optional(text),
    userId: optional(text),
    state: withDefault(freeObject, {}),
  },
  { called: "an initial session", unknown: "refuse" },
);

/** Reads `--initial_session_file`: `{ "app_name": …, "user_id": …, "state": { … } }`. */
export async function readInitialSession(
  file: string | undefined,
  cwd: string,
): Promise<InitialSession | undefined> {
  if (file === undefined) return undefined;
  const source = await readTextFile(resolve(cwd, file), "initial session file");
  const { value } = parseJsonText(source, { file });
  const reading = new Reading();
  const session = shape.read(value, reading);
  if (reading.problems.length > 0) {
    throw errorFromProblems("config/invalid", locateProblems(source, reading.problems, file));
  }
  return session;
}
