import type { JudgeSample } from "../../../core/judge.ts";
import { exactMean } from "../../../core/numbers/mean.ts";
import type { ReasonCode } from "../../../core/verdict.ts";
import type { CheckedText } from "../checked-texts.ts";
import type { Asking } from "../judged-by.ts";
import { cutSentencesQuestion } from "../prompts/cut-sentences-prompt.ts";
import {
  type Label,
  labelSentencesQuestion,
  type SentenceLabel,
} from "../prompts/label-sentences-prompt.ts";
import { judgeNotes } from "./judge-notes.ts";
import { keepAllWords } from "./keep-all-words.ts";

/** A text with a verdict on each of its sentences. */
export interface ScoredText {
  /** Undefined: no sentence has a usable label, and `reason` says why. */
  readonly score: number | undefined;
  readonly sentences?: readonly ScoredSentence[] | undefined;
  readonly reason?: ReasonCode | undefined;
  readonly why?: string | undefined;
  readonly judge: object;
}

interface ScoredSentence extends SentenceLabel {
  readonly sentence: string;
  readonly score: number | undefined;
}

interface Place {
  readonly turn: number;
  /** Which text of the turn. */
  readonly count: number;
}

/** Cuts a text into sentences, then labels them: two questions, each asked once. */
export async function scoreText(
  asking: Asking,
  { text, context }: CheckedText,
  { turn, count }: Place,
): Promise<ScoredText> {
  const step = `${asking.name}/${count + 1}`;
  const cutting = cutSentencesQuestion(`${step}/cut`, turn, text);
  const [cut] = await asking.ask(cutting);
  const cutNotes = { cut: judgeNotes(asking.judge, cutting, cut === undefined ? [] : [cut]) };
  const sentences = cut?.verdict === undefined ? undefined : keepAllWords(text, cut.verdict);
  if (sentences === undefined) return unscored(cut, "No sentence of the text was cut.", cutNotes);

  const labelling = labelSentencesQuestion({ step: `${step}/label`, turn, sentences, context });
  const [labelled] = await asking.ask(labelling);
  const judge = {
    ...cutNotes,
    label: judgeNotes(asking.judge, labelling, labelled === undefined ? [] : [labelled]),
  };
  const labels = labelled?.verdict;
  if (labels === undefined) return unscored(labelled, "No sentence was labelled.", judge);
  const scored = sentences.map((sentence, place) => ({
    sentence,
    label: undefined,
    ...labels[place],
    score: scoreOf(labels[place]?.label),
  }));
  const known = scored.flatMap(({ score }) => (score === undefined ? [] : [score]));
  return { score: exactMean(known), sentences: scored, judge };
}

function scoreOf(label: Label | undefined): number | undefined {
  if (label === undefined) return undefined;
  return label === "supported" || label === "not_applicable" ? 1 : 0;
}

function unscored(
  sample: JudgeSample<unknown> | undefined,
  why: string,
  judge: object,
): ScoredText {
  const whole = sample?.detail === undefined ? why : `${why} ${sample.detail}`;
  return { score: undefined, reason: sample?.reason ?? "judge-parse", why: whole, judge };
}
