import { textContent } from "../core/content.ts";
import type { EvalCase, EvalSet, SessionInput } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import {
  freeObject,
  isObject,
  list,
  object,
  type Reading,
  required,
  type Shape,
  shown,
  text,
  withDefault,
} from "../core/shape.ts";

/** What an old file does not say about itself. */
export interface OldFormatOptions {
  readonly evalSetId: string;
  /** The id of the one case that plain rows make. */
  readonly caseId: string;
  /** The session that plain rows begin in; an empty object is none. */
  readonly initialSession?: unknown;
  /** Unix seconds. */
  readonly now: number;
  readonly newId: () => string;
  /** Refuses the other of the two old forms; by default both are read. */
  readonly form?: OldForm | undefined;
}

/** `rows` are the turns of one case, `cases` have a name and rows each. */
type OldForm = "rows" | "cases";

/** Reads either of the two list formats that came before eval sets. Mistakes are reported to `reading`. */
export function readOldFormat(
  value: unknown,
  options: OldFormatOptions,
  reading: Reading,
): EvalSet {
  const form = options.form ?? oldFormOf(value);
  if (form === "rows")
    reading.shorthand("adk eval does not read plain rows; its test runner does.");
  const cases =
    form === "rows" ? [readRows(value, options, reading)] : readCases(value, options, reading);
  return {
    evalSetId: options.evalSetId,
    name: options.evalSetId,
    evalCases: cases,
    creationTimestamp: options.now,
  };
}

/** Which of the two forms a list has, by its first entry. An empty list is a set without cases. */
function oldFormOf(value: unknown): OldForm {
  const first = Array.isArray(value) ? value[0] : undefined;
  if (first === undefined) return "cases";
  return isObject(first) && ("data" in first || ("name" in first && !("query" in first)))
    ? "cases"
    : "rows";
}

interface OldRow {
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
  return {
    called: shape.called,
    read: (value, reading) => (value === null ? null : shape.read(value, reading)),
    write: (value, mode) => (value === null ? null : shape.write(value, mode)),
    schema: () => ({ anyOf: [shape.schema(), { type: "null" }] }),
  };
}

const toolUse = object<OldToolUse>(
  { toolName: required(orNull(text)), toolInput: required(orNull(freeObject)) },
  { called: "a tool use", unknown: "drop", snakeOnly: true },
);

const response = object<OldResponse>(
  { author: required(text), text: required(orNull(text)) },
  { called: "an intermediate response", unknown: "drop", snakeOnly: true },
);

const row = object<OldRow>(
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
const initialSession: Shape<SessionInput | undefined> = {
  called: session.called,
  read: (value, reading) =>
    isObject(value) && Object.keys(value).length === 0 ? undefined : session.read(value, reading),
  write: (value, mode) => (value === undefined ? {} : session.write(value, mode)),
  schema: () => session.schema(),
};

const oldCase = object<OldCase>(
  {
    name: required(text),
    data: required(list(row)),
    initialSession: withDefault(initialSession, undefined),
  },
  { called: "a case", unknown: "drop", snakeOnly: true },
);

const rows = list(row);
const cases = list(oldCase);

function readRows(value: unknown, options: OldFormatOptions, reading: Reading): EvalCase {
  const turns = rows.read(value, reading);
  const start = readInitialSession(options.initialSession, reading);
  if (reading.problems.length > 0) return caseOf("", [], undefined, options);
  return caseOf(options.caseId, turns, start, options);
}

function readCases(
  value: unknown,
  options: OldFormatOptions,
  reading: Reading,
): readonly EvalCase[] {
  const found = cases.read(value, reading);
  if (isObject(options.initialSession) && Object.keys(options.initialSession).length > 0) {
    reading.problem(
      "An initial session is for plain rows; these cases have sessions of their own.",
    );
  }
  if (reading.problems.length > 0) return [];
  return found.map((each) => caseOf(each.name, each.data, each.initialSession, options));
}

/** The session comes from a file of its own, so its mistakes are told without a place in this one. */
function readInitialSession(value: unknown, reading: Reading): SessionInput | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    reading.problem(`The initial session is ${shown(value)}; an object was expected.`);
    return undefined;
  }
  return initialSession.read(value, reading);
}

function caseOf(
  evalId: string,
  turns: readonly OldRow[],
  sessionInput: SessionInput | undefined,
  options: OldFormatOptions,
): EvalCase {
  return {
    evalId,
    conversation: turns.map((turn) => invocationOf(turn, options)),
    ...(sessionInput === undefined ? {} : { sessionInput }),
    creationTimestamp: options.now,
    finalSessionState: {},
  };
}

function invocationOf(turn: OldRow, { now, newId }: OldFormatOptions): Invocation {
  return {
    invocationId: newId(),
    userContent: spoken("user", turn.query),
    finalResponse: spoken("model", turn.reference),
    intermediateData: {
      toolUses: turn.expectedToolUse.map(({ toolName, toolInput }) => ({
        ...(toolName === null ? {} : { name: toolName }),
        ...(toolInput === null ? {} : { args: toolInput }),
      })),
      toolResponses: [],
      intermediateResponses: turn.expectedIntermediateAgentResponses.map((each) => [
        each.author,
        [each.text === null ? {} : { text: each.text }],
      ]),
    },
    creationTimestamp: now,
  };
}

function spoken(role: "user" | "model", said: string | null): Invocation["userContent"] {
  return said === null ? { parts: [{}], role } : textContent(role, said);
}
