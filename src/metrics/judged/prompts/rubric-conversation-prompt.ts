import type { JudgeQuestion } from "../../../core/judge.ts";
import type { RubricsAbout } from "../scoring/measure-rubrics.ts";
import { allInstructions, conversationMaterial } from "./conversation-material.ts";
import {
  type RubricReply,
  rubricAnswer,
  rubricMaterial,
  rubricReader,
  rubricSchema,
} from "./rubric-question.ts";
import { toolDeclarationsOf } from "./turn-material.ts";

const instructions = `You decide which of the listed properties hold for a whole conversation between a user and one or more agents.

You see every turn in order: what the user wrote, what agents said and which tools they called on the way, what the tools answered, and the
agent's answer. Look at the way as well as at the outcome:
- A property about the course of the conversation must hold over all its turns, unless it says otherwise.
- Only what is listed happened. A call or a sentence that is not there was not made or said.
- A property that cannot apply to this conversation holds.
- Judge each property for itself; one that fails does not pull down another.

${rubricAnswer}`;

/** Asks once which rubrics a whole conversation meets. */
export function rubricConversationQuestion(about: RubricsAbout): JudgeQuestion<RubricReply> {
  const { asking, input, rubrics } = about;
  const seen = [
    allInstructions(input.actual),
    toolDeclarationsOf(input.actual),
    ...conversationMaterial(input.actual),
  ];
  return {
    step: asking.name,
    turn: -1,
    promptVersion: 1,
    instructions,
    material: [rubricMaterial(rubrics), ...seen],
    schema: rubricSchema,
    read: rubricReader(rubrics, seen),
  };
}
