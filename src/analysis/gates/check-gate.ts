import type { RunTable } from "../../core/folds/run-table.ts";
import { nearest } from "../../core/text/nearest.ts";
import { type Gate, parseGate, refused } from "./parse-gate.ts";

/** As much of a run as can be known before it begins. */
export interface GatedRun {
  readonly metrics: readonly { readonly name: string }[];
  readonly trials: number;
  readonly hasBaseline: boolean;
}

/** Reads gates and refuses what this run could never answer, before anything is paid for. */
export function checkGates(conditions: readonly string[], run: GatedRun): readonly Gate[] {
  return conditions.map((text) => {
    const gate = parseGate(text);
    const { figure } = gate;
    if (figure.kind === "metric" || figure.kind === "no-worse") {
      if (figure.metric !== undefined) needMetric(run, figure.metric, gate.text);
    }
    if (figure.kind === "pass-hat" && figure.k > run.trials) {
      const had = run.trials === 1 ? "one trial" : `${run.trials} trials`;
      throw refused(
        gate.text,
        `It needs ${figure.k} trials a case, and there is ${had}`,
        `Run more:  --num_runs ${figure.k}`,
      );
    }
    if (figure.kind === "no-worse" && !run.hasBaseline) {
      throw refused(
        gate.text,
        "There is no run to compare with",
        "Name one:  --baseline RUN, a branch, a tag or a commit.",
      );
    }
    return gate;
  });
}

/** The place of a metric in a run. */
export function needMetric(
  run: Pick<RunTable, "metrics"> | GatedRun,
  name: string,
  gate: string,
): number {
  const place = run.metrics.findIndex((metric) => metric.name === name);
  if (place !== -1) return place;
  const names = run.metrics.map((metric) => metric.name);
  const near = nearest(name, ["pass-rate", "cost", "latency-p95", ...names]);
  const has = `The run has ${names.join(", ")}.`;
  throw refused(
    gate,
    `The run has no metric ${name}`,
    near === undefined ? has : `Did you mean ${near}?`,
  );
}
