import { restoreBuiltIns } from "../../agents/isolation/built-ins.ts";
import { asUserCode } from "../../agents/isolation/user-code.ts";
import {
  AgentFault,
  doingOf,
  type TurnScope,
  turnScope,
} from "../../agents/recording/turn-scope.ts";
import { offAbort, onAbort } from "../../core/async/on-abort.ts";
import { clearTimeout, setTimeout } from "../../core/async/own-timers.ts";
import { isUserFacingError, messageOf, UserFacingError } from "../../core/errors.ts";
import { copyData } from "../../core/json/copy-data.ts";
import type { MeasureFunction, MetricInput, MetricRange } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import type { ReasonCode } from "../../core/verdict.ts";
import { plainOutcome } from "./plain-outcome.ts";

/** A model may be asked within a metric, so it gets as long as a turn. */
const DEFAULT_TIMEOUT_SECONDS = 120;

interface GuardOptions {
  readonly name: string;
  readonly range: MetricRange;
  /** How long it may take for one case. */
  readonly timeoutSeconds?: number | undefined;
}

/**
 * A metric of the user's own, kept to its own business: it works on copies, ends by its deadline, and whatever it does to
 * the process or answers instead of an outcome leaves it not evaluated, and nothing else.
 */
export function guardedMeasure(measure: MeasureFunction, options: GuardOptions): MeasureFunction {
  return async (input) => {
    const { name } = options;
    const { exitCode } = process;
    const ending = await ask(measure, input, options);
    if (process.exitCode !== exitCode) process.exitCode = exitCode;
    const changed = restoreBuiltIns();
    if (changed !== undefined) return unmeasured(tampered(name, changed).message);
    if (ending.how === "cancelled") {
      return unmeasured(`${name} was cancelled before it answered.`, "cancelled");
    }
    if (ending.how === "threw") return unmeasured(problemOf(name, ending.error));
    try {
      return plainOutcome(ending.outcome, { ...options, turns: input.actual.length });
    } catch (error) {
      return unmeasured(`${name} is broken: ${messageOf(error)}.`);
    }
  };
}

type Ending =
  | { readonly how: "answered"; readonly outcome: unknown }
  | { readonly how: "threw"; readonly error: unknown }
  | { readonly how: "cancelled" };

function ask(
  measure: MeasureFunction,
  input: MetricInput,
  { name, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: GuardOptions,
): Promise<Ending> {
  return new Promise((resolve) => {
    const scope: TurnScope = {
      output: turnScope.getStore()?.output,
      who: name,
      doing: doingOf(turnScope.getStore()),
      fail: (error) => end({ how: "threw", error }),
    };
    const end = (ending: Ending): boolean => {
      if (scope.isOver === true) return false;
      scope.isOver = true;
      clearTimeout(timer);
      offAbort(input.signal, cancel);
      resolve(ending);
      return true;
    };
    const cancel = () => end({ how: "cancelled" });
    const late = new AgentFault(`${name} took longer than ${timeoutSeconds} s and was given up.`);
    const timer = setTimeout(
      () => end({ how: "threw", error: late }),
      Math.min(timeoutSeconds * 1000, 2 ** 31 - 1),
    );
    onAbort(input.signal, cancel);
    if (input.signal.aborted) cancel();
    turnScope
      .run(scope, async () => {
        const answer = measure(copyData(input));
        const added = restoreBuiltIns();
        if (added !== undefined) scope.fail(tampered(name, added));
        return answer;
      })
      .then(
        (outcome) => end({ how: "answered", outcome }),
        (error: unknown) => end({ how: "threw", error }),
      );
  });
}

function tampered(name: string, changed: string): AgentFault {
  return new AgentFault(`${name} changed ${changed}, which verdicts are computed with.`);
}

function problemOf(name: string, error: unknown): string {
  if (error instanceof AgentFault) return error.message;
  return `${name} threw: ${messageOf(error)}`;
}

function unmeasured(detail: string, reason: ReasonCode = "metric-error"): MetricOutcome {
  return { kind: "not-evaluated", reason, detail };
}

/** Runs what a definition does while a run is planned; what it does wrong there is reported as the metric's. */
export function whilePlanning<T>(name: string, work: () => T): T {
  try {
    return asUserCode(work, name);
  } catch (error) {
    if (isUserFacingError(error)) throw error;
    const message = `The metric ${name} could not be set up: ${messageOf(error)}`;
    throw new UserFacingError("metric/invalid", message, {
      hint: "Look at what its definition does before it is asked for a score.",
      cause: error,
    });
  }
}
