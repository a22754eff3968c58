import { expect, test } from "vitest";
import type { AgentFunction } from "../../src/agents/index.ts";
import type { ChatRequest } from "../../src/core/chat-model.ts";
import { evaluate } from "../../src/index.ts";
import { answerInForm } from "../judge-by-form.ts";
import { looseObjectsIn } from "./strict-form.ts";

const rubrics = [{ rubric_id: "short", rubric_content: { text_property: "It is short." } }];
const turn = (text: string) => ({ user_content: text, final_response: `You said ${text}.` });

const looksAndTells: AgentFunction = (text, { turn }) => {
  turn.call("1", "look", { text });
  turn.result("1", "look", { output: { text } });
  return `You said ${text}.`;
};

test.each([
  ["final_response_match_v2", {}],
  ["rubric_based_final_response_quality_v1", { rubrics }],
  ["rubric_based_tool_use_quality_v1", { rubrics }],
  ["rubric_based_multi_turn_trajectory_quality_v1", { rubrics }],
  ["hallucinations_v1", {}],
  ["safety_v1", {}],
  ["response_evaluation_score", { threshold: 3 }],
  ["response_coherence", { threshold: 3 }],
  ["response_helpfulness", { threshold: 3 }],
  ["multi_turn_task_success_v1", {}],
  ["multi_turn_trajectory_quality_v1", {}],
  ["multi_turn_tool_use_quality_v1", {}],
])(
  "how often %s asks its judge is known before the run, and every form is strict",
  async (metric, settings) => {
    let asked = 0;
    function house(request: ChatRequest) {
      asked += 1;
      expect(looseObjectsIn(request.schema)).toEqual([]);
      return answerInForm(request, true);
    }
    const run = await evaluate({
      agent: looksAndTells,
      evalSet: {
        eval_set_id: "talk",
        eval_cases: [
          { eval_id: "two", conversation: [turn("one"), turn("two")] },
          { eval_id: "three", conversation: [turn("one"), turn("two"), turn("three")] },
        ],
      },
      criteria: {
        [metric]: { threshold: 0.5, judge_model_options: { num_samples: 3 }, ...settings },
      } as never,
      judgeModel: house,
      store: "memory",
    });
    expect(run.totals, JSON.stringify(run.notes)).toMatchObject({ passed: 2 });
    expect(run.notes.join("\n")).toContain(`house will be asked about ${asked} times to judge`);
  },
);

test.each([
  ["judge_model", {}],
  ["judgeModel", {}],
  ["judge_model", "judge_model_options"],
  ["judgeModel", "judgeModelOptions"],
])("the estimate is of the judge that a criterion names by %s, within %s", async (key, within) => {
  const house = (request: ChatRequest) => answerInForm(request, true);
  const settings = { [key]: house };
  const run = await evaluate({
    agent: looksAndTells,
    evalSet: { eval_set_id: "talk", eval_cases: [{ eval_id: "a", conversation: [turn("one")] }] },
    criteria: {
      safety_v1: {
        threshold: 0.5,
        ...(typeof within === "string" ? { [within]: settings } : settings),
      },
    } as never,
    store: "memory",
  });
  expect(run.totals, JSON.stringify(run.notes)).toMatchObject({ passed: 1 });
  expect(run.notes).toContainEqual(expect.stringMatching(/^house will be asked about 5 times/));
});
