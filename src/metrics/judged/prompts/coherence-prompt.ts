import { textOf } from "../../../core/content.ts";
import type { RatedTurn } from "../scoring/rate-turns.ts";
import { type RatingQuestion, ratingQuestion } from "../scoring/score-rating.ts";
import { answerText, userText } from "./turn-material.ts";

const instructions = `You rate how coherent an agent's answer is, from 1 to 5.

Coherent is an answer that speaks to what was asked, whose sentences follow from one another, and that does not contradict itself.
- 5: one clear line from the question to the end; everything belongs where it stands.
- 4: easy to follow, with one loose end.
- 3: can be followed, but jumps, repeats itself or leaves out a step.
- 2: hard to follow; parts do not fit together or do not belong to the question.
- 1: no line at all, contradictory, beside the question, or empty.
Length, style and whether you would have answered so are not rated. A reference answer, where there is one, shows what the question is about; it need not be matched.

Say in "rationale" in one or two sentences why, then give the "score", a number from 1 to 5.`;

export function coherenceQuestion(rated: RatedTurn): RatingQuestion {
  const { step, turn, actual, expected } = rated;
  const reference = textOf(expected?.finalResponse);
  return ratingQuestion({
    step,
    turn,
    promptVersion: 1,
    instructions,
    material: [
      { title: "What the user asked", text: userText(actual) },
      ...(reference ? [{ title: "Reference answer", text: reference }] : []),
      { title: "Answer of the agent, to be judged", text: answerText(actual, false) },
    ],
    worst: 1,
    best: 5,
  });
}
