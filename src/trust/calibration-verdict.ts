import type { Kappa } from "../statistics/raters/agreement.ts";
import { isBetterThanChance } from "../statistics/raters/better-than-chance.ts";
import type { ClassifierCounts } from "../statistics/raters/classifier.ts";

/** What a judge must reach to be called good enough. */
export interface AgreementBar {
  /** Agreement beyond chance. */
  readonly kappa: number;
  /** Share of the labels it says the same to. */
  readonly agreement?: number | undefined;
}

/** Where agreement begins to be called moderate. */
export const usualBar: AgreementBar = { kappa: 0.4 };

interface Compared {
  readonly counts: ClassifierCounts;
  readonly kappa: Kappa | null;
  /** Whether there are labels enough for figures that carry far. */
  readonly isEnough: boolean;
}

interface Verdict {
  readonly verdict: "agrees" | "disagrees" | "open";
  readonly why: string;
}

/** Whether a judge says what people say. What the labels cannot show is open, never good enough. */
export function calibrationVerdict(compared: Compared, bar: AgreementBar): Verdict {
  const { counts, kappa } = compared;
  const passes = counts.truePass + counts.falseFail;
  const fails = counts.falsePass + counts.trueFail;
  if (passes + fails === 0) return open("The judge came to no verdict on any label.");
  if (passes === 0 || fails === 0) {
    const all = passes === 0 ? "fails" : "passes";
    return open(
      `All labels with a verdict are ${all}: whoever always says the same agrees with them. Add some of the other kind.`,
    );
  }
  const figure = kappa?.kappa;
  if (kappa === null || figure == null || figure < bar.kappa) {
    return below(compared, bar);
  }
  if (bar.agreement !== undefined && kappa.agreement < bar.agreement) {
    const share = `${(kappa.agreement * 100).toFixed(1)} %`;
    return {
      verdict: "disagrees",
      why: `Not good enough: it agrees with ${share}, and ${bar.agreement * 100} % were asked for.`,
    };
  }
  const { truePass, falsePass } = counts;
  const known = { passes, fails, passesCalledPass: truePass, failsCalledPass: falsePass };
  if (!isBetterThanChance(known)) {
    return open("As many right ones may be chance with so few labels. Label more.");
  }
  const why = `Good enough: kappa is ${figure.toFixed(2)}, and ${bar.kappa} was asked for.`;
  return { verdict: "agrees", why };
}

/** Below the bar by its figure; a judge only stands convicted where that is no accident of few labels. */
function below({ kappa, isEnough }: Compared, bar: AgreementBar): Verdict {
  const figure = kappa?.kappa?.toFixed(2) ?? "unknown";
  const why = `Not good enough: kappa is ${figure}, and ${bar.kappa} was asked for.`;
  const isClear = isEnough || highest(kappa) < bar.kappa;
  if (isClear) return { verdict: "disagrees", why };
  return open(`${why} With so few labels that may be chance; label more.`);
}

/** How good the judge may be at best. One that always says the opposite has no interval, and is as bad as it looks. */
function highest(kappa: Kappa | null): number {
  if (kappa?.standardError === 0) return kappa.kappa ?? 1;
  return kappa?.interval?.[1] ?? 1;
}

function open(why: string): Verdict {
  return { verdict: "open", why };
}
