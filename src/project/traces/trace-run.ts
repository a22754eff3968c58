import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo, RunSet } from "../../core/run-info.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import {
  evaluationsOf,
  type GroupBy,
  type GroupOptions,
  type TraceConversation,
} from "../../traces/conversations/group-traces.ts";
import { evaluationFold } from "../../traces/evaluations/evaluation-fold.ts";
import {
  type CaseIndex,
  type CaseMatch,
  indexCases,
  type MatchBy,
  matchCase,
} from "../../traces/matching/match-case.ts";
import { toInvocation } from "../../traces/turns/to-invocation.ts";
import { traceFacts } from "../../traces/turns/trace-facts.ts";
import type { SavedRun } from "../run/score-run.ts";
import type { ConversationSource } from "./conversation-source.ts";
import { unmatchedText, withoutContent, withoutTurns } from "./trace-problems.ts";

export interface TraceRunRequest {
  /** What the conversations are: they depend on whether the set has cases of several turns. */
  readonly conversations: (options: GroupOptions) => ConversationSource;
  /** What the conversations are compared with; without it nothing is. */
  readonly evalSet?: EvalSetSource | undefined;
  readonly groupBy?: GroupBy | undefined;
  /** How conversations find their cases; by whatever finds one, where nobody says. */
  readonly matchBy?: MatchBy | undefined;
  /** The one case that all are compared with. */
  readonly caseId?: string | undefined;
  readonly version: string;
  /** What of the files could not be read, in sentences. */
  readonly unread?: readonly string[] | undefined;
  /** How many places those were, where there is not a sentence for each. */
  readonly unreadCount?: number | undefined;
  /** The files, for the reader. */
  readonly from: string;
}

/** Traces as a run that has already happened: the same runner and metrics score it as any other. */
export interface TraceRun extends SavedRun {
  /** In the order of the run's cases; found anew each time, and the same each time. */
  conversations(): Iterable<ScoredConversation>;
  /** What was compared with nothing so far, in sentences: the first of them, and how many more there are. */
  unmatched(): readonly string[];
  /** What the traces themselves say of those so far, in sentences. */
  evaluations(): readonly string[];
  /** Ids of cases that have no written conversation: they can only be run. */
  readonly scenarios: readonly string[];
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
/** More than anybody reads. */
const MOST_NOTES = 100;

/** Makes a run of traces: each conversation is one case, with the references of the case that it belongs to. */
export async function traceRun(request: TraceRunRequest): Promise<TraceRun> {
  const { evalSet, groupBy, matchBy, caseId, version, from, unread = [], unreadCount } = request;
  const cases = evalSet === undefined ? undefined : await casesOf(evalSet);
  const hasLongCases = (cases ?? []).some(({ conversation }) => (conversation?.length ?? 0) > 1);
  const { count, agentName, at } = request.conversations({ groupBy, hasLongCases });
  const index = cases && indexCases(cases, evalSet?.header.evalSetId);
  const given = caseId === undefined ? undefined : namedCase(caseId, cases, index);
  const set = runSet(evalSet, count, from);
  const about: RunInfo = {
    kind: "eval",
    agent: { name: agentName ?? "traces" },
    sets: [set],
    caseCount: count,
    trials: 1,
    require: "pooled",
    concurrency: 1,
    version,
    ...unreadOf(unread, unreadCount),
  };
  function* conversations(): Generator<ScoredConversation> {
    const used = new Map<string, number>();
    const isOnly = count === 1;
    for (let place = 0; place < count; place += 1) {
      const conversation = at(place);
      const match = matchCase(conversation, index, { isOnly, place, by: matchBy, given });
      const evalId = nameOf(conversation, match, used);
      yield { evalId, conversation, match, ...lengthsOf(conversation, match) };
    }
  }
  const unmatched = unmatchedNotes();
  const evaluations = evaluationFold();
  return {
    summary: { runId: from, about },
    isUnmasked: true,
    mayBeUneven: true,
    traceOf: (place) => (place < count ? traceFacts(at(place)) : undefined),
    conversations,
    unmatched: unmatched.sentences,
    evaluations: evaluations.lines,
    scenarios: (cases ?? []).filter(isScenario).map(({ evalId }) => evalId),
    cases: function* () {
      let place = 0;
      for (const each of conversations()) {
        unmatched.add(each);
        evaluations.add(evaluationsOf(each.conversation));
        yield caseResult(each, set, place);
        place += 1;
      }
    },
  };
}

function unreadOf(unread: readonly string[], unreadCount = unread.length) {
  if (unread.length === 0) return {};
  const named = unread.slice(0, MOST_NOTES);
  return unreadCount === named.length ? { unread } : { unread: named, unreadCount };
}

/** Sentences about conversations without a case. */
function unmatchedNotes() {
  const notes: string[] = [];
  let count = 0;
  return {
    add({ evalId, match }: ScoredConversation): void {
      if (match.evalCase !== undefined) return;
      count += 1;
      if (count <= MOST_NOTES) notes.push(`${evalId}: ${unmatchedText(match.why)}`);
    },
    sentences(): readonly string[] {
      const more = count - notes.length;
      return more === 0 ? notes : [...notes, `${more} more are compared with nothing either.`];
    },
  };
}

async function casesOf(source: EvalSetSource): Promise<readonly EvalCase[]> {
  const cases: EvalCase[] = [];
  for (let index = 0; index < source.caseIds.length; index += 1)
    cases.push(await source.read(index));
  return cases;
}

function isScenario({ conversation }: EvalCase): boolean {
  return (conversation?.length ?? 0) === 0;
}

function namedCase(
  id: string,
  cases: readonly EvalCase[] | undefined,
  index: CaseIndex | undefined,
): EvalCase {
  const found = index?.byId.get(id);
  if (found !== undefined) return found;
  if (cases === undefined) {
    throw new UserFacingError("cli/usage", `--case ${id} needs the eval set that has it.`, {
      hint: "Name it:  --eval-set golden.evalset.json",
    });
  }
  if (cases.some(({ evalId }) => evalId === id)) {
    throw new UserFacingError("eval-set/unknown-case", `The case "${id}" needs a run.`, {
      hint: "It is a scenario, and has no written conversation to compare a trace with.",
    });
  }
  const ids = [...(index?.byId.keys() ?? [])];
  const near = nearest(id, ids);
  throw new UserFacingError("eval-set/unknown-case", `The eval set has no case "${id}".`, {
    hint: near === undefined ? `It has ${ids.slice(0, 10).join(", ")}.` : `Did you mean ${near}?`,
  });
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
    config: {
      metrics: [],
      ...((source?.mentions().byMeaning.length ?? 0) > 0 ? { comparesMeaning: true } : {}),
    },
  };
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
    finalState: turns.at(-1)?.state,
  };
}

/** Why there is nothing to measure; nothing where there is. */
function endingOf({ conversation, match }: ScoredConversation): Partial<CaseResult> {
  if (conversation.turns.length === 0) {
    return { reason: "not-recorded", detail: withoutTurns(conversation) };
  }
  const detail = withoutContent(conversation);
  if (detail !== undefined) return { reason: "not-recorded", detail };
  return match.evalCase === undefined ? { detail: unmatchedText(match.why) } : {};
}

/** A conversation that belongs to no case is measured by what needs no reference. */
function caseOf({ evalCase }: CaseMatch, evalId: string): EvalCase {
  return evalCase === undefined ? { evalId, creationTimestamp: 0 } : { ...evalCase, evalId };
}
