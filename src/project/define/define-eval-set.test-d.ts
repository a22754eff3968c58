// Compiled with everything else: each expected error must be one, and nothing else may be.

import { evaluate } from "../../api/evaluate.ts";
import { defineEvalSet } from "./define-eval-set.ts";

export const good = [
  defineEvalSet({ evalCases: [{ conversation: ["Hello", { userContent: "Bye" }] }] }),
  defineEvalSet({
    evalSetId: "smoke",
    description: "What every release must do",
    evalCases: [
      {
        evalId: "lights",
        conversation: [
          {
            userContent: "Lights off",
            finalResponse: "Done.",
            intermediateData: { toolUses: ["find", { name: "set_light", args: { on: false } }] },
          },
        ],
        rubrics: ["Is short"],
        assay: {
          tags: ["smoke"],
          matchType: "IN_ORDER",
          thresholds: { response_match_score: 0.5, mine: 1 },
          args: { set_light: { on: { ignore: true } } },
        },
      },
      {
        conversationScenario: { startingPrompt: "Hi", conversationPlan: "Ask for a refund" },
        sessionInput: { appName: "shop", userId: "me" },
      },
    ],
  }),
];

export const ran = evaluate({
  agent: (text: string) => text,
  evalSet: defineEvalSet({ evalCases: [{ conversation: ["Hello"] }] }),
});

export const bad = [
  // @ts-expect-error a misspelt key of a turn
  defineEvalSet({ evalCases: [{ conversation: [{ userContnt: "Hi" }] }] }),
  // @ts-expect-error neither a conversation nor a scenario
  defineEvalSet({ evalCases: [{ evalId: "a" }] }),
  // @ts-expect-error a misspelt setting
  defineEvalSet({ evalCases: [{ conversation: ["Hi"], assay: { tag: ["a"] } }] }),
  // @ts-expect-error no such match type
  defineEvalSet({ evalCases: [{ conversation: ["Hi"], assay: { matchType: "SORTED" } }] }),
  // @ts-expect-error tags belong under assay
  defineEvalSet({ evalCases: [{ conversation: ["Hi"], tags: ["a"] }] }),
];
