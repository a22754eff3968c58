import fc from "fast-check";
import { expect, test } from "vitest";
import { metricDefinitions } from "../../metrics/index.ts";
import { anEvalCase, anExpectedTurn } from "../../testing/builders.ts";
import { checkRunnable, unmetNeeds } from "./check-runnable.ts";
import { planMetric, planMetrics } from "./plan-metrics.ts";

const scenario = anEvalCase({
  conversationScenario: { startingPrompt: "go", conversationPlan: "Ask for the ferry." },
});

test("what cannot be run is refused before any agent is called, all of it at once", () => {
  const metrics = [planMetric("final_response_match_v2", 0.5), planMetric("safety_v1", 0.5)];
  expect(() => checkRunnable(metrics)).toThrow(
    expect.objectContaining({
      code: "metric/cannot-run",
      message: "final_response_match_v2 needs a judge model, and no model can be asked here.",
      hint: "Leave it out of the criteria to run the others. No agent was called.",
      others: [expect.objectContaining({ message: expect.stringContaining("safety_v1") })],
    }),
  );
});

test("the defaults can be run", () => {
  expect(() => checkRunnable(planMetrics(undefined))).not.toThrow();
});

test("a metric says what a case lacks for it", () => {
  const unanswered = anEvalCase({ conversation: [anExpectedTurn({ finalResponse: undefined })] });
  const match = planMetric("response_match_score", 1);
  const rubrics = planMetric("rubric_based_tool_use_quality_v1", 1);
  const userQuality = planMetric("per_turn_user_simulator_quality_v1", 1);
  expect([
    unmetNeeds(match, scenario),
    unmetNeeds(match, unanswered),
    unmetNeeds(rubrics, anEvalCase()),
    unmetNeeds(userQuality, anEvalCase()),
    unmetNeeds(planMetric("final_session_state", 1), anEvalCase()),
  ]).toMatchInlineSnapshot(`
    [
      "response_match_score compares with a written conversation, and this is a scenario.",
      "response_match_score compares answers, and no turn has a final_response.",
      "rubric_based_tool_use_quality_v1 needs rubrics, and neither the config nor the case has any.",
      "per_turn_user_simulator_quality_v1 looks at simulated users, and this is a written conversation.",
      "final_session_state compares the session state, and the case has no final_session_state.",
    ]
  `);
});

test("a metric that has what it needs says nothing", () => {
  const rubric = { rubricId: "r", rubricContent: { textProperty: "It is short." } };
  const rubrics = planMetric("rubric_based_tool_use_quality_v1", 1);
  expect(unmetNeeds(planMetric("response_match_score", 1), anEvalCase())).toBeUndefined();
  expect(unmetNeeds(rubrics, anEvalCase({ rubrics: [rubric] }))).toBeUndefined();
  const empty = anEvalCase({ conversation: [anExpectedTurn({ answer: "" })] });
  expect(unmetNeeds(planMetric("response_match_score", 1), empty)).toBeUndefined();
  expect(unmetNeeds(planMetric("tool_call_count_v1"), scenario)).toBeUndefined();
});

/** Metrics that need no settings beside their threshold. */
const plain = metricDefinitions.filter(
  ({ name, needs }) => !needs.includes("judge") && isPlannable(name),
);

function isPlannable(name: string): boolean {
  try {
    return planMetric(name, 1) !== undefined;
  } catch {
    return false;
  }
}

test("a run by a threshold that every score passes is refused, whatever the metric", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...plain),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      ({ name, range: { min }, direction }, threshold) => {
        const plan = () => checkRunnable([planMetric(name, threshold)]);
        if (direction === "higher" && threshold < min) expect(plan).toThrow("every score passes");
        else expect(plan).not.toThrow();
      },
    ),
  );
});

test("below a scale that does not begin at 0 a threshold was meant for another scale", () => {
  for (const threshold of [0, 0.8, -1, { threshold: 0.99 }]) {
    expect(() => planMetric("response_evaluation_score", threshold)).toThrow(
      expect.objectContaining({
        code: "metric/invalid",
        message: expect.stringMatching(
          /^The threshold .* of response_evaluation_score lies outside its scores, 1 to 5: every score passes\.$/,
        ),
        hint: "Choose one from 1 to 5.",
      }),
    );
  }
  expect(planMetric("response_evaluation_score", 1).threshold).toBe(1);
});
