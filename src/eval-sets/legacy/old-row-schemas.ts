import type { SessionInput } from "../../core/eval-set.ts";
import { required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { isObject, makeSchema, type Schema } from "../../core/schema/parse-context.ts";
import { array, freeObject, string } from "../../core/schema/schema.ts";

/** One turn of the formats that came before eval sets. */
export interface OldRow {
  readonly query: string | null;
  readonly reference: string | null;
  readonly expectedToolUse: readonly OldToolUse[];
  readonly expectedIntermediateAgentResponses: readonly OldResponse[];
}

interface OldToolUse {
  readonly toolName: string | null;
  readonly toolInput: Readonly<Record<string, unknown>> | null;
}

interface OldResponse {
  readonly author: string;
  readonly text: string | null;
}

interface OldCase {
  readonly name: string;
  readonly data: readonly OldRow[];
  readonly initialSession: SessionInput | undefined;
}

function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return makeSchema({
    expected: schema.expected,
    read: (value, context) => (value === null ? null : schema.read(value, context)),
    write: (value, mode) => (value === null ? null : schema.write(value, mode)),
    jsonSchema: () => ({ anyOf: [schema.jsonSchema(), { type: "null" }] }),
  });
}

const toolUse = object<OldToolUse>(
  { toolName: required(orNull(string)), toolInput: required(orNull(freeObject)) },
  { expected: "a tool use", unknown: "drop", snakeOnly: true },
);

const response = object<OldResponse>(
  { author: required(string), text: required(orNull(string)) },
  { expected: "an intermediate response", unknown: "drop", snakeOnly: true },
);

export const oldRowSchema = object<OldRow>(
  {
    query: required(orNull(string)),
    reference: withDefault(orNull(string), ""),
    expectedToolUse: withDefault(array(toolUse), []),
    expectedIntermediateAgentResponses: withDefault(array(response), []),
  },
  { expected: "a row", unknown: "drop", snakeOnly: true },
);

const session = object<Omit<SessionInput, "sessionId">>(
  {
    appName: withDefault(string, ""),
    userId: withDefault(string, ""),
    state: withDefault(freeObject, {}),
  },
  { expected: "an initial session", unknown: "drop", snakeOnly: true },
);

/** An empty session is none, but null is a mistake. */
export const initialSessionSchema: Schema<SessionInput | undefined> = makeSchema({
  expected: session.expected,
  read: (value, context) =>
    isObject(value) && Object.keys(value).length === 0 ? undefined : session.read(value, context),
  write: (value, mode) => (value === undefined ? {} : session.write(value, mode)),
  jsonSchema: () => session.jsonSchema(),
});

export const oldCaseSchema = object<OldCase>(
  {
    name: required(string),
    data: required(array(oldRowSchema)),
    initialSession: withDefault(initialSessionSchema, undefined),
  },
  { expected: "a case", unknown: "drop", snakeOnly: true },
);
