import type { Totals } from "../../core/folds/totals.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { percent } from "../../core/text/percent.ts";
import { plural } from "../../core/text/plural.ts";
import type { FailureCluster } from "./failure-clusters.ts";

/** What stands out: the cause that explains most failures, and what putting it right would bring. */
export function clustersSentence(
  clusters: readonly FailureCluster[],
  { cases, passed, failed, notEvaluated, notRun }: Totals,
): string {
  const unrun = notRun === 0 ? "" : ` ${plural(notRun, "case has", "cases have")} not run.`;
  if (cases === notRun) return `Nothing has been run yet.${unrun}`;
  if (failed + notEvaluated - notRun === 0) {
    const all = passed === 1 ? "the one case" : `all ${plural(passed, "case")}`;
    return `Nothing failed: ${all} that ran passed.${unrun}`;
  }
  if (failed === 0) {
    return `Nothing failed; ${plural(notEvaluated - notRun, "case was", "cases were")} not evaluated.${unrun}`;
  }
  const causes = clusters.filter(({ status }) => status === "failed");
  const [largest] = causes;
  if (failed === 1) return `One case failed: ${largest?.name}.${unrun}`;
  if (largest === undefined || largest.count === 1) {
    return `${plural(failed, "case")} failed, each in its own way.${unrun}`;
  }
  const share =
    largest.count === failed
      ? `All ${grouped(failed)}`
      : `${grouped(largest.count)} of ${grouped(failed)}`;
  const evaluated = passed + failed;
  const gain = `Putting it right would bring the pass rate from ${percent(passed / evaluated)} % to ${percent((passed + largest.count) / evaluated)} %.`;
  return `${share} failures share one cause: ${largest.name}. ${gain}${unrun}`;
}
