import { type FunctionCall, textOf } from "../../core/content.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { textHash } from "../../core/hash/text-hash.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";

/** What a case asks and expects, as hashes: enough to find cases that ask the same, and small for a hundred thousand of them. */
export interface CaseReferences {
  /** The user's messages and the state that they begin in. */
  readonly asked: string;
  /** The expected calls of all turns; undefined where a turn says nothing of them. */
  readonly calls: string | undefined;
  readonly answers: string | undefined;
}

/** Undefined for a scenario: a played user says other things each time. */
export function caseReferences(evalCase: EvalCase): CaseReferences | undefined {
  const { conversation, sessionInput } = evalCase;
  if (conversation === undefined || conversation.length === 0) return undefined;
  return {
    asked: hashOf([conversation.map(({ userContent }) => userContent), sessionInput?.state ?? {}]),
    calls: whole(conversation, (turn) =>
      turn.intermediateData === undefined ? undefined : toolCallsOf(turn).map(plainCall),
    ),
    answers: whole(conversation, (turn) => textOf(turn.finalResponse)),
  };
}

/** Which part of a reference a metric compares with; undefined for one that looks at something else. */
export function comparedBy(metric: string): "calls" | "answers" | undefined {
  if (/^(?:tool_trajectory_\w+|single_tool_use)$/.test(metric)) return "calls";
  return /^(?:response_match_score|final_response_match_v2|response_similarity)$/.test(metric)
    ? "answers"
    : undefined;
}

function plainCall({ name, args }: FunctionCall) {
  return { name, args };
}

function whole(
  conversation: readonly Invocation[],
  referenceOf: (turn: Invocation) => unknown,
): string | undefined {
  const references = conversation.map(referenceOf);
  return references.includes(undefined) ? undefined : hashOf(references);
}

/** 64 bits and the length: no two cases of one set meet by chance. */
function hashOf(value: unknown): string {
  const text = JSON.stringify(value, sortedKeys);
  return `${textHash(text).toString(36)}.${textHash(text, 0x9e3779b9).toString(36)}.${text.length}`;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (JSON.isRawJSON(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
