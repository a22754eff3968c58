import { join } from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adkAdapter } from "../../src/agents/adk/adk-agent.ts";
import { functionAgent } from "../../src/agents/function-agent.ts";
import { importerFrom } from "../../src/agents/loading/import-package.ts";
import { recordTurn } from "../../src/agents/recording/record-turn.ts";
import type { Agent, Step } from "../../src/core/agent.ts";
import { textContent } from "../../src/core/content.ts";
import { type LoopbackModels, loopbackModels } from "../../src/testing/loopback/loopback-models.ts";
import { installExample } from "../install-example.ts";
import { init } from "../turns-with-model.ts";
import { type Adk, make, scriptedTool } from "./adk-scripted.ts";

let models: LoopbackModels;

beforeAll(async () => {
  models = await loopbackModels(({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? { text: "It is 4.", usage: { input: 60, output: 9 } }
      : {
          text: "Let me look.",
          calls: [{ id: "a", tool: "get_weather", args: { city: "Oslo" } }],
          usage: { input: 40, output: 12 },
        },
  );
  process.env.GOOGLE_GEMINI_BASE_URL = models.url;
  process.env.GEMINI_API_KEY = "none";
}, 600_000);

afterAll(async () => {
  await models.close();
});

async function told(agent: Agent | undefined): Promise<readonly string[]> {
  const conversation = await agent?.start(init);
  if (conversation === undefined) throw new Error("no agent");
  const input = { text: "Oslo?", content: textContent("user", "Oslo?") };
  const { steps, final } = await recordTurn(conversation, input, { timeoutMs: 20_000 });
  return [...steps.map(lineOf), `answers ${final}`];
}

function lineOf(step: Step): string {
  switch (step.type) {
    case "text":
      return `says ${step.text}`;
    case "call":
      return `calls ${step.tool} ${JSON.stringify(step.args)}`;
    case "result":
      return `gets ${JSON.stringify(step.output)}`;
    case "usage":
      return `takes ${step.usage.input} and ${step.usage.output}`;
    default:
      return step.type;
  }
}

const once = [
  "says Let me look.",
  `calls get_weather {"city":"Oslo"}`,
  "takes 40 and 12",
  `gets {"celsius":4}`,
  "says It is 4.",
  "takes 60 and 9",
  "answers It is 4.",
];

test("an agent of @google/adk tells what it asks Gemini, and the wire adds nothing", async () => {
  const folder = await installExample("adk-dice");
  const need = importerFrom(join(folder, "agent.ts"));
  const adk = (await need("@google/adk")) as Adk;
  const weather = scriptedTool(adk, "get_weather", () => ({ celsius: 4 }));
  const agent = make(adk, "LlmAgent", {
    name: "weather",
    model: "gemini-2.5-flash",
    tools: [weather],
  });
  const context = { name: "weather", directory: folder, need };
  expect(await told(await adkAdapter.wrap(agent, context))).toEqual(once);
}, 600_000);

test("what the AI SDK tells is reported once; what it keeps to itself, the wire tells", async () => {
  const folder = await installExample("ai-sdk-support-desk");
  const ai = (await importerFrom(join(folder, "agent.ts"))("ai")) as AiSdk;
  const provider = createOpenAI({ baseURL: `${models.url}/v1`, apiKey: "none" });
  const inputSchema = ai.jsonSchema({ type: "object", properties: { city: { type: "string" } } });
  const tools = { get_weather: { inputSchema, execute: async () => ({ celsius: 4 }) } };
  const weather = (isEnabled: boolean, model: unknown) =>
    functionAgent(async (prompt) => {
      const telemetry = { isEnabled };
      const stopWhen = ai.isStepCount(5);
      return (await ai.generateText({ model, prompt, tools, stopWhen, telemetry })).text;
    });
  for (const model of [provider("m"), provider.chat("m")]) {
    expect(await told(weather(true, model))).toEqual(once);
    // the answer is told by the function, after the tokens
    expect((await told(weather(false, model))).toSorted()).toEqual(once.toSorted());
  }
}, 600_000);

interface AiSdk {
  jsonSchema(schema: object): unknown;
  isStepCount(count: number): unknown;
  generateText(options: object): Promise<{ readonly text: string }>;
}
