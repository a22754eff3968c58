import { plural } from "../../core/text/plural.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import type { Calibration, Correction, Disagreement } from "../../trust/calibration.ts";
import { numberInterval, percent, percentInterval, rateText } from "../text/rate-text.ts";

const SHOWN = 10;

/** What a judge is worth, for a reader. */
export function calibrationLines(
  calibration: Calibration,
  correction: Correction | undefined,
): readonly string[] {
  const { metric, labels, notEvaluated, counts, kappa, ac1, classifier, tooFew } = calibration;
  const { truePass, falseFail, falsePass, trueFail } = counts;
  const without = notEvaluated === 0 ? "" : `, ${notEvaluated} without a verdict`;
  return [
    `${metric}  ${plural(labels, "label")}${without}`,
    `  ${"".padEnd(14)}${"judge passes".padStart(14)}${"judge fails".padStart(14)}`,
    `  ${"people pass".padEnd(14)}${cell(truePass)}${cell(falseFail)}`,
    `  ${"people fail".padEnd(14)}${cell(falsePass)}${cell(trueFail)}`,
    "",
    line("agreement", kappa === null ? "–" : percent(kappa.agreement)),
    line("kappa", `${figure(kappa?.kappa)}${numberInterval(kappa?.interval)}`),
    line("AC1", figure(ac1)),
    line("sensitivity", `${rateText(classifier.sensitivity)}  of what people pass, it passes`),
    line("specificity", `${rateText(classifier.specificity)}  of what people fail, it fails`),
    ...consistencyLines(calibration),
    ...correctionLines(correction),
    ...disagreementLines(calibration.disagreements),
    ...(tooFew === undefined ? [] : ["", `  Not enough evidence yet: ${tooFew}`]),
    "",
    `  ${calibration.why}`,
  ];
}

function consistencyLines({ selfConsistency }: Calibration): readonly string[] {
  if (selfConsistency === null) return [];
  const { pairwiseAgreement, unanimous } = selfConsistency;
  return [
    line(
      "with itself",
      `${percent(pairwiseAgreement)} of its samples agree; unanimous on ${percent(unanimous)} of the questions`,
    ),
  ];
}

function correctionLines(correction: Correction | undefined): readonly string[] {
  if (correction === undefined) return [];
  const { given } = correction;
  const said = `the judge passes ${percent(given.rate)} of ${given.of}`;
  if ("refused" in correction)
    return [line("corrected", `${said}; refused. ${correction.refused}`)];
  const { rate, interval } = correction;
  return [
    line("corrected", `${said}; people would pass ${percent(rate)}${percentInterval(interval)}`),
  ];
}

function disagreementLines(all: readonly Disagreement[]): readonly string[] {
  if (all.length === 0) return [];
  const lines = all.slice(0, SHOWN).map(({ line: place, people, judge, why }) => {
    const because = why === undefined ? "" : `: ${cleanLine(why)}`;
    return `    line ${place}  people ${people}, judge ${judge}${because}`;
  });
  const more = all.length - lines.length;
  return ["", "  where they differ", ...lines, ...(more > 0 ? [`    and ${more} more`] : [])];
}

function line(name: string, value: string): string {
  return `  ${name.padEnd(14)}${value}`;
}

function cell(count: number): string {
  return String(count).padStart(14);
}

function figure(value: number | null | undefined): string {
  return value == null ? "–" : value.toFixed(2);
}
