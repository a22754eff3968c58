import { type GateReport, gateResult } from "../api/gate.ts";
import type { RunResult } from "../api/run-result.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import { shownText } from "../project/run/secrets/run-secrets.ts";
import { checkGateArguments, checkNoWorseArguments } from "./check-matcher-arguments.ts";
import { type MatcherAnswer, withHint } from "./matcher-answer.ts";

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
  const run = runIn(received, "toPassGate");
  checkGateArguments(conditions, options);
  const { by, baseline } = options;
  const before = baseline === undefined ? undefined : runIn(baseline, "toPassGate");
  return answer(() => gateResult(run, conditions, { by, baseline: before }));
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
  checkNoWorseArguments(margin, metric);
  const condition = ["no-worse", margin, ...(metric === undefined ? [] : [metric])].join(" ");
  return answer(() => gateResult(run, condition, { baseline: before }));
}

/** What cannot be told is an error: an answer of no would be green behind `not`. */
function answer(hold: () => GateReport): MatcherAnswer {
  const { outcome, gates } = withHint(hold);
  const message = () => shownText(gates.map(lineOf).join("\n"));
  if (outcome === "undecided") throw new Error(message());
  return { pass: outcome === "met", message };
}

function lineOf({ gate, outcome, why }: GateReport["gates"][number]): string {
  return `The gate "${gate}" is ${outcome === "not-met" ? "not met" : outcome}. ${why}`;
}

function runIn(received: unknown, matcher: string): RunResult {
  const isRun =
    isObject(received) &&
    isObject(received.about) &&
    Array.isArray(received.about.sets) &&
    Array.isArray(received.trials);
  if (isRun) return received as unknown as RunResult;
  const given = received instanceof Promise ? "a promise of it; await it first" : shown(received);
  throw new TypeError(`${matcher} looks at the result of evaluate or score, not at ${given}.`);
}
