import { expect, test } from "vitest";
import { answerInForm, materialOf } from "../../../tests/judge-by-form.ts";
import { collect } from "../../api/collect.ts";
import { evaluate } from "../../api/evaluate.ts";
import type { ChatRequest } from "../../core/chat-model.ts";
import { textOf } from "../../core/content.ts";
import type { RunStore } from "../../core/run-store.ts";
import { controlSetFor } from "../../metrics/judged/controls/control-sets.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";

const METRIC = "final_response_match_v2";
const evalSet = {
  eval_set_id: "greetings",
  eval_cases: [
    { eval_id: "hello", conversation: [{ user_content: "hello", final_response: "hello" }] },
    { eval_id: "bye", conversation: [{ user_content: "bye", final_response: "bye" }] },
  ],
};
const judged = {
  criteria: { [METRIC]: { threshold: 0.5, judge_model_options: { num_samples: 1 } } },
};

/** Knows the control questions, and passes what the echo says. */
const knowing = new Map(
  controlSetFor(METRIC)?.questions.map(({ actual, label }) => [
    textOf(actual[0]?.finalResponse),
    label,
  ]),
);
function wise(request: ChatRequest): string {
  const shown = materialOf(request.messages.map(({ text }) => text).join("\n"));
  const answer = shown.get("Answer of the agent, to be judged");
  return answerInForm(request, knowing.get(answer) !== "fail");
}
const babbling = (request: ChatRequest) => answerInForm(request, true);

/** An AI SDK model object: nobody's own function, so it has to prove itself. */
function sdkModel(
  answer: (request: ChatRequest) => string,
  modelId = "house-model",
  baseURL: string | undefined = "https://models.example/v1",
) {
  const asked: string[] = [];
  return {
    asked,
    provider: "house",
    config: { baseURL },
    modelId,
    specificationVersion: "v2",
    async doGenerate({ prompt, responseFormat }: never) {
      const parts = prompt as { role: string; content: string | { text: string }[] }[];
      const textIn = (content: string | { text: string }[]) =>
        typeof content === "string" ? content : content.map(({ text }) => text).join("");
      const system = parts
        .filter(({ role }) => role === "system")
        .map(({ content }) => textIn(content))
        .join("");
      const messages = parts
        .filter(({ role }) => role === "user")
        .map(({ content }) => ({ role: "user", text: textIn(content) }) as const);
      const usage = { inputTokens: 10, outputTokens: 5 };
      // the question before a run
      if (responseFormat === undefined) {
        return { content: [{ type: "text", text: "ready" }], finishReason: "stop", usage };
      }
      asked.push(messages[0]?.text ?? "");
      const { schema } = responseFormat as { schema: ChatRequest["schema"] };
      const text = answer({ system, messages, schema });
      return { content: [{ type: "text", text }], finishReason: "stop", usage };
    },
  };
}

function agent() {
  const heard: string[] = [];
  const echo = (text: string) => {
    heard.push(text);
    return text;
  };
  return { heard, echo };
}

async function hold(options: object, store: RunStore = memoryStore()) {
  const { echo, heard } = agent();
  const run = await evaluate(echo, evalSet, { ...judged, store, ...options } as never);
  return { run, heard };
}

test("a model that babbles in perfect form is refused, and the agent is not called for nothing", async () => {
  const { run, heard } = await hold({
    config: undefined,
    judgeModel: sdkModel(babbling),
    ...judged,
  });
  expect(heard).toEqual([]);
  expect(run).toMatchObject({ exitCode: 3, totals: { notEvaluated: 2, passed: 0, failed: 0 } });
  expect(run.judgeChecks).toMatchObject([
    { metric: METRIC, model: "house-model", status: "unfit", right: 5, of: 10 },
  ]);
  expect(run.cases[0]?.trials[0]?.metrics).toMatchObject([
    { name: METRIC, status: "not-evaluated", reason: "judge-unfit" },
  ]);
  expect(run.cases[0]?.trials[0]?.detail).toContain("5 of 10 control questions wrong");
});

