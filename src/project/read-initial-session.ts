import { resolve } from "node:path";
import { errorFromProblems } from "../core/errors.ts";
import { locateProblems, parseJsonText } from "../core/json-text.ts";
import {
  anything,
  freeObject,
  object,
  optional,
  Reading,
  text,
  withDefault,
} from "../core/shape.ts";
import type { InitialSession } from "../runner/run-plan.ts";
import { readTextFile } from "./read-text-file.ts";

/** A session as ADK saves it has more than a conversation begins with; that is passed over. */
interface SavedSession extends InitialSession {
  readonly id?: unknown;
  readonly events?: unknown;
  readonly lastUpdateTime?: unknown;
}

const shape = object<SavedSession>(
  {
    id: optional(anything),
    appName: optional(text),
    userId: optional(text),
    state: withDefault(freeObject, {}),
    events: optional(anything),
    lastUpdateTime: optional(anything),
  },
  { called: "an initial session", unknown: "refuse" },
);

/** Reads `--initial_session_file`: `{ "app_name": …, "user_id": …, "state": { … } }`, or a session that ADK saved. */
export async function readInitialSession(
  file: string | undefined,
  cwd: string,
): Promise<InitialSession | undefined> {
  if (file === undefined) return undefined;
  const source = await readTextFile(resolve(cwd, file), "initial session file");
  const { value } = parseJsonText(source, { file });
  const reading = new Reading();
  const { appName, userId, state } = shape.read(value, reading) ?? {};
  if (reading.problems.length > 0) {
    throw errorFromProblems("config/invalid", locateProblems(source, reading.problems, file));
  }
  return { appName, userId, state };
}
