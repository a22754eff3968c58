import { type GateReport, gateResult } from "../api/gate.ts";
import type { RunResult } from "../api/run-result.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import { shownText } from "../project/run/secrets/run-secrets.ts";
import type { MatcherAnswer } from "./matcher-answer.ts";

/** By what a run is held against its gates. */
export interface GateMatcherOptions {
  /** The end of the 95 % interval ("bound", unless given), or the estimate itself ("point"). */
  readonly by?: "bound" | "point" | undefined;
  /** The run that `no-worse` compares with. */
  readonly baseline?: RunResult | undefined;
}

/** A run shows what is asked of it as a whole: `pass-rate > 0.9`. */
export function toPassGate(
  received: unknown,
  conditions: string | readonly string[],
  options: GateMatcherOptions = {},
): MatcherAnswer {
  return answer(gateResult(runIn(received, "toPassGate"), conditions, options));
}

/** A run is shown to be no worse than another, by more than a margin; by the pass rate, or by a metric. */
export function toBeNoWorseThan(
  received: unknown,
  baseline: RunResult,
  margin: number,
  metric?: string,
): MatcherAnswer {
  const run = runIn(received, "toBeNoWorseThan");
  const before = runIn(baseline, "toBeNoWorseThan");
  if (typeof margin !== "number" || !(margin >= 0)) {
    throw new TypeError(
      `toBeNoWorseThan was given ${shown(margin)} as a margin; a number from 0 was expected.`,
    );
  }
  const condition = ["no-worse", margin, ...(metric === undefined ? [] : [metric])].join(" ");
  return answer(gateResult(run, condition, { baseline: before }));
}

/** What cannot be told is an error: an answer of no would be green behind `not`. */
function answer({ outcome, gates }: GateReport): MatcherAnswer {
  const message = () => shownText(gates.map(lineOf).join("\n"));
  if (outcome === "undecided") throw new Error(message());
  return { pass: outcome === "met", message };
}

function lineOf({ gate, outcome, why }: GateReport["gates"][number]): string {
  return `The gate "${gate}" is ${outcome === "not-met" ? "not met" : outcome}. ${why}`;
}

function runIn(received: unknown, matcher: string): RunResult {
  if (isObject(received) && isObject(received.about) && Array.isArray(received.trials)) {
    return received as unknown as RunResult;
  }
  throw new TypeError(
    `${matcher} looks at the result of evaluate or score, not at ${shown(received)}.`,
  );
}
