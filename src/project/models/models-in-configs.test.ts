import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answerInForm } from "../../../tests/judge-by-form.ts";
import { type AgentFunction, tool } from "../../agents/index.ts";
import { collect } from "../../api/collect.ts";
import { evaluate } from "../../api/evaluate.ts";
import { score } from "../../api/score-saved.ts";
import type { ChatRequest } from "../../core/chat-model.ts";
import { textOf } from "../../core/content.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { loopbackModels } from "../../testing/loopback/loopback-models.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { defineConfig } from "../define/define-config.ts";

const written = {
  eval_set_id: "written",
  eval_cases: [
    { eval_id: "hello", conversation: [{ user_content: "hello", final_response: "hello" }] },
  ],
};
const scenario = (id = "played") => ({
  eval_set_id: id,
  eval_cases: [
    {
      eval_id: "order",
      conversation_scenario: { starting_prompt: "Hello.", conversation_plan: "Say thanks." },
    },
  ],
});
const echo = (text: string) => text;

/** A function as a model, which remembers what it was asked. */
function asked(answer: (request: ChatRequest, count: number) => string) {
  const requests: ChatRequest[] = [];
  function house(request: ChatRequest): string {
    requests.push(request);
    return answer(request, requests.length);
  }
  return { house, requests };
}

test("a function plays the user", async () => {
  const { house, requests } = asked((_, count) => (count === 1 ? "Thanks." : "</finished>"));
  const config = defineConfig({
    criteria: { tool_calls: 1 },
    userSimulatorConfig: { model: house },
  });
  const run = await evaluate(echo, scenario(), { config, store: "memory" });
  expect(requests).toHaveLength(2);
  expect(run.cases[0]?.trials[0]?.invocations).toHaveLength(2);
});

test("a function answers for a simulated tool", async () => {
  const { house, requests } = asked(({ schema }) =>
    JSON.stringify(schema === undefined ? { state: "lost at sea" } : { stateful_parameters: [] }),
  );
  const agent: AgentFunction = async (text, { turn }) => {
    const lookUp = tool(turn, "look_up", async () => ({ state: "shipped" }));
    const found = await lookUp({ order: text });
    return found.state;
  };
  const config = defineConfig({
    criteria: { response_match_score: 0 },
    environmentSimulation: {
      toolSimulationConfigs: [{ toolName: "look_up", mockStrategyType: 1 }],
      simulationModel: house,
    },
  });
  const run = await evaluate(agent, written, { config, store: "memory" });
  expect(requests.length).toBeGreaterThan(0);
  expect(textOf(run.cases[0]?.trials[0]?.invocations[0]?.finalResponse)).toBe("lost at sea");
});

test.each(["judgeModel", "judge_model"])("a function judges by %s of a criterion", async (key) => {
  const { house, requests } = asked((request) => answerInForm(request, true));
  const samples = { num_samples: 1 };
  const criteria = {
    final_response_match_v2: { threshold: 1, [key]: house, judge_model_options: samples },
  } as never;
  const run = await evaluate(echo, written, { criteria, store: "memory" });
  expect(run.exitCode).toBe(0);
  expect(requests).toHaveLength(1);
});

test("a function judges by the options of a criterion", async () => {
  const { house, requests } = asked((request) => answerInForm(request, true));
  const options = { judgeModel: house, numSamples: 1 };
  const config = defineConfig({
    criteria: { final_response_match_v2: { threshold: 1, judgeModelOptions: options } },
  });
  expect((await evaluate(echo, written, { config, store: "memory" })).exitCode).toBe(0);
  expect(requests).toHaveLength(1);
});

test("a function that is no answer is an error of the judge, told with its name", async () => {
  const judgeModel = function careless() {} as never;
  const criteria = { safety_v1: 1 };
  const run = await evaluate(echo, written, { criteria, judgeModel, store: "memory" });
  expect(run.exitCode).toBe(3);
  expect(run.cases[0]?.trials[0]?.metrics[0]).toMatchObject({
    status: "not-evaluated",
    reason: "judge-error",
  });
  expect(run.cases[0]?.trials[0]?.metrics[0]?.detail).toContain("careless");
});

test.each([
  [{ criteria: { response_match_score: { threshold: () => 1 } } }, "is a function"],
  [{ criteria: { safety_v1: 1 }, judgeModel: { name: "x" } }, "a model was expected"],
  [{ criteria: { safety_v1: 1 }, baseUrl: () => "http://x" }, "is a function"],
])("code in another place is refused: %o", async (config, told) => {
  const run = evaluate(echo, written, { config: config as never, store: "memory" });
  await expect(run).rejects.toThrow(told);
});

