import type { JudgeQuestion } from "../../../core/judge.ts";
import { degenerateNote } from "../degenerate-answer.ts";
import type { RubricsAbout } from "../scoring/measure-rubrics.ts";
import { earlierTurns } from "./conversation-material.ts";
import {
  type RubricReply,
  rubricAnswer,
  rubricMaterial,
  rubricReader,
  rubricSchema,
} from "./rubric-question.ts";
import {
  answerText,
  eventsOf,
  groundingOf,
  instructionsOf,
  toolDeclarationsOf,
  toolSteps,
  userText,
} from "./turn-material.ts";

const instructions = `You decide which of the listed properties an agent's answer to its user has.

First settle for yourself what is true here. Trust, in this order: what the user said, and what tools answered to calls that were sound
(the right tool, arguments that follow from the user's words or from earlier answers). An answer by a tool that was called with invented
arguments proves nothing, and what the agent claims proves nothing by itself. Then look at the answer alone:
- A property about facts holds only if what is settled bears it out.
- A property about form, tone or length is decided by the words of the answer.
- A property that cannot apply to this question holds.
- Judge each property for itself; one that fails does not pull down another.

${rubricAnswer}`;

/** Asks which rubrics the answer of one turn meets. */
export function rubricFinalResponseQuestion(about: RubricsAbout): JudgeQuestion<RubricReply> {
  const { asking, input, turn, rubrics } = about;
  const actual = input.actual[turn];
  const answer =
    actual === undefined ? "" : answerText(actual, asking.includeIntermediateResponses);
  const seen =
    actual === undefined
      ? []
      : [
          instructionsOf(actual),
          toolDeclarationsOf([actual]),
          ...earlierTurns(input.actual.slice(0, turn)),
          { title: "What the user asked", text: userText(actual) },
          toolSteps(actual),
          groundingOf(eventsOf(actual)),
          { title: "Answer of the agent, to be judged", text: answer },
        ];
  return {
    step: asking.name,
    turn,
    promptVersion: 1,
    instructions: `${instructions}${degenerateNote(answer)}`,
    material: [rubricMaterial(rubrics), ...seen],
    schema: rubricSchema,
    read: rubricReader(rubrics, seen),
  };
}
