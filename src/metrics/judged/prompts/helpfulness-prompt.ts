import { textOf } from "../../../core/content.ts";
import type { RatedTurn } from "../scoring/rate-turns.ts";
import { type RatingQuestion, ratingQuestion } from "../scoring/score-rating.ts";
import { answerText, toolSteps, userText } from "./turn-material.ts";

const instructions = `You rate how much an agent's answer helps the user who asked, from 1 to 5.

Helpful is an answer that gives what was asked for, or the next step towards it, in a form the user can act on.
- 5: the user has what they need and can go on without asking again.
- 4: it helps, with one thing missing that the user can easily see or ask for.
- 3: it helps in part; something that was asked for is missing or left vague.
- 2: little of it helps; the user would have to ask again from the beginning.
- 1: it does not help at all: beside the question, empty, a promise without a deed, or wrong in a way that leads the user astray.
An answer that truthfully says why something cannot be done, and what can be done instead, helps. What the answer claims to have done counts only
if a tool call stands behind it. Style and length are not rated. A reference answer, where there is one, shows what would have helped; it need not be matched.

Say in "rationale" in one or two sentences why, then give the "score", a number from 1 to 5.`;

export function helpfulnessQuestion(rated: RatedTurn): RatingQuestion {
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
      toolSteps(actual),
      { title: "Answer of the agent, to be judged", text: answerText(actual, false) },
    ],
    worst: 1,
    best: 5,
  });
}
