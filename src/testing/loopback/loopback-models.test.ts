import { afterEach, expect, test } from "vitest";
import { fieldsOf, type LooseJson } from "../../core/json/loose-json.ts";
import { type LoopbackModels, loopbackModels, type ModelScript } from "./loopback-models.ts";

let models: LoopbackModels | undefined;

afterEach(async () => {
  await models?.close();
  models = undefined;
});

async function play(script: ModelScript): Promise<LoopbackModels> {
  models = await loopbackModels(script);
  return models;
}

function post(path: string, body: object, init: RequestInit = {}): Promise<Response> {
  return fetch(`${models?.url}${path}`, { method: "POST", body: JSON.stringify(body), ...init });
}

/** One conversation as each vendor has it: instructions, a question, a call, its result. */
const asked: Readonly<Record<string, readonly [path: string, body: LooseJson]>> = {
  gemini: [
    "/v1beta/models/m:generateContent",
    {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        { role: "user", parts: [{ text: "Oslo?" }] },
        { role: "model", parts: [{ functionCall: { id: "a", name: "look", args: { at: 1 } } }] },
        {
          role: "user",
          parts: [{ functionResponse: { id: "a", name: "look", response: { c: 4 } } }],
        },
      ],
      tools: [{ functionDeclarations: [{ name: "look", description: "Looks." }] }],
    },
  ],
  "openai-chat": [
    "/v1/chat/completions",
    {
      model: "m",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "Oslo?" }] },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "a", function: { name: "look", arguments: `{"at":1}` } }],
        },
        { role: "tool", tool_call_id: "a", content: `{"c":4}` },
      ],
      tools: [{ type: "function", function: { name: "look", description: "Looks." } }],
    },
  ],
  "openai-responses": [
    "/v1/responses",
    {
      model: "m",
      instructions: "Be brief.",
      input: [
        { role: "user", content: "Oslo?" },
        { type: "function_call", call_id: "a", name: "look", arguments: `{"at":1}` },
        { type: "function_call_output", call_id: "a", output: `{"c":4}` },
      ],
      tools: [{ type: "function", name: "look", description: "Looks." }],
    },
  ],
  anthropic: [
    "/v1/messages",
    {
      model: "m",
      max_tokens: 9,
      system: "Be brief.",
      messages: [
        { role: "user", content: "Oslo?" },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "a", name: "look", input: { at: 1 } }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "a", content: `{"c":4}` }],
        },
      ],
      tools: [{ name: "look", description: "Looks." }],
    },
  ],
  ollama: [
    "/api/chat",
    {
      model: "m",
      stream: false,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Oslo?" },
        {
          role: "assistant",
          content: "",
          tool_calls: [{ function: { name: "look", arguments: { at: 1 } } }],
        },
        { role: "tool", tool_name: "look", content: `{"c":4}` },
      ],
      tools: [{ type: "function", function: { name: "look", description: "Looks." } }],
    },
  ],
};

test.each(Object.entries(asked))("%s: a request is read alike", async (protocol, [path, body]) => {
  const { requests } = await play(() => ({ text: "4." }));
  expect((await post(path, body)).status).toBe(200);
  const [request] = requests;
  expect(request).toMatchObject({ protocol, model: "m", isStreamed: false, body });
  expect(request?.tools).toEqual([{ name: "look", description: "Looks." }]);
  expect(request?.messages).toMatchObject([
    { role: "system", text: "Be brief." },
    { role: "user", text: "Oslo?", calls: [] },
    { role: "assistant", text: "", calls: [{ tool: "look", args: { at: 1 } }] },
    { role: "tool", text: `{"c":4}`, result: {} },
  ]);
});

test.each(Object.entries(asked))("%s: errors come in the vendor's form", async (...given) => {
  const [, [path, body]] = given;
  await play(() => ({ status: 429, message: "slow down", retryAfterSeconds: 3 }));
  const response = await post(path, body);
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
  const { error } = fieldsOf(await response.json());
  expect(typeof error === "string" ? error : fieldsOf(error).message).toBe("slow down");
});

test.each(Object.entries(asked))("%s: an answer may break off half way", async (...given) => {
  const [, [path, body]] = given;
  await play(() => ({ text: "one two three", breaksOff: true }));
  for (const stream of [false, true]) {
    const response = await post(path, { ...body, stream });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("terminated");
  }
});

test("Ollama's answers are lines, unless told otherwise", async () => {
  await play(() => ({
    text: "It is 4.",
    calls: [{ tool: "look", args: { at: 1 } }],
    usage: { input: 3, output: 2 },
  }));
  const [path, body] = asked.ollama ?? ["", {}];
  const whole = fieldsOf(await (await post(path, body)).json());
  expect(whole).toMatchObject({
    message: { content: "It is 4.", tool_calls: [{ function: { name: "look" } }] },
    done: true,
    prompt_eval_count: 3,
    eval_count: 2,
  });
  const streamed = await (await post(path, { ...body, stream: undefined })).text();
  const lines = streamed
    .trim()
    .split("\n")
    .map((line) => fieldsOf(JSON.parse(line)));
  expect(lines.map((line) => fieldsOf(line.message).content).join("")).toBe("It is 4.");
  expect(lines.map(({ done }) => done)).toEqual([false, false, false, false, true]);
});

test("a request that hangs ends with the server", async () => {
  const { close, requests } = await play(() => ({ hangs: true }));
  const hanging = post("/v1/responses", { model: "m", input: "hi" });
  hanging.catch(() => {});
  await expect.poll(() => requests.length).toBe(1);
  await close();
  await expect(hanging).rejects.toThrow("fetch failed");
});

test("a script that throws is told to the client", async () => {
  await play(() => {
    throw new RangeError("no more lines");
  });
  const response = await post("/v1/messages", { model: "m", max_tokens: 1, messages: [] });
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("no more lines");
});

test("it is heard on this machine only, and knows no other address", async () => {
  const { url } = await play(() => ({ text: "hi" }));
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await post("/v1/embeddings", {})).status).toBe(404);
});
