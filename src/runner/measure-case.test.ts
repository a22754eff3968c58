import { expect, test } from "vitest";
import type { Metric, MetricInput } from "../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../core/metric-outcome.ts";
import type { MetricResult } from "../core/run.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../testing/builders.ts";
import { measureCase, scoreCase } from "./measure-case.ts";
import { measureMetric } from "./measure-metric.ts";

function metric(measure: Metric["measure"], overrides: Partial<Metric> = {}): Metric {
  return {
    name: "m",
    version: 1,
    threshold: 0.5,
    direction: "higher",
    range: { min: 0, max: 1 },
    needs: [],
    criterion: { threshold: 0.5 },
    measure,
    ...overrides,
  };
}

function scored(score: number, turns: readonly TurnScore[] = [{ score }]): Metric["measure"] {
  return () => ({ kind: "scored", score, perInvocation: turns });
}

function input(turns = 1, overrides: Partial<MetricInput> = {}): MetricInput {
  return {
    evalCase: anEvalCase(),
    actual: Array.from({ length: turns }, () => anInvocation()),
    expected: undefined,
    earlier: [],
    signal: new AbortController().signal,
    ...overrides,
  };
}

test("the threshold decides, for the whole and for every turn", () => {
  const measured = measureMetric(metric(scored(0.5, [{ score: 1 }, { score: 0 }])), input(2));
  expect(measured).toMatchObject({
    status: "passed",
    perInvocation: [{ status: "passed" }, { status: "failed" }],
  });
});

test("a metric where lower is better passes below its threshold", () => {
  const lower = { direction: "lower" } as const;
  expect(measureMetric(metric(scored(0.4), lower), input())).toMatchObject({ status: "passed" });
  expect(measureMetric(metric(scored(0.6), lower), input())).toMatchObject({ status: "failed" });
});

test("a case's own threshold wins over the config's", () => {
  const evalCase = anEvalCase({ assay: { thresholds: { m: 0.9 } } });
  expect(measureMetric(metric(scored(0.8)), input(1, { evalCase }))).toMatchObject({
    status: "failed",
    threshold: 0.9,
  });
});

test("a case's threshold makes an informing metric decide", () => {
  const evalCase = anEvalCase({ assay: { thresholds: { m: 3 } } });
  const inform: Metric["measure"] = () => ({
    kind: "informational",
    score: 4,
    perInvocation: [{ score: 4 }],
  });
  const range = { min: 0, max: undefined };
  const informing = metric(inform, { threshold: undefined, direction: "lower", range });
  expect(measureMetric(informing, input())).toMatchObject({ status: "informational" });
  expect(measureMetric(informing, input(1, { evalCase }))).toMatchObject({ status: "failed" });
});

test("a case's threshold that every score passes decides nothing", () => {
  const evalCase = anEvalCase({ assay: { thresholds: { m: -0.1 } } });
  const zero = metric(() => ({ kind: "scored", score: 0, perInvocation: [] }));
  expect(measureMetric(zero, input(1, { evalCase }))).toMatchObject({
    status: "not-evaluated",
    reason: "unsupported",
    detail:
      "The case's own threshold -0.1 of m lies outside its scores, 0 to 1: every score would pass.",
  });
});

test("a custom metric that decides for itself is believed", () => {
  const decide: Metric["measure"] = () => ({
    kind: "scored",
    score: 0.1,
    status: "passed",
    perInvocation: [],
  });
  expect(measureMetric(metric(decide), input())).toMatchObject({ status: "passed", score: 0.1 });
});

test.each<[string, Metric["measure"]]>([
  [
    "m broke: oh no",
    () => {
      throw new Error("oh no");
    },
  ],
  ["m broke: oh no", () => Promise.reject(new Error("oh no"))],
  ["m gave the score NaN.", scored(Number.NaN)],
  ["m gave a turn the score Infinity.", scored(1, [{ score: Number.POSITIVE_INFINITY }])],
  ["m scored 2 turns of a conversation of 1.", scored(1, [{ score: 1 }, { score: 1 }])],
  [
    "m broke: it answered with something that is not an outcome of a metric",
    () => ({ score: 1 }) as unknown as MetricOutcome,
  ],
  [
    "m broke: Cannot read properties of undefined (reading 'kind')",
    async () => undefined as unknown as MetricOutcome,
  ],
])("a broken metric is not evaluated and says why: %s", async (detail, measure) => {
  expect(await measureMetric(metric(measure), input())).toMatchObject({
    status: "not-evaluated",
    reason: "metric-error",
    detail,
    perInvocation: [{ score: undefined, status: "not-evaluated" }],
  });
});

