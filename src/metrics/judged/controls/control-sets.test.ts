import { expect, test } from "vitest";
import { answerInForm } from "../../../../tests/judge-by-form.ts";
import type { ChatRequest } from "../../../core/chat-model.ts";
import type { JudgeFor } from "../../../core/judge.ts";
import type { ControlQuestion, ControlSet } from "../../../core/judge-check.ts";
import type { MetricResult } from "../../../core/run.ts";
import { modelJudge } from "../../../judges/model-judge.ts";
import { planMetric } from "../../../project/metrics/plan-metrics.ts";
import { measureMetric } from "../../../runner/measure-metric.ts";
import { scriptedModel } from "../../../testing/scripted-model.ts";
import { metricDefinitions } from "../../index.ts";
import { controlSetFor } from "./control-sets.ts";

const judged = metricDefinitions.filter(({ needs }) => needs.includes("judge"));
const sets = judged.map(({ name }) => [name, controlSetFor(name) as ControlSet] as const);

test.each(sets)("%s has five known passes and five known fails", (name, set) => {
  expect(set?.metric).toBe(name);
  const labels = set.questions.map(({ label }) => label);
  expect(labels.filter((label) => label === "pass")).toHaveLength(5);
  expect(labels.filter((label) => label === "fail")).toHaveLength(5);
  expect(new Set(set.questions.map(({ id }) => id)).size).toBe(labels.length);
});

test.each(sets)("a judge who knows is right on every control question of %s", async (_, set) => {
  for (const question of set.questions) {
    const { result } = await ask(set, question, question.label === "pass");
    expect([question.id, result.status, result.coverage]).toEqual([
      question.id,
      question.label === "pass" ? "passed" : "failed",
      undefined,
    ]);
  }
});

test.each(sets)("a judge who says yes to all is right on the passes of %s only", async (_, set) => {
  for (const question of set.questions) {
    expect((await ask(set, question, true)).result.status).toBe("passed");
  }
});

// whoever changes a prompt looks through its control questions, and says so by this number
test.each(sets)("the control questions of %s belong to its prompt", async (_, set) => {
  for (const question of set.questions) {
    const { versions } = await ask(set, question, true);
    expect([...new Set(versions)]).toEqual([set.promptVersion]);
  }
});

async function ask(
  set: ControlSet,
  { evalCase, actual }: ControlQuestion,
  passes: boolean,
): Promise<{ result: MetricResult; versions: readonly number[] }> {
  const versions: number[] = [];
  const model = scriptedModel((request: ChatRequest) => answerInForm(request, passes));
  const judgeFor: JudgeFor = (options) => {
    const judge = modelJudge({ ...options, model, samples: 1 });
    return {
      ...judge,
      ask(question, context) {
        versions.push(question.promptVersion);
        return judge.ask(question, context);
      },
    };
  };
  const metric = planMetric(set.metric, { threshold: set.threshold }, { judgeFor });
  const result = await measureMetric(metric, {
    evalCase,
    actual,
    expected: evalCase.conversation,
    earlier: [],
    ask: (call, signal) => call.model.generate(call.request, signal),
    signal: new AbortController().signal,
  });
  return { result, versions };
}
