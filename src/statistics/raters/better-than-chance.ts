import { logChoose } from "../distributions/log-choose.ts";

/** Verdicts against what is known: how many of the known passes and of the known fails were called passes. */
export interface KnownVerdicts {
  readonly passes: number;
  readonly passesCalledPass: number;
  readonly fails: number;
  readonly failsCalledPass: number;
}

/** The risk we take of letting somebody in who only guesses. */
const LEVEL = 0.05;

/**
 * Whether verdicts go with what is known more than any guessing would: Fisher's exact test, one-sided, at 5 %. Whoever
 * always says the same is never better than chance, however lopsided the questions are. With five known passes and
 * five known fails it takes nine right ones.
 */
export function isBetterThanChance(verdicts: KnownVerdicts): boolean {
  return chanceOfGuessing(verdicts) <= LEVEL;
}

/** How likely as many right ones or more are, when what is said has nothing to do with what is known. */
export function chanceOfGuessing(verdicts: KnownVerdicts): number {
  const { passes, fails, passesCalledPass, failsCalledPass } = verdicts;
  const called = passesCalledPass + failsCalledPass;
  const all = logChoose(passes + fails, called);
  let chance = 0;
  for (let right = passesCalledPass; right <= Math.min(passes, called); right += 1) {
    chance += Math.exp(logChoose(passes, right) + logChoose(fails, called - right) - all);
  }
  return Math.min(1, chance);
}
