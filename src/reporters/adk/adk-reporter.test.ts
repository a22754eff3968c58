import { expect, test } from "vitest";
import { exampleRun, replay } from "../../../tests/fixtures/reporters/replay.ts";
import {
  aMetricResult,
  anInvocation,
  aRunEnd,
  aRunStart,
  caseEvents,
} from "../../testing/builders.ts";

test("the summary and the details read as ADK prints them", async () => {
  const shown = await replay("adk", exampleRun());
  expect(shown.split("\n").slice(0, 54).join("\n")).toMatchInlineSnapshot(`
    "Using evaluation criteria: tool_trajectory_avg_score: 1.0, response_match_score: 0.8
    *********************************************************************
    Eval Run Summary
    smoke:
      Tests passed: 1
      Tests failed: 3
      Tests not evaluated: 1
    comfort:
      Tests passed: 2
      Tests failed: 0
    ********************************************************************
    Eval Set Id: smoke
    Eval Id: lights_off_bedroom
    Overall Eval Status: PASSED
    ---------------------------------------------------------------------
    Metric: tool_trajectory_avg_score, Status: PASSED, Score: 1.0, Threshold: 1.0
    ---------------------------------------------------------------------
    Metric: response_match_score, Status: PASSED, Score: 0.96, Threshold: 0.8
    ---------------------------------------------------------------------
    Invocation Details:

    Invocation 1 of 1
      prompt:                     hello
      expected_response:          hi
      actual_response:            hi
      expected_tool_calls:        (none)
      actual_tool_calls:          (none)
      tool_trajectory_avg_score:  PASSED (1.0)


    ********************************************************************
    Eval Set Id: smoke
    Eval Id: two_rooms_one_request
    Overall Eval Status: FAILED
    Reason: trajectory 0.00, needs 1.00
    ---------------------------------------------------------------------
    Metric: tool_trajectory_avg_score, Status: FAILED, Score: 0.0, Threshold: 1.0
    ---------------------------------------------------------------------
    Metric: response_match_score, Status: PASSED, Score: 0.9, Threshold: 0.8
    ---------------------------------------------------------------------
    Invocation Details:

    Invocation 1 of 1
      prompt:                     Turn off the bedroom and the kitchen lights
      expected_response:          hi
      actual_response:            hi
      expected_tool_calls:        get_device(
                                    room='bedroom')
                                  set_light(
                                    room='bedroom',
                                    on=False)
                                  set_light(
                                    room='kitchen',
                                    on=False)"
  `);
});

test("figures that only inform are broken down", async () => {
  const tokens = { totalTokens: 1234567.5, inputTokens: 1e16, promptTokens: 12 };
  const seconds = {
    totalSeconds: 1.235,
    modelSeconds: 1,
    toolSeconds: 0.2,
    frameworkSeconds: 0.035,
  };
  const informs = (name: string, score: number, details: Record<string, unknown>) =>
    aMetricResult({
      name,
      score,
      threshold: undefined,
      status: "informational",
      details,
      perInvocation: [{ score, status: "informational", details }],
    });
  const shown = await replay("adk", [
    aRunStart(),
    ...caseEvents({
      invocations: [
        anInvocation({
          user: `${"word ".repeat(40)}\n\n  indented   double  spaces ${"x".repeat(120)}`,
          answer: `here and a-hyphen-ated-${"long-".repeat(30)}`,
          calls: [{ name: "f" }, { name: "g", args: { s: "it's", n: 1.5, l: [1, "a"], x: null } }],
        }),
      ],
      end: {
        metrics: [
          informs("token_usage_v1", 1234567.5, { tokenUsageDetails: tokens }),
          informs("invocation_duration_v1", 1.23456, { durationDetails: seconds }),
          aMetricResult({
            name: "rubric_based_final_response_quality_v1",
            score: 2 / 3,
            threshold: 0.5,
            details: { rubricScores: [{ rubricId: "r1", score: 1, rationale: "yes\nit is" }] },
            perInvocation: [],
          }),
        ],
      },
    }),
    aRunEnd(),
  ]);
  expect(shown).toMatchInlineSnapshot(`
    "Using evaluation criteria: tool_trajectory_avg_score: 1.0
    *********************************************************************
    Eval Run Summary
    set-1:
      Tests passed: 1
      Tests failed: 0
    ********************************************************************
    Eval Set Id: set-1
    Eval Id: case-1
    Overall Eval Status: PASSED
    ---------------------------------------------------------------------
    Metric: token_usage_v1, Status: INFORMATIONAL, Score: 1234567.5, Threshold: None
    Token breakdown:
      total:            1.23457e+06
        input:          1e+16
          prompt:       12
            cached:     n/a
          tool use:     n/a
        output:         n/a
          candidates:   n/a
          reasoning:    n/a
    ---------------------------------------------------------------------
    Metric: invocation_duration_v1, Status: INFORMATIONAL, Score: 1.23456, Threshold: None
    Duration breakdown:
      total:            1.235s
        model:          1s
        tool:           0.2s
        framework:      0.035s
    ---------------------------------------------------------------------
    Metric: rubric_based_final_response_quality_v1, Status: PASSED, Score: 0.6666666666666666, Threshold: 0.5
    Rubric Scores:
    Rubric: r1, Score: 1.0, Reasoning: yes
    it is
    ---------------------------------------------------------------------
    Invocation Details:

    Invocation 1 of 1
      prompt:                     word word word word word word word word word word word word word word word word
                                  word word word word word word word word word word word word word word word word
                                  word word word word word word word word
                                  
                                    indented   double  spaces xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
                                  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      expected_response:          hi
      actual_response:            here and a-hyphen-ated-long-long-long-long-long-long-long-long-long-long-long-
                                  long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-
                                  long-long-long-
      expected_tool_calls:        (none)
      actual_tool_calls:          f()
                                  g(
                                    s="it's",
                                    n=1.5,
                                    l=[1, 'a'],
                                    x=None)
      token_usage_v1:             1.23457e+06 (in 1e+16, out n/a)
      invocation_duration_v1:     1.23s (model 1s, tool 0.2s, framework 0.035s)


    "
  `);
});
