import { resolve } from "node:path";
import { errorFromProblems } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { checkPlain } from "../../core/schema/check-plain.ts";
import { optional, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { anything, freeObject, string } from "../../core/schema/schema.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import type { InitialSession } from "../../runner/run-plan.ts";

/** A session as ADK saves it has more than a conversation begins with; that is passed over. */
interface SavedSession extends InitialSession {
  readonly id?: unknown;
  readonly events?: unknown;
  readonly lastUpdateTime?: unknown;
}

/** A session as a program gives it, spelt as in code or as in files. */
export type GivenSession = object &
  Partial<InitialSession> & {
    readonly app_name?: string | undefined;
    readonly user_id?: string | undefined;
  };

const schema = object<SavedSession>(
  {
    id: optional(anything),
    appName: optional(string),
    userId: optional(string),
    state: withDefault(freeObject, {}),
    events: optional(anything),
    lastUpdateTime: optional(anything),
  },
  { expected: "an initial session", unknown: "refuse" },
);

/** Reads `--initial_session_file`: `{ "app_name": …, "user_id": …, "state": { … } }`, or a session that ADK saved. */
export async function readInitialSession(
  file: string | undefined,
  cwd: string,
): Promise<InitialSession | undefined> {
  if (file === undefined) return undefined;
  const source = await readTextFile(resolve(cwd, file), { what: "initial session file" });
  const { value } = parseJsonText(source, { file });
  const context = new ParseContext();
  const session = schema.read(value, context);
  if (context.problems.length > 0) {
    throw errorFromProblems("config/invalid", locateProblems(source, context.problems, file));
  }
  return begun(session);
}

/** Reads a session that a program gave, as strictly as a file. */
export function initialSessionOf(given: GivenSession): InitialSession {
  checkPlain(given, { code: "cli/usage", noun: "session", path: ["initialSession"] });
  const context = new ParseContext("initialSession");
  const session = schema.read(given, context);
  const problems = context.problems.map(({ message, hint }) => ({ message, hint }));
  if (problems.length > 0) throw errorFromProblems("cli/usage", problems);
  return begun(session);
}

function begun({ appName, userId, state }: Partial<SavedSession> = {}): InitialSession {
  return { appName, userId, state: state ?? {} };
}
