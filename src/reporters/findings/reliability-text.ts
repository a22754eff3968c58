import type { ReliabilityAt, RunReliability } from "../../analysis/reliability/run-reliability.ts";
import { percent } from "../../core/text/percent.ts";
import { plural } from "../../core/text/plural.ts";

/** pass^k and pass@k for every k, where they differ from one k to the next. */
export function chancesTexts({ chances }: RunReliability): readonly string[] {
  return [rowOf("pass^k", chances, "passHatK"), rowOf("pass@k", chances, "passAtK")].flatMap(
    (text) => text ?? [],
  );
}

function rowOf(
  name: string,
  chances: readonly ReliabilityAt[],
  which: "passAtK" | "passHatK",
): string | undefined {
  const shown = chances.map((each) => {
    const mean = each[which]?.mean;
    return mean === undefined ? "–" : percent(mean);
  });
  if (new Set(shown).size === 1) return undefined;
  return `${name} for k = 1 to ${chances.length}: ${shown.join(", ")} %`;
}

/** How many cases the last k leaves out: what was not evaluated is not known to pass again. */
export function leftOutText({ chances }: RunReliability): string | undefined {
  const last = chances.at(-1);
  if (last === undefined || last.tooFewTrials === 0) return undefined;
  return `${plural(last.tooFewTrials, "case")} without ${last.k} evaluated trials left out`;
}

/** `✓✗✓✓  two_rooms` */
export function flakyTexts({ flaky }: RunReliability, most: number): readonly string[] {
  const shown = flaky
    .slice(0, most)
    .map(
      ({ pattern, evalId, passed, evaluated }) =>
        `${pattern}  ${evalId} (${passed} of ${evaluated})`,
    );
  const left = flaky.length - shown.length;
  return left > 0 ? [...shown, `and ${left} more`] : shown;
}