test("a judge that knows what it says judges, and proves itself once", async () => {
  const store = memoryStore();
  const model = sdkModel(wise);
  const first = await hold({ judgeModel: model }, store);
  expect(first.run).toMatchObject({ exitCode: 0, totals: { passed: 2 } });
  expect(first.run.judgeChecks).toMatchObject([
    { status: "fit", right: 10, of: 10, paid: { calls: 10, input: 100 } },
  ]);
  expect(model.asked).toHaveLength(12);
  const second = await hold({ judgeModel: model }, store);
  expect(second.run.judgeChecks).toMatchObject([{ status: "fit", right: 10, paid: { calls: 0 } }]);
  expect(model.asked).toHaveLength(14);
});

test("other settings, another model or other questions are asked anew", async () => {
  const store = memoryStore();
  const model = sdkModel(wise);
  await hold({ judgeModel: model }, store);
  const warm = {
    criteria: {
      [METRIC]: {
        threshold: 0.5,
        judge_model_options: { num_samples: 1, judge_model_config: { temperature: 0.7 } },
      },
    },
  };
  await hold({ ...warm, judgeModel: model }, store);
  expect(model.asked).toHaveLength(24);
  // a threshold is no setting of the judge
  const strict = {
    criteria: { [METRIC]: { threshold: 1, judge_model_options: { num_samples: 1 } } },
  };
  await hold({ ...strict, judgeModel: model }, store);
  expect(model.asked).toHaveLength(26);
  const other = sdkModel(wise, "other-model");
  await hold({ judgeModel: other }, store);
  expect(other.asked).toHaveLength(12);
  const elsewhere = sdkModel(wise, "house-model", "https://elsewhere.example/v1");
  await hold({ judgeModel: elsewhere }, store);
  expect(elsewhere.asked).toHaveLength(12);
});

test("a model that tells no address is asked by every run: anything may stand behind its name", async () => {
  const store = memoryStore();
  await hold({ judgeModel: { ...sdkModel(wise), config: {} } }, store);
  const { run } = await hold({ judgeModel: { ...sdkModel(babbling), config: {} } }, store);
  expect(run.judgeChecks).toMatchObject([{ status: "unfit" }]);
});

test("runs beside each other have one judge prove itself once", async () => {
  const store = memoryStore();
  const model = sdkModel(wise);
  const runs = await Promise.all([1, 2, 3].map(() => hold({ judgeModel: model }, store)));
  expect(runs.map(({ run }) => run.exitCode)).toEqual([0, 0, 0]);
  expect(model.asked).toHaveLength(16);
});

test("a judge of two sets proves itself once, and each of two metrics is proved", async () => {
  const model = sdkModel(wise);
  const second = { ...evalSet, eval_set_id: "again" };
  const criteria = { ...judged.criteria, safety_v1: 0.5 };
  const { echo } = agent();
  const run = await evaluate(echo, [evalSet, second], {
    criteria,
    judgeModel: model as never,
    store: memoryStore(),
  });
  expect(run.judgeChecks.map(({ metric, status }) => [metric, status])).toEqual([
    [METRIC, "fit"],
    ["safety_v1", "unfit"],
  ]);
  // ten for each metric, and one for each case of the judge that is fit
  expect(model.asked).toHaveLength(24);
});

test("saved conversations are scored by proved judges only, and stay readable", async () => {
  const held = await collect(agent().echo, evalSet, { store: "memory" });
  const run = await held.score({ ...judged, judgeModel: sdkModel(babbling) as never });
  expect(run).toMatchObject({ exitCode: 3, judgeChecks: [{ status: "unfit" }] });
  expect(run.cases[0]?.trials[0]?.invocations).toHaveLength(1);
  expect(run.cases[0]?.trials[0]?.metrics[0]).toMatchObject({
    name: METRIC,
    reason: "judge-unfit",
  });
});

