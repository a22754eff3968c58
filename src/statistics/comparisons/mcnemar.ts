import { binomialCdf, binomialPmf } from "../distributions/binomial.ts";
import { normalCdf } from "../distributions/normal.ts";
import { needCounts } from "../need-finite.ts";

export interface McNemar {
  /** Exact and two-sided: never more false alarms than it says, often far fewer. */
  readonly exact: number;
  /** The house's default: half of what was seen is counted, which keeps to 5 % far better on small sets. */
  readonly midP: number;
  /** For many discordant pairs; null without one. */
  readonly chiSquare: { readonly statistic: number; readonly p: number } | null;
  /** With the correction for continuity. */
  readonly correctedChiSquare: { readonly statistic: number; readonly p: number } | null;
}

/**
 * Whether two agents differ on the same cases: only cases that one passes and the other fails tell. Without such a
 * case p is 1.
 */
export function mcnemar(wins: number, losses: number): McNemar {
  const discordant = wins + losses;
  needCounts(wins, discordant, "discordant pairs");
  if (discordant === 0) return { exact: 1, midP: 1, chiSquare: null, correctedChiSquare: null };
  const fewer = Math.min(wins, losses);
  const seen = binomialPmf(fewer, discordant, 0.5);
  const exact = Math.min(1, 2 * binomialCdf(fewer, discordant, 0.5));
  return {
    exact,
    midP: wins === losses ? 1 - seen / 2 : exact - seen,
    chiSquare: chiSquare(wins - losses, discordant),
    correctedChiSquare: chiSquare(Math.abs(wins - losses) - 1, discordant),
  };
}

function chiSquare(difference: number, discordant: number) {
  const statistic = difference ** 2 / discordant;
  return { statistic, p: 2 * normalCdf(-Math.sqrt(statistic)) };
}
