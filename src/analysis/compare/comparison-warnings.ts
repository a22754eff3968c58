import { isChosenByOutcome } from "../../core/analysis/chosen-by-outcome.ts";
import type { ComparisonWarning } from "../../core/analysis/comparison.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import { plural } from "../../core/text/plural.ts";
import { meanScore, passedShare } from "../case-values.ts";
import { changeWarnings } from "./change-warnings.ts";
import type { CasePair, PairedCases } from "./pair-cases.ts";
import type { SharedMetric } from "./shared-metrics.ts";

/** Cases that are named; of the others it is only told how many. */
const MOST_NAMES = 5;

/** What has to be known before any number: what is left out, and what else changed than what was meant to. */
export function comparisonWarnings(
  a: RunTable,
  b: RunTable,
  { pairs, onlyInA, onlyInB, shared }: PairedCases & { readonly shared: readonly SharedMetric[] },
): readonly ComparisonWarning[] {
  const isUnknown = (pair: CasePair) =>
    passedShare(pair.a) === null || passedShare(pair.b) === null;
  const unknown = pairs.filter(isUnknown);
  return [
    ...unfinished(a, "A"),
    ...unfinished(b, "B"),
    ...chosen(a, "A"),
    ...chosen(b, "B"),
    ...casesWarning("only-in-a", onlyInA, (cases) => `${cases} only in A and left out`),
    ...casesWarning("only-in-b", onlyInB, (cases) => `${cases} only in B and left out`),
    ...casesWarning(
      "not-evaluated",
      unknown.map((pair) => pair.b),
      (cases) => `${cases} not evaluated in A, in B or in both, and left out of the pass rate`,
    ),
    // what is missing of a case that was not evaluated is told with the case
    ...shared.flatMap((metric) =>
      gapWarning(
        pairs.filter((pair) => !isUnknown(pair)),
        metric,
      ),
    ),
    ...changeWarnings(a.about, b.about),
  ];
}

/** How many cases, and the names of the first. */
export function casesWarning(
  kind: ComparisonWarning["kind"],
  cases: readonly Pick<TableCase, "evalId">[],
  say: (cases: string) => string,
): readonly ComparisonWarning[] {
  if (cases.length === 0) return [];
  const names = cases.slice(0, MOST_NAMES).map(({ evalId }) => evalId);
  const more = cases.length > names.length ? " and others" : "";
  const count = plural(cases.length, "case is", "cases are");
  const text = `${say(count)}: ${names.join(", ")}${more}.`;
  return [{ kind, text, count: cases.length, cases: names }];
}

/** A case that has no score in either run was never meant to have one. */
function gapWarning(
  pairs: readonly CasePair[],
  { setting, inA, inB }: SharedMetric,
): readonly ComparisonWarning[] {
  const half = pairs.filter(
    ({ a, b }) => (meanScore(a, inA) === null) !== (meanScore(b, inB) === null),
  );
  return casesWarning(
    "not-evaluated",
    half.map(({ b }) => b),
    (cases) => `${cases} scored by ${setting.name} in one run only and left out of it`,
  );
}

function unfinished(run: RunTable, side: "A" | "B"): readonly ComparisonWarning[] {
  const { notRun, runId, decided } = run;
  if (notRun === 0) return [];
  if (decided !== undefined) return [stoppedEarly(run, side)];
  const cases = plural(notRun, "case has", "cases have");
  const text = `${side} (${runId}) is not finished: ${cases} no verdict in it. Whoever compares it again and again while it goes on sees a difference by chance more easily.`;
  return [{ kind: "unfinished", text, count: notRun }];
}

/** What ends a run as soon as a figure is clear ends it at a moment when that figure stands out. */
function stoppedEarly({ notRun, runId }: RunTable, side: "A" | "B"): ComparisonWarning {
  const cases = plural(notRun, "case was", "cases were");
  const text = `${side} (${runId}) stopped early, since its gates were decided: ${cases} not run, and nothing is said of them. Its gates allow for that; a comparison does not, and may show more of a difference than there is.`;
  return { kind: "stopped-early", text, count: notRun };
}

function chosen({ about, runId }: RunTable, side: "A" | "B"): readonly ComparisonWarning[] {
  if (!isChosenByOutcome(about)) return [];
  const text = `${side} (${runId}) ran only cases that had not passed before (--failed or --changed). Such cases come out better the next time by chance alone, so this says nothing of the whole set.`;
  return [{ kind: "chosen-cases", text }];
}
