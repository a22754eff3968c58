import type { EvalCase } from "../../core/eval-set.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo, RunSet } from "../../core/run-info.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import {
  type GroupBy,
  groupTraces,
  type TraceConversation,
} from "../../traces/conversations/group-traces.ts";
import type { TraceContent } from "../../traces/formats/trace-content.ts";
import { type CaseMatch, indexCases, matchCase } from "../../traces/matching/match-case.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { toInvocation } from "../../traces/turns/to-invocation.ts";
import type { SavedRun } from "../run/score-run.ts";
import { unmatchedText, withoutContent } from "./trace-problems.ts";

export interface TraceRunRequest {
  /** What was read, or the conversations that are known already. */
  readonly content: TraceContent | readonly TraceConversation[];
  /** What the conversations are compared with; without it nothing is. */
  readonly evalSet?: EvalSetSource | undefined;
  readonly groupBy?: GroupBy | undefined;
  readonly version: string;
  /** The files, for the reader. */
  readonly from: string;
}

/** Traces as a run that has already happened: the same runner and metrics score it as any other. */
export interface TraceRun extends SavedRun {
  readonly conversations: readonly ScoredConversation[];
}

/** A conversation with the id under which the run has it, and the case that it is compared with. */
export interface ScoredConversation {
  readonly evalId: string;
  readonly conversation: TraceConversation;
  readonly match: CaseMatch;
  /** Of turns that only one of the two has; undefined where there is nothing to compare. */
  readonly missingTurns?: number | undefined;
  readonly unexpectedTurns?: number | undefined;
}

const NO_SET = "traces";

/** Makes a run of traces: each conversation is one case, with the references of the case that it belongs to. */
export async function traceRun(request: TraceRunRequest): Promise<TraceRun> {
  const { content, evalSet, groupBy, version, from } = request;
  const cases = evalSet === undefined ? undefined : await casesOf(evalSet);
  const hasLongCases = (cases ?? []).some(({ conversation }) => (conversation?.length ?? 0) > 1);
  const groups =
    "spans" in content ? groupTraces(readTraces(content), { groupBy, hasLongCases }) : content;
  const index = cases === undefined ? undefined : indexCases(cases);
  const used = new Map<string, number>();
  const conversations = groups.map((conversation): ScoredConversation => {
    const match = matchCase(conversation, index, { isOnly: groups.length === 1 });
    const evalId = nameOf(conversation, match, used);
    return { evalId, conversation, match, ...lengthsOf(conversation, match) };
  });
  const set = runSet(evalSet, conversations.length, from);
  const about: RunInfo = {
    kind: "eval",
    agent: { name: agentOf(groups) },
    sets: [set],
    caseCount: conversations.length,
    trials: 1,
    require: "pooled",
    concurrency: 1,
    version,
  };
  return {
    summary: { runId: from, about },
    mayBeUneven: true,
    conversations,
    cases: async function* () {
      for (const [index, each] of conversations.entries()) yield caseResult(each, set, index);
    },
  };
}

async function casesOf(source: EvalSetSource): Promise<readonly EvalCase[]> {
  const cases: EvalCase[] = [];
  for (let index = 0; index < source.caseIds.length; index += 1)
    cases.push(await source.read(index));
  return cases;
}

/** The case's own id; what is there again, or belongs to none, is told apart by its trace. */
function nameOf(
  { traceId }: TraceConversation,
  { evalCase }: CaseMatch,
  used: Map<string, number>,
) {
  const name = evalCase?.evalId ?? `trace ${traceId.slice(0, 12)}`;
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}

function lengthsOf({ turns }: TraceConversation, { evalCase }: CaseMatch) {
  const expected = evalCase?.conversation?.length;
  if (expected === undefined || expected === turns.length) return {};
  return {
    missingTurns: Math.max(0, expected - turns.length),
    unexpectedTurns: Math.max(0, turns.length - expected),
  };
}

function runSet(source: EvalSetSource | undefined, caseCount: number, from: string): RunSet {
  return {
    evalSetId: source?.header.evalSetId ?? NO_SET,
    name: source?.header.name,
    path: source?.path ?? from,
    hash: "",
    caseCount,
    config: { metrics: [] },
  };
}

function agentOf(groups: readonly TraceConversation[]): string {
  const names = groups.flatMap(({ turns }) => turns.flatMap(({ agentName }) => agentName ?? []));
  return names[0] ?? "traces";
}

function caseResult(each: ScoredConversation, set: RunSet, index: number): CaseResult {
  const { evalId, conversation, match } = each;
  const { turns, traceId, traceIds } = conversation;
  const invocations = turns.map(toInvocation);
  const start = turns[0]?.start ?? 0n;
  const end = turns.at(-1)?.end ?? start;
  const ending = endingOf(each);
  return {
    evalSetId: set.evalSetId,
    evalId,
    trial: 0,
    index,
    status: "not-evaluated",
    metrics: [],
    ...ending,
    invocations,
    evalCase: caseOf(match, evalId),
    sessionId: traceIds.length > 1 ? conversation.key : traceId,
    userId: "user",
    startedAt: new Date(Number(start / 1_000_000n)).toISOString(),
    duration: Number(end - start) / 1e9,
  };
}

/** Why there is nothing to measure; nothing where there is. */
function endingOf({ conversation, match }: ScoredConversation): Partial<CaseResult> {
  if (conversation.turns.length === 0) {
    return { reason: "not-recorded", detail: unmatchedText("no-turns") };
  }
  const detail = withoutContent(conversation);
  if (detail !== undefined) return { reason: "not-recorded", detail };
  return match.evalCase === undefined ? { detail: unmatchedText(match.why) } : {};
}

/** A conversation that belongs to no case is measured by what needs no reference. */
function caseOf({ evalCase }: CaseMatch, evalId: string): EvalCase {
  return evalCase === undefined ? { evalId, creationTimestamp: 0 } : { ...evalCase, evalId };
}
