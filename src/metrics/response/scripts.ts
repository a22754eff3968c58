import type { TurnScore } from "../../core/metric-outcome.ts";

/** Languages that their letters give away. Those in Latin letters take a judge. */
export const SCRIPTS: ReadonlyMap<string, RegExp> = new Map([
  ["ar", /\p{Script=Arabic}/u],
  ["bg", /\p{Script=Cyrillic}/u],
  ["bn", /\p{Script=Bengali}/u],
  ["el", /\p{Script=Greek}/u],
  ["fa", /\p{Script=Arabic}/u],
  ["gu", /\p{Script=Gujarati}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["hy", /\p{Script=Armenian}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u],
  ["ka", /\p{Script=Georgian}/u],
  ["km", /\p{Script=Khmer}/u],
  ["ko", /\p{Script=Hangul}/u],
  ["lo", /\p{Script=Lao}/u],
  ["mr", /\p{Script=Devanagari}/u],
  ["my", /\p{Script=Myanmar}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["sr", /\p{Script=Cyrillic}/u],
  ["ta", /\p{Script=Tamil}/u],
  ["te", /\p{Script=Telugu}/u],
  ["th", /\p{Script=Thai}/u],
  ["uk", /\p{Script=Cyrillic}/u],
  ["ur", /\p{Script=Arabic}/u],
  ["zh", /\p{Script=Han}/u],
]);

export function shareOf(answer: string, script: RegExp, code: string): TurnScore {
  const letters = answer.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return { score: 0, why: "There are no letters in the answer." };
  const fitting = letters.filter((letter) => script.test(letter)).length;
  const score = fitting / letters.length;
  if (fitting === letters.length) return { score };
  return {
    score,
    why: `${letters.length - fitting} of ${letters.length} letters are not of "${code}".`,
  };
}