test("a metric that scored some turns keeps its score and shows its coverage", () => {
  const turns: TurnScore[] = [
    { score: 1 },
    { score: undefined, reason: "missing-reference", why: "It needs final_response in this turn." },
  ];
  expect(measureMetric(metric(scored(1, turns)), input(2))).toMatchObject({
    status: "passed",
    score: 1,
    coverage: { scored: 1, of: 2 },
    reason: "partly-scored",
    detail: "1 of 2 turns were scored. Turn 2: It needs final_response in this turn.",
  });
  const complete: TurnScore[] = [{ score: 1 }, { score: 0 }];
  expect(measureMetric(metric(scored(0.5, complete)), input(2))).not.toHaveProperty("coverage");
});

test("a metric this version cannot run is not evaluated", () => {
  expect(measureMetric(metric(undefined), input())).toMatchObject({ reason: "unsupported" });
});

test("deterministic metrics are measured without waiting", () => {
  expect(measureCase([metric(scored(1)), metric(scored(0))], input())).not.toBeInstanceOf(Promise);
  expect(scoreCase({ evalCase: anEvalCase(), actual: [anInvocation()], metrics: [] })).not.toEqual(
    expect.any(Promise),
  );
});

test("each metric sees the results of those before it, also behind one that waits", async () => {
  const seen: (readonly string[])[] = [];
  const look = (name: string, wait: boolean) =>
    metric(
      ({ earlier }) => {
        seen.push(earlier.map((each: MetricResult) => each.name));
        const outcome = { kind: "scored", score: 1, perInvocation: [] } as const;
        return wait ? Promise.resolve(outcome) : outcome;
      },
      { name },
    );
  await measureCase([look("a", false), look("b", true), look("c", false)], input());
  expect(seen).toEqual([[], ["a"], ["a", "b"]]);
});

test("a conversation of another length than its script fails, and is not measured", () => {
  const evalCase = anEvalCase({ conversation: [anExpectedTurn(), anExpectedTurn()] });
  const metrics = [metric(scored(1))];
  expect(scoreCase({ evalCase, actual: [anInvocation()], metrics })).toEqual({
    status: "failed",
    metrics: [],
    reason: "turn-mismatch",
    detail: "The conversation has 1 turn, its script 2 turns.",
  });
});

test("an agent that did not get through has failed", () => {
  expect(
    scoreCase({ evalCase: anEvalCase(), actual: undefined, metrics: [metric(scored(1))] }),
  ).toMatchObject({ status: "failed", reason: "agent-error", metrics: [] });
});

test("a metric that scored only some turns leaves its case not evaluated, unless it failed", () => {
  const evalCase = anEvalCase({ conversation: [anExpectedTurn(), anExpectedTurn()] });
  const actual = [anInvocation(), anInvocation()];
  const partly = (score: number) =>
    metric(scored(score, [{ score }, { score: undefined, reason: "judge-error" }]));
  expect(scoreCase({ evalCase, actual, metrics: [partly(1)] })).toMatchObject({
    status: "not-evaluated",
  });
  expect(scoreCase({ evalCase, actual, metrics: [partly(0)] })).toMatchObject({ status: "failed" });
});

test("a case that nothing decided about is not evaluated, and says so", () => {
  const informing = metric(scored(3), { threshold: undefined });
  const request = { evalCase: anEvalCase(), actual: [anInvocation()] };
  for (const metrics of [[], [informing]]) {
    expect(scoreCase({ ...request, metrics })).toMatchObject({
      status: "not-evaluated",
      reason: "no-metrics",
    });
  }
});

test("rubrics of case and turn reach the metrics; two with one id are reported in a note", () => {
  const rubric = (rubricId: string, textProperty: string) => ({
    rubricId,
    rubricContent: { textProperty },
  });
  const evalCase = anEvalCase({
    rubrics: [rubric("short", "case"), rubric("kind", "case")],
    conversation: [anExpectedTurn({ rubrics: [rubric("short", "turn")] })],
  });
  let seen: unknown;
  const look = metric(({ actual }) => {
    seen = actual[0]?.rubrics;
    return { kind: "scored", score: 1, perInvocation: [] };
  });
  const result = scoreCase({ evalCase, actual: [anInvocation()], metrics: [look] });
  expect(seen).toEqual([rubric("short", "turn"), rubric("kind", "case")]);
  expect(result).toMatchObject({
    status: "passed",
    detail: 'The rubric "short" stands on the case and on a turn; rubric metrics cannot use that.',
  });
});
