import { expect, test } from "vitest";
import { nonceIn } from "../../../tests/judges/measure-with-model.ts";
import { aMetricInput } from "../../../tests/measure-built-in.ts";
import type { CaseSettings } from "../../core/case-settings.ts";
import { countsAs } from "../../core/folds/case-row.ts";
import type { MetricInput } from "../../core/metric.ts";
import { modelJudge } from "../../judges/model-judge.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";

const turns = [1, 2, 3].map((place) =>
  anInvocation({ user: `Which ${place}?`, answer: "Pier 3." }),
);
const reference = (answer?: string) =>
  answer === undefined ? anExpectedTurn({ finalResponse: undefined }) : anExpectedTurn({ answer });

/** One sample a question; the judge says what it is told to, or breaks. */
async function measure(
  name: string,
  expected: MetricInput["expected"],
  { assay, answer }: { assay?: CaseSettings; answer: object | Error },
) {
  const model = scriptedModel((request) => {
    if (answer instanceof Error) return answer;
    return JSON.stringify({ nonce: nonceIn(request.messages[0]?.text ?? ""), ...answer });
  });
  const judgeFor = () => modelJudge({ model, samples: 1, parallelism: 1 });
  const rubrics = [{ rubric_id: "pier", rubric_content: { text_property: "It names a pier." } }];
  const criterion = { threshold: 0.5, judge_model_options: { num_samples: 1 } };
  const metric = planMetric(
    name,
    name.startsWith("rubric") ? { ...criterion, rubrics } : criterion,
    { judgeFor },
  );
  const ask: MetricInput["ask"] = (call, signal) => call.model.generate(call.request, signal);
  const evalCase = anEvalCase({ conversation: expected, assay });
  const input = aMetricInput({ ask, actual: turns, expected, evalCase });
  const result = await measureMetric(metric, input);
  return { result, counts: countsAs(result), asked: model.requests.length };
}

const valid = { rationale: "Same.", verdict: "valid" };

test("no judge is asked about a turn without a reference, and the metric passes on the others", async () => {
  const expected = [reference(), reference("Pier 3."), reference()];
  const { result, counts, asked } = await measure("final_response_match_v2", expected, {
    answer: valid,
  });
  expect(result).toMatchObject({ score: 1, coverage: { scored: 1, of: 3 }, unasked: 2 });
  expect({ counts, asked }).toEqual({ counts: "passed", asked: 1 });
});

test("what the judge could not say stays a gap beside what the author left out", async () => {
  const expected = [reference(), reference("Pier 3."), reference("Pier 4.")];
  const { result, counts } = await measure("final_response_match_v2", expected, {
    answer: new Error("down"),
  });
  expect(result).toMatchObject({ status: "not-evaluated" });
  expect(result.reason).not.toBe("missing-reference");
  expect(counts).toBe("not-evaluated");
});

test("without any reference nobody is asked, and the case is told how to leave the metric out", async () => {
  const expected = [reference(), reference(), reference()];
  const { result, asked } = await measure("final_response_match_v2", expected, { answer: valid });
  expect(result).toMatchObject({ status: "not-evaluated", reason: "missing-reference" });
  expect(result.detail).toContain('"skip": ["final_response_match_v2"]');
  expect(asked).toBe(0);
});

test.each([
  ["final_response_match_v2", valid],
  ["safety_v1", { rationale: "Fine.", score: 1 }],
  ["rubric_based_final_response_quality_v1", { items: [{ id: "pier", verdict: "yes" }] }],
])("%s is asked about the last turn alone where the case says so", async (name, answer) => {
  const expected = turns.map(() => reference("Pier 3."));
  const all = await measure(name, expected, { answer });
  const last = await measure(name, expected, { answer, assay: { turns: "last" } });
  expect(all.asked).toBe(3 * last.asked);
  expect(last.result).toMatchObject({ score: 1, coverage: { scored: 1, of: 3 }, unasked: 2 });
  expect(last.counts).toBe("passed");
});