test("two configs with addresses of their own have their users played there", async () => {
  const folder = temporaryFolder();
  const servers = await Promise.all(
    [1, 2].map(() => loopbackModels(() => ({ text: "</finished>" }))),
  );
  onTestFinished(async () => {
    for (const server of servers) await server.close();
  });
  for (const [place, { url }] of servers.entries()) {
    const at = join(folder, `set${place}`);
    mkdirSync(at);
    writeFileSync(join(at, "s.evalset.json"), JSON.stringify(scenario(`set${place}`)));
    const config = {
      criteria: { tool_calls: 1 },
      base_url: `${url}/v1`,
      user_simulator_config: { model: "openai-compatible/house" },
    };
    writeFileSync(join(at, "test_config.json"), JSON.stringify(config));
  }
  const evalSets = [0, 1].map((place) => join(folder, `set${place}`, "s.evalset.json"));
  await evaluate({ agent: echo, evalSet: evalSets, store: "memory", cwd: folder });
  expect(servers.map(({ requests }) => requests.length)).toEqual([1, 1]);
});

test("the judge of a config judges when saved conversations are scored", async () => {
  const { house, requests } = asked((request) => answerInForm(request, true));
  const held = await collect(echo, written, { store: "memory" });
  const config = defineConfig({
    criteria: { final_response_match_v2: { threshold: 1, judgeModelOptions: { numSamples: 1 } } },
    judgeModel: house,
  });
  expect((await held.score({ config })).exitCode).toBe(0);
  expect(requests).toHaveLength(1);
});

test("scored again by its own criteria, a run keeps its judge, or is refused where that was code", async () => {
  const store = memoryStore();
  const { house } = asked((request) => answerInForm(request, true));
  const criteria = { safety_v1: 0.5 };
  const byCode = await evaluate(echo, written, { criteria, judgeModel: house, store });
  await expect(score(byCode.runId, { store })).rejects.toThrow("code of the program");
  expect((await score(byCode.runId, { store, judgeModel: house })).exitCode).toBe(0);

  const server = await loopbackModels(({ messages }) => {
    const text = messages.map((message) => message.text).join("\n");
    const schema = { properties: { rationale: {}, score: {} } };
    return { text: answerInForm({ messages: [{ role: "user", text }], schema }, true) };
  });
  onTestFinished(() => server.close());
  const named = { judgeModel: "openai-compatible/house", baseUrl: `${server.url}/v1` };
  const run = await evaluate(echo, written, { criteria, ...named, store });
  expect([run.exitCode, server.requests.length]).toEqual([0, 5]);
  expect((await score(run.runId, { store })).exitCode).toBe(0);
  expect(server.requests).toHaveLength(10);
});

/** An AI SDK model object that is asked somewhere else. */
function remote(answer: (request: { readonly responseFormat?: unknown }) => string) {
  const requests: unknown[] = [];
  return {
    requests,
    provider: "house.chat",
    modelId: "house",
    async doGenerate(request: { readonly responseFormat?: unknown }) {
      requests.push(request);
      const usage = { inputTokens: 10, outputTokens: 1 };
      return {
        content: [{ type: "text", text: answer(request) }],
        finishReason: "stop",
        usage,
      } as const;
    },
  };
}

test("a model object that cannot be reached is reported before any agent is called", async () => {
  const heard: string[] = [];
  const agent = (text: string) => {
    heard.push(text);
    return text;
  };
  const closed = remote(() => {
    throw Object.assign(new Error("no such key"), { statusCode: 401 });
  });
  const byFlag = { criteria: { safety_v1: 1 }, judgeModel: closed };
  const byConfig = { config: defineConfig({ criteria: { safety_v1: 1 }, judgeModel: closed }) };
  for (const options of [byFlag, byConfig]) {
    const run = evaluate(agent, written, { ...options, store: "memory" });
    await expect(run).rejects.toMatchObject({ code: "model/failed" });
  }
  const config = defineConfig({
    criteria: { tool_calls: 1 },
    userSimulatorConfig: { model: closed },
  });
  const played = evaluate(agent, scenario(), { config, store: "memory" });
  await expect(played).rejects.toMatchObject({ code: "model/failed" });
  expect(heard).toEqual([]);
  expect(closed.requests).toHaveLength(3);
});

test("a model object is asked once before the run, however many metrics it judges, and not again by a resume", async () => {
  const judgeModel = remote(() => "ready");
  const options = {
    criteria: { safety_v1: 0.5, final_response_match_v2: 0.5 },
    judgeModel,
    judgeCheck: "off",
    store: memoryStore(),
  } as const;
  const before = () =>
    judgeModel.requests.filter((each) => !("responseFormat" in (each as object))).length;
  const stop = new AbortController();
  const stopping = (text: string) => {
    stop.abort();
    return text;
  };
  const run = await evaluate(stopping, written, { ...options, signal: stop.signal });
  expect(before()).toBe(1);
  await evaluate(stopping, written, { ...options, resume: run.runId });
  expect(before()).toBe(1);
  await evaluate(echo, written, { ...options, signal: AbortSignal.abort() });
  expect(before()).toBe(1);
});

test("a model that answers from a list keeps all its answers for the run", async () => {
  const script = { ...remote(() => "</finished>"), provider: "mock-provider" };
  const config = defineConfig({
    criteria: { tool_calls: 1 },
    userSimulatorConfig: { model: script },
  });
  await evaluate(echo, scenario(), { config, store: "memory" });
  expect(script.requests).toHaveLength(1);
});
