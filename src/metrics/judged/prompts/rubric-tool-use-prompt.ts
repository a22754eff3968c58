import type { JudgeQuestion } from "../../../core/judge.ts";
import type { RubricsAbout } from "../scoring/measure-rubrics.ts";
import { earlierTurns } from "./conversation-material.ts";
import {
  type RubricReply,
  rubricAnswer,
  rubricMaterial,
  rubricReader,
  rubricSchema,
} from "./rubric-question.ts";
import { toolDeclarationsOf, toolSteps, userText } from "./turn-material.ts";

const instructions = `You decide which of the listed properties hold for the way an agent used its tools in one turn.

Go through the calls in their order: which tool, with which arguments, after which answers. Then decide each property for itself:
- Only the calls that are listed were made. A call that is missing was not made, whatever anybody says about it.
- Arguments are right if they follow from the user's words or from what tools had answered before.
- A property about a tool, an order or an argument that cannot apply to this turn holds; one that asks for a call that was not made does not hold.

${rubricAnswer}`;

/** Asks which rubrics the tool calls of one turn meet. */
export function rubricToolUseQuestion(about: RubricsAbout): JudgeQuestion<RubricReply> {
  const { asking, input, turn, rubrics } = about;
  const actual = input.actual[turn];
  const seen =
    actual === undefined
      ? []
      : [
          toolDeclarationsOf([actual]),
          ...earlierTurns(input.actual.slice(0, turn)),
          { title: "What the user asked", text: userText(actual) },
          toolSteps(actual),
        ];
  return {
    step: asking.name,
    turn,
    promptVersion: 1,
    instructions,
    material: [rubricMaterial(rubrics), ...seen],
    schema: rubricSchema,
    read: rubricReader(rubrics, seen),
  };
}
