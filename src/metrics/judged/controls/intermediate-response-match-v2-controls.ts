import { textOf } from "../../../core/content.ts";
import type { Invocation } from "../../../core/invocation.ts";
import type { ControlSet } from "../../../core/judge-check.ts";
import { finalResponseMatchControls } from "./final-response-match-controls.ts";

/** The same comparisons by the same prompt; what is compared was said on the way. */
export const intermediateResponseMatchV2Controls: ControlSet = {
  ...finalResponseMatchControls,
  metric: "intermediate_response_match_v2",
  questions: finalResponseMatchControls.questions.map((question) => ({
    ...question,
    actual: question.actual.map(onTheWay),
    evalCase: {
      ...question.evalCase,
      conversation: question.evalCase.conversation?.map(onTheWay),
    },
  })),
};

function onTheWay({ finalResponse, ...turn }: Invocation): Invocation {
  const text = textOf(finalResponse) ?? "";
  return {
    ...turn,
    intermediateData: { toolUses: [], intermediateResponses: [["agent", [{ text }]]] },
  };
}
