import { expect, test } from "vitest";
import { answerInForm } from "../../../tests/judge-by-form.ts";
import type { JudgeFor } from "../../core/judge.ts";
import type { CallEndEvent, CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { modelJudge } from "../../judges/model-judge.ts";
import { journaledCalls } from "../../runner/journal/call-journal.ts";
import { scoreCase } from "../../runner/measure-case.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { planMetric } from "../metrics/plan-metrics.ts";
import { askedPrompts } from "./asked-prompts.ts";

test("every pair of values that a case compares by meaning is shown, under each metric that came upon it", async () => {
  const calls: CallEndEvent[] = [];
  const key = { evalSetId: "s", evalId: "c", trial: 0, index: 0 };
  const texts = (...all: string[]) => all.map((text) => ({ name: "note", args: { text } }));
  const evalCase = anEvalCase({
    conversation: [anExpectedTurn({ calls: texts("late train", "no seat") })],
    assay: { args: { note: { text: { semantic: true } } } },
  });
  const actual = [anInvocation({ calls: texts("train late", "no seats") })];
  const model = scriptedModel((request) => answerInForm(request, true));
  const judgeFor: JudgeFor = (options) => modelJudge({ ...options, model });
  const names = ["tool_trajectory_avg_score", "tool_trajectory_recall"];
  const metrics = names.map((name) => planMetric(name, 1, { judgeFor, byMeaning: true }));
  const ask = journaledCalls({
    runId: "r",
    key,
    emit: (event) => void (event.type === "call-end" && calls.push(event)),
    issue: (call, signal) => call.model.generate(call.request, signal),
  });
  await scoreCase({ evalCase, actual, metrics, ask });

  const about = {
    kind: "eval",
    sets: [{ evalSetId: "s", config: { metrics: metrics.map((each) => ({ ...each })) } }],
  } as unknown as RunInfo;
  const result = { ...key, evalCase, invocations: actual } as unknown as CaseResult;
  const shown = await Promise.all(
    names.map((metric) => askedPrompts({ about, result, calls, metric })),
  );
  expect(shown.flat().every(({ isExact }) => isExact)).toBe(true);
  const asked = shown.map((prompts) =>
    prompts.map(({ text }) => text.match(/late train|no seat|train late/g)?.join(" | ")),
  );
  // in their order each call has one partner; a share tries all
  expect(asked).toEqual([
    ["late train | train late", "no seat | no seat"],
    [
      "late train | train late",
      "late train | no seat",
      "no seat | train late",
      "no seat | no seat",
    ],
  ]);
});
