import type { SessionInput } from "../core/eval-set.ts";
import {
  freeObject,
  isObject,
  list,
  makeShape,
  object,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";

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

function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return makeShape({
    called: shape.called,
    read: (value, reading) => (value === null ? null : shape.read(value, reading)),
    write: (value, mode) => (value === null ? null : shape.write(value, mode)),
    schema: () => ({ anyOf: [shape.schema(), { type: "null" }] }),
  });
}

const toolUse = object<OldToolUse>(
  { toolName: required(orNull(text)), toolInput: required(orNull(freeObject)) },
  { called: "a tool use", unknown: "drop", snakeOnly: true },
);

const response = object<OldResponse>(
  { author: required(text), text: required(orNull(text)) },
  { called: "an intermediate response", unknown: "drop", snakeOnly: true },
);

export const oldRowShape = object<OldRow>(
  {
    query: required(orNull(text)),
    reference: withDefault(orNull(text), ""),
    expectedToolUse: withDefault(list(toolUse), []),
    expectedIntermediateAgentResponses: withDefault(list(response), []),
  },
  { called: "a row", unknown: "drop", snakeOnly: true },
);

const session = object<Omit<SessionInput, "sessionId">>(
  {
    appName: withDefault(text, ""),
    userId: withDefault(text, ""),
    state: withDefault(freeObject, {}),
  },
  { called: "an initial session", unknown: "drop", snakeOnly: true },
);

/** An empty session is none, but null is a mistake. */
export const initialSessionShape: Shape<SessionInput | undefined> = makeShape({
  called: session.called,
  read: (value, reading) =>
    isObject(value) && Object.keys(value).length === 0 ? undefined : session.read(value, reading),
  write: (value, mode) => (value === undefined ? {} : session.write(value, mode)),
  schema: () => session.schema(),
});

export const oldCaseShape = object<OldCase>(
  {
    name: required(text),
    data: required(list(oldRowShape)),
    initialSession: withDefault(initialSessionShape, undefined),
  },
  { called: "a case", unknown: "drop", snakeOnly: true },
);
