import { describe, expect, test } from "vitest";
import type { Message } from "../traces/message.ts";
import type { CallRequest, TurnRequests } from "./kept-requests.ts";
import { type ModelRequest, modelRequest } from "./model-request.ts";
import { readRequests } from "./read-requests.ts";
import { requestLog } from "./request-log.ts";

const text = (role: Message["role"], said: string): Message => ({
  role,
  parts: [{ type: "text", text: said }],
});
const tools = [{ name: "search", description: "Looks things up.", parameters: { type: "object" } }];

/** A conversation in which each call is sent everything that was said before. */
function growing(calls: number, system = "Be brief."): readonly CallRequest<ModelRequest>[] {
  const said = Array.from({ length: calls }, (_, at) => [
    text("user", `question ${at} ${"x".repeat(200)}`),
    text("assistant", `answer ${at} ${"y".repeat(200)}`),
  ]).flat();
  return Array.from({ length: calls }, (_, call) => ({
    call,
    request: {
      messages: [text("system", system), ...said.slice(0, 2 * call + 1)],
      tools,
      settings: { temperature: 0 },
    },
  }));
}

/** What models were sent, turn by turn, as it comes out of a journal. */
function read(turns: readonly (TurnRequests | undefined)[]): readonly (readonly unknown[])[] {
  const stored = turns.map((turn) => turn && (JSON.parse(JSON.stringify(turn)) as TurnRequests));
  return readRequests(stored).map((requestOf, at) =>
    (stored[at]?.calls ?? []).map(({ call }) => requestOf(call)),
  );
}

describe("the requests of a conversation", () => {
  test("are read back as they were sent", () => {
    const log = requestLog();
    const [first, second] = [growing(3), growing(5)];
    const kept = [log.keep(first), undefined, log.keep(second)];
    expect(read(kept)).toEqual([
      first.map(({ request }) => request),
      [],
      second.map(({ request }) => request),
    ]);
  });

  test("keep each message and each tool once, however often it is sent", () => {
    const size = (calls: number) => JSON.stringify(requestLog().keep(growing(calls))).length;
    expect(size(40)).toBeLessThan(2.1 * size(20));
    const log = requestLog();
    log.keep(growing(20));
    expect(JSON.stringify(log.keep(growing(20))).length).toBeLessThan(2000);
  });

  test("keep what was said once also where the instructions change and old messages are left out", () => {
    const log = requestLog();
    const said = Array.from({ length: 30 }, (_, at) => text("user", `${at} ${"x".repeat(500)}`));
    const calls = said.slice(10).map((_, call) => ({
      call,
      request: { messages: [text("system", `It is ${call}.`), ...said.slice(call, call + 10)] },
    }));
    const kept = log.keep(calls);
    expect(JSON.stringify(kept).length).toBeLessThan(30 * 700);
    expect(read([kept])[0]).toMatchObject(calls.map(({ request }) => request));
  });

  test("go on after another process has taken the conversation up", () => {
    const turns = [requestLog().keep(growing(4)), requestLog().keep(growing(2, "Be kind."))];
    expect(read(turns)[1]).toEqual(growing(2, "Be kind.").map(({ request }) => request));
  });

  test("say of a message that is too long who said it and how long it was", () => {
    const messages = [text("user", "x".repeat(600_000)), text("user", "short")];
    const kept = requestLog().keep([{ call: 0, request: { messages } }]);
    expect(JSON.stringify(kept).length).toBeLessThan(1000);
    expect(read([kept])[0]).toMatchObject([
      { messages: [{ role: "user", tooLong: expect.any(Number) }, messages[1]] },
    ]);
  });

  test("are nothing where no model was asked", () => {
    expect(requestLog().keep([])).toBeUndefined();
  });
});

describe("a request", () => {
  const parameters = { type: "object", properties: { q: { type: "string" } } };
  const expected: ModelRequest = {
    messages: [
      text("system", "Be brief."),
      text("user", "Find it."),
      { role: "assistant", parts: [{ type: "call", id: "1", name: "search", args: { q: "it" } }] },
    ],
    tools: [{ name: "search", description: "Looks.", parameters }],
    settings: { temperature: 0.5, maxTokens: 10 },
  };
  const forms: Readonly<Record<string, Parameters<typeof modelRequest>[0]>> = {
    Gemini: {
      system: { role: "system", parts: [{ text: "Be brief." }] },
      messages: [
        { role: "user", parts: [{ text: "Find it." }] },
        {
          role: "model",
          parts: [{ functionCall: { id: "1", name: "search", args: { q: "it" } } }],
        },
      ],
      tools: [{ functionDeclarations: [{ name: "search", description: "Looks.", parameters }] }],
      settings: [{ temperature: 0.5, maxOutputTokens: 10, httpOptions: { headers: { key: "k" } } }],
    },
    "chat completions": {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Find it." },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "1", type: "function", function: { name: "search", arguments: '{"q":"it"}' } },
          ],
        },
      ],
      tools: [
        { type: "function", function: { name: "search", description: "Looks.", parameters } },
      ],
      settings: [{ temperature: 0.5, max_completion_tokens: 10, user: "somebody" }],
    },
    Anthropic: {
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        { role: "user", content: "Find it." },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "1", name: "search", input: { q: "it" } }],
        },
      ],
      tools: [{ name: "search", description: "Looks.", input_schema: parameters }],
      settings: [{ temperature: 0.5, max_tokens: 10, metadata: { user_id: "u" } }],
    },
    "the AI SDK": {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "Find it." }] },
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: "1", toolName: "search", input: { q: "it" } }],
        },
      ],
      tools: [{ type: "function", name: "search", description: "Looks.", inputSchema: parameters }],
      settings: [{ temperature: 0.5, maxOutputTokens: 10, headers: { authorization: "k" } }],
    },
  };
  test.each(Object.keys(forms))("of %s is read as any other", (name) => {
    expect(modelRequest(forms[name] as Parameters<typeof modelRequest>[0])).toEqual(expected);
  });
});
