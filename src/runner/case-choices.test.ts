import { describe, expect, test } from "vitest";
import type { CaseSettings } from "../core/case-settings.ts";
import { textContent } from "../core/content.ts";
import { planMetric } from "../project/metrics/plan-metrics.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../testing/builders.ts";
import { scoreCase } from "./measure-case.ts";

describe("what a case asks about", () => {
  const answered = (answers: readonly string[]) =>
    answers.map((answer, turn) => anInvocation({ user: `turn ${turn}`, answer }));
  const scripted = (references: readonly (string | undefined)[], assay?: CaseSettings) =>
    anEvalCase({
      conversation: references.map((reference) =>
        anExpectedTurn({
          finalResponse: reference === undefined ? undefined : textContent("model", reference),
        }),
      ),
      assay,
    });
  const metrics = () => [
    planMetric("tool_trajectory_avg_score", 1),
    planMetric("response_match_score", 0.8),
  ];

  test("a turn without a reference is not asked, and the case passes or fails by the others", async () => {
    const evalCase = scripted([undefined, "yes", undefined]);
    const good = await scoreCase({
      evalCase,
      actual: answered(["a", "yes", "c"]),
      metrics: metrics(),
    });
    expect(good.status).toBe("passed");
    expect(good.metrics[1]).toMatchObject({
      status: "passed",
      score: 1,
      coverage: { scored: 1, of: 3 },
      unasked: 2,
    });
    const bad = await scoreCase({
      evalCase,
      actual: answered(["a", "no", "c"]),
      metrics: metrics(),
    });
    expect(bad.status).toBe("failed");
  });

  test("without any reference the metric is not evaluated, unless the case leaves it out", async () => {
    const actual = answered(["a", "b"]);
    const open = scripted([undefined, undefined]);
    expect(await scoreCase({ evalCase: open, actual, metrics: metrics() })).toMatchObject({
      status: "not-evaluated",
    });
    const left = scripted([undefined, undefined], { skip: ["response_match_score"] });
    const scored = await scoreCase({ evalCase: left, actual, metrics: metrics() });
    expect(scored.status).toBe("passed");
    expect(scored.metrics.map(({ name }) => name)).toEqual(["tool_trajectory_avg_score"]);
  });

  test("a case that leaves everything out has not passed", async () => {
    const evalCase = scripted(["a"], {
      skip: ["response_match_score", "tool_trajectory_avg_score"],
    });
    const scored = await scoreCase({ evalCase, actual: answered(["a"]), metrics: metrics() });
    expect(scored).toMatchObject({ status: "not-evaluated", reason: "no-metrics" });
  });

  test("only the last turn is asked about where the case says so, for all metrics or for some", async () => {
    const actual = [
      anInvocation({ calls: [{ name: "look" }], answer: "a" }),
      anInvocation({ answer: "yes" }),
    ];
    const all = scripted(["x", "yes"], { turns: "last" });
    expect(await scoreCase({ evalCase: all, actual, metrics: metrics() })).toMatchObject({
      status: "passed",
      metrics: [
        { score: 1, coverage: { scored: 1, of: 2 }, unasked: 1 },
        { score: 1, coverage: { scored: 1, of: 2 }, unasked: 1 },
      ],
    });
    const one = scripted(["x", "yes"], { turns: { response_match_score: "last" } });
    expect(await scoreCase({ evalCase: one, actual, metrics: metrics() })).toMatchObject({
      status: "failed",
      metrics: [{ score: 0.5 }, { score: 1 }],
    });
  });

  test("a last turn without a reference leaves nothing to ask", async () => {
    const evalCase = scripted(["x", undefined], { turns: "last" });
    const scored = await scoreCase({ evalCase, actual: answered(["x", "y"]), metrics: metrics() });
    expect(scored).toMatchObject({ status: "not-evaluated" });
    expect(scored.metrics[1]?.detail).toContain("needs a final_response in its last turn.");
  });

  test("goals stay with their metrics where a case leaves one out", async () => {
    const [trajectory, response] = metrics();
    if (trajectory === undefined || response === undefined) throw new Error("two metrics");
    const { metrics: results } = await scoreCase({
      evalCase: scripted(["yes"], { skip: ["tool_trajectory_avg_score"] }),
      actual: answered(["no"]),
      metrics: [
        { ...trajectory, goal: "No tool is called in vain." },
        { ...response, goal: "Money is not lost." },
      ],
    });
    expect(results.map(({ name, goal }) => [name, goal])).toEqual([
      ["response_match_score", "Money is not lost."],
    ]);
  });
});
