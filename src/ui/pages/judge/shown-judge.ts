import { plural } from "../../../core/text/plural.ts";
import type { Reply } from "../../lib/api.ts";
import { percentText } from "../../lib/words.ts";

export type ShownJudge = Reply<"GET /judges/:judge">;
export type ShownAnswer = ShownJudge["answers"][number];

/** What the judge is worth, in words; the part before the colon says it in short. */
export function verdictWords(shown: ShownJudge): readonly [head: string, rest: string] {
  const { calibration, isLabelled, counts, labels } = shown;
  if (!isLabelled) {
    return [
      "Not known:",
      "its verdicts are about something else than one answer, which a label does not hold.",
    ];
  }
  if (labels.problem !== undefined)
    return ["Not known:", `the labels cannot be read. ${labels.problem}`];
  if (calibration.labels === 0) {
    const there = counts.unlabelled;
    return [
      "Not known yet:",
      there === 0
        ? "it was asked about no answer in the last runs."
        : `nobody has said which of its ${plural(there, "different answer")} are right.`,
    ];
  }
  const { verdict, tooFew, why } = calibration;
  if (verdict === "disagrees") return ["Not good enough:", why.replace(/^Not good enough: /, "")];
  if (verdict === "open") return ["Not enough evidence yet:", tooFew ?? why];
  return usableWords(shown);
}

function usableWords({ calibration, corrected, given }: ShownJudge): readonly [string, string] {
  const { truePass, falseFail, falsePass, trueFail } = calibration.counts;
  const [passes, fails] = [truePass + falseFail, falsePass + trueFail];
  const isLenient = falsePass / fails > falseFail / passes;
  const errors = falsePass + falseFail;
  const head = errors === 0 ? "Usable:" : `Usable, but ${isLenient ? "lenient" : "strict"}:`;
  const what =
    errors === 0
      ? `it says what people say of all ${plural(calibration.labels, "answer")}.`
      : isLenient
        ? `the judge passes ${falsePass} of ${plural(fails, "answer")} that people call wrong.`
        : `the judge fails ${falseFail} of ${plural(passes, "answer")} that people call right.`;
  if (corrected === undefined || given === undefined || "refused" in corrected) return [head, what];
  const [said, people] = [percentText(given.rate), percentText(corrected.rate)];
  const more =
    said === people ? "" : ` Corrected for that, ${people} of answers are right, not ${said}.`;
  return [head, `${what}${more}`];
}
