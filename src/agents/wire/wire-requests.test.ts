import { afterEach, expect, test } from "vitest";
import { turnOf } from "../../../tests/turns-with-model.ts";
import type { TurnRecord } from "../../core/agent.ts";
import { type LoopbackModels, loopbackModels } from "../../testing/loopback/loopback-models.ts";

let models: LoopbackModels | undefined;

afterEach(async () => {
  await models?.close();
  models = undefined;
});

const parameters = { type: "object", properties: { at: { type: "string" } } };
const look = { name: "look", description: "Looks outside.", parameters };
const messages = [{ role: "user", content: "hi" }];

/** What each vendor's clients send, with things that are nobody's business. */
const bodies: Readonly<Record<string, object>> = {
  "/v1/chat/completions": {
    messages: [{ role: "developer", content: "Be brief." }, ...messages],
    tools: [{ type: "function", function: look }],
    temperature: 0.2,
    user: "somebody",
  },
  "/v1/responses": {
    instructions: "Be brief.",
    input: "hi",
    tools: [{ type: "function", ...look }],
    temperature: 0.2,
    metadata: { customer: "c-4711" },
  },
  "/v1beta/models/m:generateContent": {
    systemInstruction: { parts: [{ text: "Be brief." }] },
    contents: [{ role: "user", parts: [{ text: "hi" }] }],
    tools: [{ functionDeclarations: [look] }],
    generationConfig: { temperature: 0.2 },
    labels: { customer: "c-4711" },
  },
  "/v1/messages": {
    system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
    messages,
    tools: [{ name: "look", description: "Looks outside.", input_schema: parameters }],
    temperature: 0.2,
    max_tokens: 9,
    metadata: { user_id: "somebody" },
  },
  "/api/chat": {
    messages: [{ role: "system", content: "Be brief." }, ...messages],
    tools: [{ type: "function", function: look }],
    options: { temperature: 0.2 },
    stream: false,
  },
};

async function asking(path: string, body: object): Promise<TurnRecord> {
  models = await loopbackModels(() => ({ text: "Yes." }));
  const { url } = models;
  return await turnOf(async () => {
    const headers = { Authorization: "Bearer nobody-may-see-this" };
    const sent = JSON.stringify({ model: "m", ...body });
    await (await fetch(url + path, { method: "POST", headers, body: sent })).text();
    return "Yes.";
  });
}

test.each(Object.keys(bodies))("what a model is sent is kept with its call: %s", async (path) => {
  const turn = await asking(path, bodies[path] ?? {});
  const [usage] = turn.steps.filter(({ type }) => type === "usage");
  expect(usage).toHaveProperty("request", {
    messages: [
      { role: "system", parts: [{ type: "text", text: "Be brief." }] },
      { role: "user", parts: [{ type: "text", text: "hi" }] },
    ],
    tools: [look],
    settings: { temperature: 0.2, ...(path === "/v1/messages" && { maxTokens: 9 }) },
  });
  expect(JSON.stringify(turn)).not.toMatch(/nobody-may-see-this|somebody|4711/);
});

test("an agent that counts its own tokens is told what its model was sent, too", async () => {
  models = await loopbackModels(() => ({ text: "Yes." }));
  const { url } = models;
  const turn = await turnOf(async (_, { turn: recorded }) => {
    const body = JSON.stringify({ model: "m", messages });
    await (await fetch(`${url}/v1/chat/completions`, { method: "POST", body })).text();
    recorded.usage({ input: 3, output: 1 }, { model: "mine" });
    return "Yes.";
  });
  expect(turn.steps.filter(({ type }) => type === "usage")).toMatchObject([
    { model: "mine", request: { messages: [{ role: "user" }] } },
  ]);
});

test("an agent may say itself what its model was sent, and what makes no sense is left out", async () => {
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
    },
  );
  const turn = await turnOf((_, { turn: recorded }) => {
    recorded.usage({ input: 3 }, { request: { system: "Be brief.", messages, apiKey: "k" } });
    for (const request of ["text", 7, null, {}, { messages: 5 }, hostile]) {
      recorded.usage({ input: 3 }, { request });
    }
    return "Yes.";
  });
  const requests = turn.steps.flatMap((step) => (step.type === "usage" ? [step.request] : []));
  expect(requests.slice(0, 5)).toEqual([
    {
      messages: [
        { role: "system", parts: [{ type: "text", text: "Be brief." }] },
        { role: "user", parts: [{ type: "text", text: "hi" }] },
      ],
    },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(requests[6]).toBeUndefined();
});
