import type { Invocation } from "../../../core/invocation.ts";
import { type RatingQuestion, ratingQuestion } from "../scoring/score-rating.ts";
import { allInstructions, conversationMaterial } from "./conversation-material.ts";
import { toolDeclarationsOf } from "./turn-material.ts";

interface ConversationPrompt {
  readonly promptVersion: number;
  readonly instructions: string;
}

/** A rating from 0 to 1 of a whole conversation, by all that was said and done, and all that its agents had to go by. */
export function conversationQuestion(prompt: ConversationPrompt) {
  return (step: string, turns: readonly Invocation[]): RatingQuestion =>
    ratingQuestion({
      ...prompt,
      step,
      turn: -1,
      material: [allInstructions(turns), toolDeclarationsOf(turns), ...conversationMaterial(turns)],
      worst: 0,
      best: 1,
    });
}
