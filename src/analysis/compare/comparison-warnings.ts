import type { ComparisonWarning } from "../../core/analysis/comparison.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import type { RunInfo, RunSet } from "../../core/run-info.ts";
import { passedShare } from "../case-values.ts";
import type { PairedCases } from "./pair-cases.ts";

/** Cases that are named; of the others it is only told how many. */
const MOST_NAMES = 5;

/** What has to be known before any number: what is left out, and what else changed than what was meant to. */
export function comparisonWarnings(
  a: RunTable,
  b: RunTable,
  { pairs, onlyInA, onlyInB }: PairedCases,
): readonly ComparisonWarning[] {
  const unknown = pairs.filter(
    (pair) => passedShare(pair.a) === null || passedShare(pair.b) === null,
  );
  return [
    ...unfinished(a, "A"),
    ...unfinished(b, "B"),
    ...about("only-in-a", onlyInA, (cases) => `${cases} only in A and left out`),
    ...about("only-in-b", onlyInB, (cases) => `${cases} only in B and left out`),
    ...about(
      "not-evaluated",
      unknown.map((pair) => pair.b),
      (cases) => `${cases} not evaluated in one of the runs and left out of the pass rate`,
    ),
    ...changes(a.about, b.about),
  ];
}

function about(
  kind: ComparisonWarning["kind"],
  cases: readonly TableCase[],
  say: (cases: string) => string,
): readonly ComparisonWarning[] {
  if (cases.length === 0) return [];
  const names = cases.slice(0, MOST_NAMES).map(({ evalId }) => evalId);
  const more = cases.length > names.length ? " and others" : "";
  const count = cases.length === 1 ? "1 case is" : `${cases.length} cases are`;
  const text = `${say(count)}: ${names.join(", ")}${more}.`;
  return [{ kind, text, count: cases.length, cases: names }];
}

function unfinished({ notRun, runId }: RunTable, side: "A" | "B"): readonly ComparisonWarning[] {
  if (notRun === 0) return [];
  const cases = notRun === 1 ? "1 case" : `${notRun} cases`;
  const text = `${side} (${runId}) is not finished: ${cases} have no verdict in it.`;
  return [{ kind: "unfinished", text, count: notRun }];
}

function changes(a: RunInfo, b: RunInfo): readonly ComparisonWarning[] {
  const told: ComparisonWarning[] = [];
  const tell = (kind: ComparisonWarning["kind"], text: string) => told.push({ kind, text });
  if (a.agent.name !== b.agent.name) {
    tell("changed-agent", `The agents are others: ${a.agent.name} in A, ${b.agent.name} in B.`);
  } else if (a.agent.hash !== b.agent.hash) {
    tell("changed-agent", "The agent's code is another in B.");
  }
  if (a.trials !== b.trials) {
    tell("changed-trials", `A ran each case ${times(a.trials)}, B ${times(b.trials)}.`);
  }
  for (const set of b.sets) {
    const before = a.sets.find(({ evalSetId }) => evalSetId === set.evalSetId);
    if (before !== undefined) for (const each of setChanges(before, set)) tell(...each);
  }
  return told;
}

type Change = readonly [kind: ComparisonWarning["kind"], text: string];

function setChanges(a: RunSet, b: RunSet): readonly Change[] {
  const told: Change[] = [];
  const judge = ({ config }: RunSet) => config.judge?.model ?? "the default";
  if (judge(a) !== judge(b)) {
    told.push([
      "changed-judge",
      `${b.evalSetId} was judged by ${judge(a)} in A, by ${judge(b)} in B.`,
    ]);
  }
  for (const metric of b.config.metrics) {
    const before = a.config.metrics.find(({ name }) => name === metric.name);
    if (before === undefined) {
      told.push(["changed-metric", `${metric.name} was asked in B only.`]);
    } else if (before.version !== metric.version) {
      told.push([
        "changed-prompt",
        `${metric.name} has version ${before.version} in A and ${metric.version} in B: its scores may mean something else.`,
      ]);
    } else if (JSON.stringify(criterionOf(before)) !== JSON.stringify(criterionOf(metric))) {
      told.push(["changed-config", `${metric.name} has other settings in B.`]);
    }
  }
  const gone = a.config.metrics.filter(
    ({ name }) => !b.config.metrics.some((each) => each.name === name),
  );
  for (const { name } of gone) told.push(["changed-metric", `${name} was asked in A only.`]);
  return told;
}

function criterionOf({
  threshold,
  criterion,
  customFunctionPath,
}: RunSet["config"]["metrics"][number]) {
  return { threshold, criterion, customFunctionPath };
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
