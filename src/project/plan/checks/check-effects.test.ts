import { expect, test } from "vitest";
import { evalSetSource } from "../../../eval-sets/eval-set-source.ts";
import { readEvalSet } from "../../../eval-sets/reading/read-eval-set.ts";
import { readConfig } from "../../config/read-config.ts";
import { planMetrics } from "../../metrics/plan-metrics.ts";
import { checkEffects, criteriaToolNotes } from "./check-effects.ts";

const turn = { user_content: "Hi", intermediate_data: { tool_uses: [{ name: "look", args: {} }] } };

function told(
  evalCase: object,
  { criteria, tools }: { criteria?: object; tools?: readonly string[] } = {},
) {
  const text = JSON.stringify({
    eval_set_id: "s",
    eval_cases: [{ eval_id: "a", conversation: [turn], ...evalCase }],
  });
  const config = criteria && readConfig(JSON.stringify({ criteria }), { file: "test_config.json" });
  const { problems, warnings } = checkEffects(evalSetSource(readEvalSet(text).evalSet).mentions(), {
    metrics: planMetrics(config),
    customMetrics: [],
    tools: tools && new Set(tools),
  });
  return [
    ...problems.map(({ path, message, hint }) => `error ${path.join(".")}: ${message} ${hint}`),
    ...warnings.map(({ path, message, hint }) => `note ${path.join(".")}: ${message} ${hint}`),
  ];
}

test("a threshold for a metric that nobody knows is an error, for one of another config a note", () => {
  expect(told({ assay: { thresholds: { response_mach_score: 0.99 } } })).toEqual([
    'error eval_cases.0.assay.thresholds.response_mach_score: There is no metric "response_mach_score". Did you mean "response_match_score"?',
  ]);
  expect(told({ assay: { thresholds: { safety_v1: 0.9, response_match_score: 0.5 } } })).toEqual([
    "note eval_cases.0.assay.thresholds.safety_v1: safety_v1 has a threshold in a case and is not among the criteria. Add it to the criteria, or remove the threshold.",
  ]);
  expect(told({ assay: { thresholds: { token_usage_v1: 900 } } })).toEqual([]);
});

test("a metric that nobody knows is an error wherever a case names one", () => {
  const unknown = 'There is no metric "response_mach_score". Did you mean "response_match_score"?';
  expect(told({ assay: { skip: ["response_mach_score"] } })).toEqual([
    `error eval_cases.0.assay.skip.0: ${unknown}`,
  ]);
  expect(told({ assay: { turns: { response_mach_score: "last" } } })).toEqual([
    `error eval_cases.0.assay.turns.response_mach_score: ${unknown}`,
  ]);
  expect(told({ assay: { turns: { response_match_score: "last" } } })).toEqual([]);
});

test("what no metric looks at is a note", () => {
  const criteria = { response_match_score: 0.5 };
  expect(told({ final_session_state: { a: 1 }, rubrics: ["Is polite"] }, { criteria })).toEqual([
    'note eval_cases.0.final_session_state: No metric looks at the final_session_state of a case. Add "final_session_state": 1 to the criteria.',
    "note eval_cases.0.rubrics: No metric looks at the rubrics of a case. Add a rubric metric to the criteria, such as rubric_based_final_response_quality_v1.",
  ]);
  expect(told({ assay: { forbidden_tools: ["wipe"] } }, { criteria })).toEqual([
    "note eval_cases.0.assay.forbidden_tools: No metric looks at the assay.forbidden_tools of a case. Add tool_trajectory_avg_score to the criteria.",
  ]);
  expect(told({ final_session_state: { a: 1 } }, { criteria: { final_session_state: 1 } })).toEqual(
    [],
  );
  expect(told({ assay: { forbidden_tools: ["wipe"] } })).toEqual([]);
});

test("a rubric whose type no metric asks is a note", () => {
  const criteria = { rubric_based_final_response_quality_v1: { threshold: 0.5 } };
  const rubric = (type?: string) => ({
    rubric_id: type ?? "none",
    rubric_content: { text_property: "Is polite" },
    type,
  });
  const rubrics = [
    rubric("FINAL_RESPONSE_QUALITY"),
    rubric("FINAL_RESPONSE_QUALTY"),
    "Is kind",
    rubric(),
  ];
  expect(told({ rubrics }, { criteria })).toEqual([
    'note eval_cases.0.rubrics.1.type: No metric asks rubrics of the type "FINAL_RESPONSE_QUALTY". Did you mean "FINAL_RESPONSE_QUALITY"?',
    "note eval_cases.0.rubrics.3: No metric asks rubrics without a type. The criteria ask rubrics of the type FINAL_RESPONSE_QUALITY.",
  ]);
});

test("a tool that looks like one of the agent's is a note, any other is nobody's business", () => {
  const tools = ["look", "wipe_disk"];
  expect(told({ assay: { forbidden_tools: ["wipe_disc", "shout"] } }, { tools })).toEqual([
    'note eval_cases.0.assay.forbidden_tools.0: The agent has no tool "wipe_disc". Did you mean "wipe_disk"?',
  ]);
});

test("matchers of the config for a tool that no case expects are told when they look like a slip", () => {
  const criteria = {
    tool_trajectory_avg_score: { threshold: 1, args: { lok: { a: { ignore: true } } } },
  };
  const config = readConfig(JSON.stringify({ criteria }), { file: "test_config.json" });
  expect(criteriaToolNotes(planMetrics(config), new Set(["look"]))).toEqual([
    "tool_trajectory_avg_score has matchers for lok, which no case expects. Did you mean look?",
  ]);
});
