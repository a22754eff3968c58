import { shareOf } from "../../analysis/pass-rate.ts";
import { runReliability, whollyEvaluated } from "../../analysis/reliability/run-reliability.ts";
import type { CaseRow } from "../../core/folds/case-row.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { passRateText } from "../text/amount-text.ts";
import type { SafeText } from "../text/safe-text.ts";
import { truncate, wrap, wrapFacts } from "../text/text-width.ts";
import { chancesTexts, flakyTexts, leftOutText } from "./reliability-text.ts";

const mostFlaky = 10;

/** What repeats say: pass^k (all of k trials pass), pass@k (one of them does), the flaky cases, and what repeats are worth. */
export function trialLines(
  run: Pick<RunSummary, "about" | "cases" | "totals">,
  { columns, verbose }: Pick<ReporterContext, "columns" | "verbose">,
  say: SafeText,
): readonly string[] {
  const found = runReliability(run);
  if (found === undefined) return [];
  const { about, totals } = run;
  const k = about.trials;
  const known = whollyEvaluated(run);
  const rate = (holds: (row: CaseRow) => boolean) => passRateText(shareOf(known, holds));
  const facts = [
    `pass^${k} ${rate((row) => row.trialsPassed === row.trials)}`,
    `pass@${k} ${rate((row) => row.trialsPassed > 0)}`,
    ...(totals.flaky === 0 ? [] : [`${totals.flaky} flaky`]),
    ...[leftOutText(found) ?? []].flat(),
  ];
  const flaky = flakyTexts(found, verbose ? found.flaky.length : mostFlaky);
  return [
    ...wrapFacts(facts, columns),
    ...chancesTexts(found).flatMap((text) => wrapFacts([text], columns)),
    ...flaky.map((text) => truncate(`    ${say.line(text)}`, columns)),
    ...(found.sentence === null
      ? []
      : wrap(found.sentence, columns - 4).map((line) => `  ${line}`)),
  ];
}
