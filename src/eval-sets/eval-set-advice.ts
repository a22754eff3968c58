import { textOf } from "../core/content.ts";
import type { EvalCase, EvalSet } from "../core/eval-set.ts";
import { type Invocation, isRecorded } from "../core/invocation.ts";
import { ParseContext } from "../core/schema/parse-context.ts";

/** What is allowed in an eval set and makes it a poor one: nothing to compare with, the same case twice, ids that say nothing. */
export function evalSetAdvice({ evalCases }: EvalSet): ParseContext["warnings"] {
  const context = new ParseContext();
  const byPrompts = new Map<string, EvalCase>();
  for (const [index, evalCase] of evalCases.entries()) {
    context.path.push("eval_cases", index);
    adviseOnId(evalCase, context);
    adviseOnPrompts(evalCase, byPrompts, context);
    for (const [turn, invocation] of (evalCase.conversation ?? []).entries()) {
      context.path.push("conversation", turn);
      adviseOnReference(invocation, context);
      context.path.length -= 2;
    }
    context.path.length -= 2;
  }
  return context.warnings;
}

const words =
  "case|test|eval|example|sample|scenario|untitled|new|my|foo|bar|tmp|temp|id|turn|session";
const generic = new RegExp(`^(?:${words}|[-_ .0-9])*$`, "i");
const madeUp = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

function adviseOnId({ evalId }: EvalCase, context: ParseContext): void {
  if (!generic.test(evalId) && !madeUp.test(evalId)) return;
  context.path.push("eval_id");
  context.warn(`The eval_id "${evalId}" does not say what the case is about.`, {
    hint: "Name it after what is tested, such as lights_off_bedroom; reports show it.",
  });
  context.path.pop();
}

function adviseOnPrompts(
  evalCase: EvalCase,
  byPrompts: Map<string, EvalCase>,
  context: ParseContext,
): void {
  const prompts = JSON.stringify([
    evalCase.conversation?.map((turn) => textOf(turn.userContent) ?? ""),
    evalCase.conversationScenario?.startingPrompt,
    evalCase.conversationScenario?.conversationPlan,
    evalCase.sessionInput?.state,
  ]);
  const earlier = byPrompts.get(prompts);
  if (earlier === undefined) {
    byPrompts.set(prompts, evalCase);
    return;
  }
  context.warn(`The case "${evalCase.evalId}" says the same to the agent as "${earlier.evalId}".`, {
    hint: "Remove one of them; to repeat a case, run it with --num_runs.",
  });
}

function adviseOnReference(turn: Invocation, context: ParseContext): void {
  const answer = textOf(turn.finalResponse);
  if (turn.finalResponse !== undefined && (answer ?? "").trim() === "") {
    context.warn("The final response of this turn is empty.", {
      hint: "Write the ideal answer, or leave the key out.",
    });
  } else if (turn.finalResponse === undefined && expectsNothing(turn)) {
    context.warn("This turn says nothing about what is expected of the agent.", {
      hint: 'Add "final_response", or the calls expected in "intermediate_data".',
    });
  }
}

function expectsNothing({ intermediateData, rubrics }: Invocation): boolean {
  if ((rubrics?.length ?? 0) > 0) return false;
  if (intermediateData === undefined) return true;
  return isRecorded(intermediateData)
    ? intermediateData.invocationEvents.length === 0
    : intermediateData.toolUses.length === 0 &&
        intermediateData.toolResponses === undefined &&
        intermediateData.intermediateResponses === undefined;
}
