import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";
import type { MetricNeed } from "../../core/metric.ts";
import { defineMetric, type MetricAnswer } from "../../core/metrics/define-metric.ts";

const answered = { user_content: "hi", final_response: "hi" };
const unanswered = { user_content: "hi" };

async function measured(
  metric: Parameters<typeof defineMetric>[0],
  turns: readonly object[] = [answered],
) {
  const evalSet = { eval_set_id: "s", eval_cases: [{ eval_id: "a", conversation: turns }] };
  const run = await evaluate((text: string) => text, evalSet, {
    metrics: [defineMetric(metric)({ threshold: 0.5 })],
    store: "memory",
  });
  const [only] = run.cases;
  const result = only?.trials[0]?.metrics.find(({ name }) => name === metric.name);
  return { status: only?.status, result };
}

test.each<[string, readonly MetricNeed[], readonly object[], string | undefined]>([
  ["reference-answer", ["reference-answer"], [unanswered], "compares answers, and no turn has"],
  ["reference-answer", ["reference-answer"], [answered], undefined],
  ["final-state", ["final-state"], [answered], "compares the session state"],
  ["rubrics", ["rubrics"], [answered], "needs rubrics"],
  ["scenario", ["scenario"], [answered], "looks at simulated users"],
  ["expected-conversation", ["expected-conversation"], [unanswered], undefined],
])("a metric that needs %s is only asked where it is there", async (_, needs, turns, lacks) => {
  let asked = 0;
  const measure = () => {
    asked += 1;
    return 1;
  };
  const { status, result } = await measured({ name: "x", needs, measure }, turns);
  expect(asked).toBe(lacks === undefined ? 1 : 0);
  expect(status).toBe(lacks === undefined ? "passed" : "not-evaluated");
  if (lacks === undefined) return;
  expect(result).toMatchObject({ status: "not-evaluated", reason: "missing-reference" });
  expect(result?.detail).toContain(`x ${lacks}`);
});

test.each<[MetricAnswer, object]>([
  [
    { score: 0.7, why: "It is short." },
    { status: "passed", score: 0.7, detail: "It is short." },
  ],
  [
    { score: 0.2, details: { words: 9 } },
    { status: "failed", details: { words: 9 } },
  ],
  [
    { score: 0.9, status: "failed" },
    { status: "failed", score: 0.9 },
  ],
  [{ score: 1, perInvocation: [{ score: 1 }] }, { perInvocation: [{ status: "passed" }] }],
  [
    { score: 1, status: "FAILED", perInvocation: [{ score: 1, status: "FAILED" }] } as never,
    { status: "failed", score: 1, perInvocation: [{ status: "failed" }] },
  ],
])("a metric may answer with a score and why: %j", async (answer, expected) => {
  const { result } = await measured({ name: "x", measure: () => answer });
  expect(result).toMatchObject(expected);
});

test.each<[MetricAnswer, object]>([
  [0.7, { status: "passed", score: 0.7 }],
  [false, { status: "failed", score: 0 }],
  [
    { score: 1, why: "Prepared." },
    { status: "passed", detail: "Prepared." },
  ],
])("a metric that prepares something once may answer as shortly: %j", async (answer, expected) => {
  const { result } = await measured({ name: "x", create: () => () => answer });
  expect(result).toMatchObject(expected);
});

test.each([
  [undefined, "missing"],
  ["1", '"1"'],
  [[1], "an array"],
  [{}, "an empty object"],
  [{ kind: "score", score: 1 }, "an object"],
  [1n, "1"],
])("an answer that is none is shown: %o", async (answer, what) => {
  const { status, result } = await measured({ name: "x", measure: () => answer as never });
  expect(status).toBe("not-evaluated");
  expect(result?.detail).toBe(
    `x is broken: it answered with ${what}, which is not an outcome of a metric; a number, true or false, or { score, why } was expected.`,
  );
});

test.each([
  [{ score: 1, passed: false }, "passed: false"],
  [{ score: 1, ok: false }, "ok: false"],
  [{ score: 1, verdict: "fail" }, 'verdict: "fail"'],
  [{ score: 1, error: "no answer" }, 'error: "no answer"'],
  [{ score: 1, staus: "FAILED" }, 'staus: "FAILED"'],
  [{ score: 1, evalStatus: 2 }, "evalStatus: 2"],
  [{ score: 1, overall_eval_status: 2 }, "overall_eval_status: 2"],
  [{ kind: "scored", score: 1, perInvocation: [], passed: false }, "passed: false"],
  [{ score: 1, perInvocation: [{ score: 1, passed: false }] }, "passed: false"],
])("a verdict under a name that nobody reads is none: %j", async (answer, what) => {
  for (const part of [{ measure: () => answer }, { create: () => () => answer }]) {
    const { status, result } = await measured({ name: "x", ...part } as never);
    expect(status).toBe("not-evaluated");
    expect(result).toMatchObject({ status: "not-evaluated", reason: "metric-error" });
    expect(result?.detail).toContain(`x is broken: it returned ${what}, which `);
  }
});

test("a metric of one's own may say how long it takes", async () => {
  const measure = () => new Promise<number>(() => {});
  const { result } = await measured({ name: "x", measure, timeoutSeconds: 0.05 });
  expect(result).toMatchObject({
    reason: "metric-error",
    detail: "x took longer than 0.05 s and was given up.",
  });
});

test("a reason that reports have no words for is not kept", async () => {
  const outcome = { kind: "not-evaluated", reason: "because", detail: "It rained." };
  const { result } = await measured({ name: "x", measure: () => outcome as never });
  expect(result).toMatchObject({ reason: "unsupported", detail: "It rained." });
});

test("a turn that the author left out is no gap in a metric of one's own either", async () => {
  const perInvocation = [{ score: 1 }, { score: undefined, unasked: "by-author" as const }];
  const measure = () => ({ score: 1, perInvocation });
  const { status, result } = await measured({ name: "x", measure }, [answered, unanswered]);
  expect(status).toBe("passed");
  expect(result).toMatchObject({ coverage: { scored: 1, of: 2 }, unasked: 1 });
});