test("other metrics are measured beside a judge that is refused", async () => {
  const criteria = { ...judged.criteria, response_match_score: 0.5 };
  const { run, heard } = await hold({ criteria, judgeModel: sdkModel(babbling) });
  expect(heard).toHaveLength(2);
  expect(run.exitCode).toBe(3);
  expect(run.scores).toMatchObject({ response_match_score: 1 });
  const metrics = run.cases[0]?.trials[0]?.metrics.map(({ name, status, reason }) => [
    name,
    status,
    reason,
  ]);
  expect(metrics).toContainEqual([METRIC, "not-evaluated", "judge-unfit"]);
  expect(metrics).toContainEqual(["response_match_score", "passed", undefined]);
});

test("switched off, nobody is asked, and the run says so", async () => {
  const model = sdkModel(babbling);
  const { run } = await hold({ judgeModel: model, judgeCheck: "off" });
  expect(model.asked).toHaveLength(2);
  expect(run).toMatchObject({ exitCode: 0, judgeChecks: [{ status: "off", metric: METRIC }] });
});

test("the config switches it off too, and the option wins over it", async () => {
  const model = sdkModel(babbling);
  const config = { ...judged, judgeCheck: "off", judgeModel: model };
  const { criteria: _, ...none } = judged;
  const off = await hold({ ...none, criteria: undefined, config });
  expect(off.run.exitCode).toBe(0);
  const on = await hold({ criteria: undefined, config, judgeCheck: "on" });
  expect(on.run.judgeChecks).toMatchObject([{ status: "unfit" }]);
});

test("a function of one's own and a scripted model are not questioned unless asked", async () => {
  for (const judgeModel of [babbling, scriptedModel((request) => babbling(request))]) {
    const quiet = await hold({ judgeModel });
    expect(quiet.run).toMatchObject({ exitCode: 0, judgeChecks: [] });
    const asked = await hold({ judgeModel, judgeCheck: "on" });
    expect(asked.run).toMatchObject({ exitCode: 3, judgeChecks: [{ status: "unfit" }] });
  }
});

test("a model that cannot be reached has proved nothing, and is asked again next time", async () => {
  const store = memoryStore();
  const model = sdkModel(wise);
  let calls = 0;
  const down = {
    ...model,
    doGenerate(options: never) {
      calls += 1;
      // it was there before the run
      if (calls === 1) return model.doGenerate(options);
      return Promise.reject(Object.assign(new Error("401"), { statusCode: 401 }));
    },
  };
  const { run, heard } = await hold({ judgeModel: down }, store);
  expect(heard).toEqual([]);
  expect(run.judgeChecks).toMatchObject([{ status: "open", right: 0, of: 10, wrong: [] }]);
  expect(run.cases[0]?.trials[0]?.metrics).toMatchObject([{ reason: "judge-error" }]);
  const up = await hold({ judgeModel: sdkModel(wise) }, store);
  expect(up.run).toMatchObject({ exitCode: 0, judgeChecks: [{ status: "fit", right: 10 }] });
});

test("a project adds questions of its own", async () => {
  const own = {
    user: "Which floor?",
    answer: "It is cellar 7.",
    reference: "Floor 2.",
    label: "fail",
  };
  const config = {
    ...judged,
    controlQuestions: { [METRIC]: [own, own] },
    judgeModel: sdkModel(wise),
  };
  const { run } = await hold({ criteria: undefined, config });
  // it passes whatever it does not know
  expect(run.judgeChecks).toMatchObject([{ of: 12, right: 10, status: "fit" }]);
  expect(run.judgeChecks[0]?.wrong).toEqual([
    { id: "own-1", said: "pass" },
    { id: "own-2", said: "pass" },
  ]);
});

test.each([
  [{ safety_v2: [] }, "safety_v2"],
  [{ response_match_score: [] }, "No judge"],
  [{ [METRIC]: [{ user: "a", answer: "b", label: "pass" }] }, "reference"],
  [{ safety_v1: [{ user: "a", answer: "b", label: "pass" }] }, "not among the criteria"],
  [{ [METRIC]: [{ user: "a", answer: "b", reference: "c", label: "perhaps" }] }, "label"],
])("control questions that nobody can ask are refused: %j", async (controlQuestions, told) => {
  const config = { ...judged, controlQuestions, judgeModel: babbling };
  await expect(hold({ criteria: undefined, config })).rejects.toThrow(told);
});
