import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import { type FunctionCall, textOf } from "../../../core/content.ts";
import { type Invocation, toolCallsOf } from "../../../core/invocation.ts";
import type { CaseResult } from "../../../core/run.ts";
import type { State } from "../../components/glyph.tsx";

/** One turn of a conversation as its page shows it. */
export interface ShownTurn {
  readonly user: string;
  readonly state: State;
  /** Calls as a metric aligned them; undefined where none did, since they went as they should or were not compared. */
  readonly steps?: readonly TrajectoryStep[] | undefined;
  readonly calls: readonly CallPair[];
  /** False where nobody said what to call. */
  readonly hasExpected: boolean;
  /** Undefined where there is no reference. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** Why it went wrong, where a metric says it. */
  readonly why?: string | undefined;
  /** It broke off before it had ended. */
  readonly isPartial: boolean;
  /** The conversation ended before it. */
  readonly isUnreached: boolean;
}

/** The calls at one place of both lists, which need not belong together. */
export interface CallPair {
  readonly expected: FunctionCall | undefined;
  readonly actual: FunctionCall | undefined;
}

export function turnsOf(result: CaseResult): readonly ShownTurn[] {
  const { invocations, evalCase, partial } = result;
  const expected = evalCase.conversation ?? [];
  const actual = partial === undefined ? invocations : [...invocations, partial];
  return Array.from({ length: Math.max(actual.length, expected.length) }, (_, at) =>
    turnAt(result, at, {
      expected: expected[at],
      actual: actual[at],
      isPartial: at === invocations.length,
      isUnreached: at > invocations.length,
    }),
  );
}

/** The place of the turn to be shown first: one that went wrong, else one that nobody could score; -1 where all passed. */
export function worstTurn(turns: readonly ShownTurn[]): number {
  const wrong = turns.findIndex(({ state }) => state === "failed" || state === "errored");
  return wrong < 0 ? turns.findIndex(({ state }) => state !== "passed") : wrong;
}

interface Sides extends Pick<ShownTurn, "isPartial" | "isUnreached"> {
  readonly expected: Invocation | undefined;
  readonly actual: Invocation | undefined;
}

function turnAt({ metrics, reason }: CaseResult, at: number, sides: Sides): ShownTurn {
  const { expected, actual, isPartial, isUnreached } = sides;
  const said = metrics.flatMap(({ perInvocation }) => perInvocation[at] ?? []);
  const trajectory = said.find((each) => each.trajectory !== undefined)?.trajectory;
  const statuses = said.map(({ status }) => status);
  return {
    user: textOf((actual ?? expected)?.userContent) ?? "",
    state: isUnreached
      ? "skipped"
      : isPartial && reason !== undefined
        ? "errored"
        : stateOf(statuses),
    steps: trajectory?.steps,
    calls: callsOf(expected, actual),
    hasExpected: expected?.intermediateData !== undefined,
    expected: textOf(expected?.finalResponse),
    actual: textOf(actual?.finalResponse),
    why:
      trajectory?.why ??
      said.find(({ why, status }) => why !== undefined && status === "failed")?.why,
    isPartial,
    isUnreached,
  };
}

function stateOf(statuses: readonly (string | undefined)[]): State {
  if (statuses.includes("failed")) return "failed";
  if (statuses.includes("passed")) return "passed";
  return "not-evaluated";
}

/** Both lists in their order, one beside the other: without a metric's own alignment nothing is said to differ. */
function callsOf(
  expected: Invocation | undefined,
  actual: Invocation | undefined,
): readonly CallPair[] {
  const wanted = expected === undefined ? [] : toolCallsOf(expected);
  const made = actual === undefined ? [] : toolCallsOf(actual);
  return Array.from({ length: Math.max(wanted.length, made.length) }, (_, at) => ({
    expected: wanted[at],
    actual: made[at],
  }));
}
