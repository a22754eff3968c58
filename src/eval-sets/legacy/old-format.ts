import { textContent } from "../../core/content.ts";
import type { EvalCase, EvalSet, SessionInput } from "../../core/eval-set.ts";
import type { IntermediateData, Invocation } from "../../core/invocation.ts";
import { isObject, type ParseContext, shown } from "../../core/schema/parse-context.ts";
import { array } from "../../core/schema/schema.ts";
import {
  initialSessionSchema,
  type OldRow,
  oldCaseSchema,
  oldRowSchema,
} from "./old-row-schemas.ts";

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
  context: ParseContext,
): EvalSet {
  const form = options.form ?? oldFormOf(value);
  if (form === "rows")
    context.shorthand("adk eval does not read plain rows; its test runner does.");
  const cases =
    form === "rows" ? [readRows(value, options, context)] : readOldCases(value, options, context);
  return {
    evalSetId: options.evalSetId,
    name: options.evalSetId,
    evalCases: cases,
    creationTimestamp: options.now,
  };
}

/** Which of the two forms a list has, by its first entry. An empty list is a set without cases. */
export function oldFormOf(value: unknown): OldForm {
  const first = Array.isArray(value) ? value[0] : undefined;
  if (first === undefined) return "cases";
  return isObject(first) && ("data" in first || ("name" in first && !("query" in first)))
    ? "cases"
    : "rows";
}

const rows = array(oldRowSchema);
const cases = array(oldCaseSchema);

function readRows(value: unknown, options: OldFormatOptions, context: ParseContext): EvalCase {
  const turns = rows.read(value, context);
  const start = readInitialSession(options.initialSession, context);
  if (context.problems.length > 0) return caseOf("", [], undefined, options);
  return caseOf(options.caseId, turns, start, options);
}

function readOldCases(
  value: unknown,
  options: OldFormatOptions,
  context: ParseContext,
): readonly EvalCase[] {
  const found = cases.read(value, context);
  if (isObject(options.initialSession) && Object.keys(options.initialSession).length > 0) {
    context.problem(
      "An initial session is for plain rows; these cases have sessions of their own.",
    );
  }
  if (context.problems.length > 0) return [];
  return found.map((each) => caseOf(each.name, each.data, each.initialSession, options));
}

/** The session comes from a file of its own, so its mistakes are reported without a place in this one. */
function readInitialSession(value: unknown, context: ParseContext): SessionInput | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    context.problem(`The initial session is ${shown(value)}; an object was expected.`);
    return undefined;
  }
  return initialSessionSchema.read(value, context);
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
  };
}

function invocationOf(turn: OldRow, { now, newId }: OldFormatOptions): Invocation {
  return {
    invocationId: newId(),
    userContent: spoken("user", turn.query),
    finalResponse: spoken("model", turn.reference),
    intermediateData: intermediateDataOf(turn),
    creationTimestamp: now,
  };
}

/** As it reads when it was written by ADK's migration, which leaves empty lists out: a row without either is `{}`. */
function intermediateDataOf(turn: OldRow): IntermediateData {
  const toolUses = turn.expectedToolUse.map(({ toolName, toolInput }) => ({
    ...(toolName === null ? {} : { name: toolName }),
    ...(toolInput === null ? {} : { args: toolInput }),
  }));
  const said = turn.expectedIntermediateAgentResponses.map(
    ({ author, text }) => [author, [text === null ? {} : { text }]] as const,
  );
  if (toolUses.length === 0 && said.length === 0) {
    return { toolUses, toolResponses: [], intermediateResponses: [] };
  }
  return said.length === 0 ? { toolUses } : { toolUses, intermediateResponses: said };
}

function spoken(role: "user" | "model", said: string | null): Invocation["userContent"] {
  return said === null ? { parts: [{}], role } : textContent(role, said);
}
