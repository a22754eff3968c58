import type { TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";
import type { FunctionCall } from "../../core/content.ts";
import { UserFacingError } from "../../core/errors.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { CaseResult } from "../../core/run.ts";
import type { AcceptedCase, AcceptedTurn } from "../../eval-sets/editing/accept-cases.ts";

/** As much of a conversation as is to become what is expected. */
export interface AcceptedPart {
  /** From 0. */
  readonly turn: number;
  /** Its answer alone, or one step of its trajectory by the place in the diff; the whole turn unless given. */
  readonly step?: number | "answer" | undefined;
}

/** What is accepted, cut down to a part of it: the rest of the case stays as it is written. */
export function partOf(
  accepted: AcceptedCase,
  result: CaseResult,
  part: AcceptedPart | undefined,
): AcceptedCase {
  if (part === undefined) return accepted;
  const { turn, step } = part;
  const whole = accepted.turns[turn];
  const expected = accepted.evalCase.conversation?.[turn];
  if (whole === undefined || expected === undefined) {
    throw notThere(`${result.evalId} has no turn ${turn + 1}.`);
  }
  const only = step === undefined ? whole : stepOf(whole, { expected, result, turn, step });
  const turns = accepted.turns.map((_, at) => (at === turn ? only : undefined));
  return { ...accepted, turns, finalState: undefined };
}

interface StepPlace {
  readonly expected: Invocation;
  readonly result: CaseResult;
  readonly turn: number;
  readonly step: number | "answer";
}

const kept = { responsesMatched: true, responsesDiffered: false } as const;

function stepOf(whole: AcceptedTurn, { expected, result, turn, step }: StepPlace): AcceptedTurn {
  if (step === "answer") return { ...whole, callsMatched: true, callsDiffered: false, ...kept };
  const said = result.metrics.flatMap(({ perInvocation }) => perInvocation[turn] ?? []);
  const steps = said.find((each) => each.trajectory !== undefined)?.trajectory?.steps;
  if (steps === undefined) {
    throw notThere(
      `No metric of the run compared the calls of turn ${turn + 1} of ${result.evalId}.`,
      "Steps are those of a comparison; accept the whole turn. Nothing was written.",
    );
  }
  const chosen = steps[step];
  if (chosen === undefined || chosen.kind === "matched") {
    throw notThere(`Turn ${turn + 1} of ${result.evalId} has no step ${step + 1} that differs.`);
  }
  const toolUses = withStep(toolCallsOf(expected), steps, step);
  const actual: Invocation = { ...expected, intermediateData: { toolUses } };
  return { actual, callsMatched: false, callsDiffered: true, keepsAnswer: true, ...kept };
}

/** The expected calls with one step as it was made. */
function withStep(
  calls: readonly FunctionCall[],
  steps: readonly TrajectoryStep[],
  at: number,
): readonly FunctionCall[] {
  const chosen = steps[at];
  const place = expectedPlaces(steps)[at] ?? calls.length;
  switch (chosen?.kind) {
    case "changed":
      return calls.with(place, chosen.actual);
    case "missing":
      return calls.toSpliced(place, 1);
    case "extra":
      return calls.toSpliced(place, 0, chosen.actual);
    case "moved": {
      const { expectedAt, actualAt, actual } = chosen;
      return calls.toSpliced(expectedAt, 1).toSpliced(actualAt, 0, actual);
    }
    case "matched":
    case undefined:
      return calls;
  }
}

/** Of each step the place among the expected calls; of one that nobody expected, where it would stand. */
function expectedPlaces(steps: readonly TrajectoryStep[]): readonly number[] {
  const taken = new Set(steps.flatMap((step) => (step.kind === "moved" ? [step.expectedAt] : [])));
  let next = 0;
  const free = () => {
    while (taken.has(next)) next += 1;
    return next;
  };
  return steps.map((step) => {
    if (step.kind === "moved") return step.expectedAt;
    const place = free();
    if (step.kind !== "extra") next += 1;
    return place;
  });
}

function notThere(
  why: string,
  hint = "Only what differs from the reference can become one. Nothing was written.",
): UserFacingError {
  return new UserFacingError("run/not-acceptable", why, { hint });
}
