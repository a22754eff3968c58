import { expect, test } from "vitest";
import { collect } from "../../api/collect.ts";
import { evaluate } from "../../api/evaluate.ts";

const evalSet = {
  eval_set_id: "played",
  eval_cases: [
    {
      eval_id: "order",
      conversation_scenario: { starting_prompt: "Hello.", conversation_plan: "Say thanks." },
    },
  ],
};

function watched() {
  const called: string[] = [];
  return {
    called,
    agent: (text: string) => {
      called.push("agent");
      return text;
    },
    user: () => {
      called.push("user");
      return "</finished>";
    },
  };
}

test.each([
  [{ tool_trajectory_avg_score: 1, response_match_score: 0.8 }],
  [{ response_evaluation_score: 3 }],
  [{ final_response_match_v2: 0.5 }],
  [
    {
      response_match_score: 0.5,
      composite: { threshold: 0.5, weights: { response_match_score: 1 } },
    },
  ],
])(
  "scenarios that none of the criteria can score are refused before anybody is paid: %j",
  async (criteria) => {
    const { called, agent, user } = watched();
    const config = { criteria, userSimulatorConfig: { model: user }, judgeModel: user };
    const run = evaluate(agent, evalSet, { config: config as never, store: "memory" });
    await expect(run).rejects.toThrow("None of the criteria can score the scenarios");
    expect(called).toEqual([]);
  },
);

test("the default criteria cannot score them either", async () => {
  const run = evaluate(watched().agent, evalSet, { store: "memory" });
  await expect(run).rejects.toMatchObject({ code: "metric/cannot-score" });
});

test("one that can is enough, and conversations alone may be held without any", async () => {
  const { called, agent, user } = watched();
  const userSimulatorConfig = { model: user };
  const config = { criteria: { tool_trajectory_avg_score: 1, tool_calls: 1 }, userSimulatorConfig };
  await evaluate(agent, evalSet, { config, store: "memory" });
  expect(called).toContain("agent");
  const written = { eval_id: "w", conversation: [{ user_content: "a", final_response: "a" }] };
  const held = await collect(agent, { ...evalSet, eval_cases: [written] }, { store: "memory" });
  expect(held.cases).toHaveLength(1);
});
