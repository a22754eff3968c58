import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluate } from "../../src/api/evaluate.ts";
import { textOf } from "../../src/core/content.ts";
import {
  type Invocation,
  intermediateTextsOf,
  isRecorded,
  toolCallsOf,
  toolResponsesOf,
} from "../../src/core/invocation.ts";
import type { CaseResult } from "../../src/core/run.ts";
import { type LoopbackModels, loopbackModels } from "../../src/testing/loopback/loopback-models.ts";
import { assay, project } from "../cli/assay.ts";
import { installFolder } from "../install-example.ts";
import { weatherCase, weatherModel } from "./weather-models.ts";

const folder = join(import.meta.dirname, "model-clients");

const criteria = {
  tool_trajectory_avg_score: 1,
  response_match_score: 1,
  tool_response_match: 1,
  total_tokens: 212,
  token_usage_v1: 212,
  inference_call_count_v1: 3,
} as const;

/** Each an agent that knows nothing of Assay: a function that asks a model and uses tools until it answers. */
const clients: readonly (readonly [name: string, file: string, agentName: string])[] = [
  ["fetch to Gemini", "fetch.mjs", "gemini"],
  ["fetch to Gemini, streamed", "fetch.mjs", "geminiStreamed"],
  ["fetch to OpenAI's chat", "fetch.mjs", "chat"],
  ["fetch to OpenAI's chat, streamed", "fetch.mjs", "chatStreamed"],
  ["fetch to OpenAI's responses", "fetch.mjs", "responses"],
  ["fetch to OpenAI's responses, streamed", "fetch.mjs", "responsesStreamed"],
  ["fetch to Anthropic", "fetch.mjs", "anthropic"],
  ["fetch to Anthropic, streamed", "fetch.mjs", "anthropicStreamed"],
  ["fetch to Ollama", "fetch.mjs", "ollama"],
  ["fetch to Ollama, streamed", "fetch.mjs", "ollamaStreamed"],
  ["@google/genai", "gemini.mjs", "whole"],
  ["@google/genai, streamed", "gemini.mjs", "streamed"],
  ["openai, chat", "openai-chat.mjs", "whole"],
  ["openai, chat, streamed", "openai-chat.mjs", "streamed"],
  ["openai, responses", "openai-responses.mjs", "whole"],
  ["openai, responses, streamed", "openai-responses.mjs", "streamed"],
  ["@anthropic-ai/sdk", "anthropic.mjs", "whole"],
  ["@anthropic-ai/sdk, streamed", "anthropic.mjs", "streamed"],
];

let models: LoopbackModels;

beforeAll(async () => {
  models = await loopbackModels(weatherModel);
  process.env.MODELS_URL = models.url;
  await installFolder(folder);
}, 600_000);

afterAll(async () => {
  await models?.close();
});

describe("an agent that only asks a model over the wire", () => {
  test.each(clients)("%s: is scored by its calls, results, texts and tokens", async (...client) => {
    const [, file, agentName] = client;
    const run = await evaluate(join(folder, file), [{ eval_cases: [weatherCase("Oslo")] }], {
      agentName,
      criteria,
      store: "memory",
    });
    expect(run.cases[0]?.trials[0]?.detail).toBeUndefined();
    expect(run.status).toBe("passed");
    expect(told(run.cases[0]?.trials[0])).toEqual(toldOf("Oslo"));
    expect(JSON.stringify(run.cases)).not.toContain("never-stored");
  });

  test("72 cases at once keep apart, whatever they speak", async () => {
    const original = globalThis.fetch;
    const cities = clients.map((_, index) => ["A", "B", "C", "D"].map((x) => x.repeat(index + 3)));
    const runs = await Promise.all(
      clients.map(([, file, agentName], index) => {
        const evalSet = { eval_cases: (cities[index] ?? []).map(weatherCase) };
        const options = { agentName, criteria, concurrency: 4, store: "memory" } as const;
        return evaluate(join(folder, file), evalSet, options);
      }),
    );
    for (const [index, run] of runs.entries()) {
      expect(run.totals).toMatchObject({ cases: 4, passed: 4 });
      expect(run.trials.flat().map(told)).toEqual(cities[index]?.map(toldOf));
    }
    expect(globalThis.fetch).toBe(original);
  });

  test("the command scores it too", async () => {
    const set = { eval_set_id: "weather", eval_cases: [weatherCase("Oslo"), weatherCase("Rome")] };
    const cwd = project({ "set.json": set, "config.json": { criteria } });
    const agent = join(folder, "openai-responses.mjs");
    const files = ["set.json", "--config_file_path", "config.json", "--agent_name", "streamed"];
    const { code, stdout, stderr } = await assay(["eval", agent, ...files], { cwd });
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("2 passed");
  });
});

function told(result: CaseResult | undefined) {
  const [turn] = result?.invocations ?? [];
  if (turn === undefined) return undefined;
  return {
    calls: toolCallsOf(turn).map(({ name, args }) => ({ name, args })),
    results: toolResponsesOf(turn).map(({ name, response }) => ({ name, response })),
    texts: intermediateTextsOf(turn).map(({ text }) => text),
    answer: textOf(turn.finalResponse),
    usage: usageOf(turn),
  };
}

function toldOf(city: string) {
  const [turn] = weatherCase(city).conversation;
  return {
    calls: turn?.intermediate_data.tool_uses,
    results: turn?.intermediate_data.tool_responses,
    texts: ["Let me look."],
    answer: `It is ${city.length} in ${city}.`,
    usage: [
      { model: "scripted", promptTokenCount: 40, candidatesTokenCount: 12 },
      { model: "scripted", promptTokenCount: 60, candidatesTokenCount: 9 },
      { model: "scripted", promptTokenCount: 80, candidatesTokenCount: 11 },
    ],
  };
}

function usageOf({ intermediateData }: Invocation) {
  const events = isRecorded(intermediateData) ? intermediateData.invocationEvents : [];
  return events.flatMap(({ usageMetadata, modelVersion }) =>
    usageMetadata === undefined ? [] : [{ model: modelVersion, ...usageMetadata }],
  );
}
