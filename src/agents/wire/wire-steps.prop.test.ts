import fc from "fast-check";
import { expect, test } from "vitest";
import { wireAnthropic } from "./wire-anthropic.ts";
import { wireGemini } from "./wire-gemini.ts";
import { wireOllama } from "./wire-ollama.ts";
import { wireOpenaiChat } from "./wire-openai-chat.ts";
import { wireOpenaiResponses } from "./wire-openai-responses.ts";
import { wireSteps } from "./wire-steps.ts";

const protocols = [wireGemini, wireOpenaiChat, wireOpenaiResponses, wireAnthropic, wireOllama];

/** Keys and words that the readers look for, so that chance goes deep. */
const words = [
  ...["candidates", "contents", "content", "parts", "functionCall", "functionResponse", "name"],
  ...["args", "choices", "message", "delta", "tool_calls", "function", "arguments", "index", "id"],
  ...["messages", "role", "tool", "assistant", "model", "tool_call_id", "input", "output", "type"],
  ...["object", "response", "item", "function_call", "function_call_output", "call_id", "usage"],
  ...["message_start", "content_block_start", "content_block_delta", "content_block", "tool_use"],
  ...["tool_result", "tool_use_id", "partial_json", "text", "thinking", "max_tokens", "error"],
  ...[
    "input_tokens",
    "usageMetadata",
    "promptTokenCount",
    "prompt_tokens",
    "done",
    "tool_name",
    "__proto__",
  ],
];
const word = fc.constantFrom(...words);

/** Small on purpose: what matters is which keys meet. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.oneof(word, fc.constantFrom(null, true, 0, -1, 4e9, 1.5, "", '{"a":1}', "{")),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(word, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

const body = fc.oneof(
  value.map((each) => JSON.stringify(each)),
  fc.string({ maxLength: 30 }),
);
const streamed = fc
  .array(body, { maxLength: 4 })
  .map((pieces) => pieces.map((piece) => `data: ${piece}\n\n`).join(""));

const exchange = fc.record({
  protocol: fc.constantFrom(...protocols),
  path: fc.constantFrom("/v1/x", "/models/m:generateContent"),
  begunAt: fc.nat(9),
  endedAt: fc.nat(9),
  request: fc.option(body, { nil: undefined }),
  reply: fc.option(fc.oneof(body, streamed), { nil: undefined }),
});

test("whatever goes over the wire, reading it gives steps and never an error", () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 4 }), (exchanges) => {
      const steps = wireSteps(exchanges, 0);
      expect(JSON.parse(JSON.stringify(steps))).toHaveLength(steps.length);
      const ids = steps.flatMap((step) => (step.type === "call" ? [step.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      for (const step of steps) if (step.type === "result") expect(ids).toContain(step.id);
    }),
    { numRuns: 500 },
  );
});

test("nesting without an end is cut, not followed", () => {
  const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
  const parts = `[{"functionCall":{"name":"dig","args":${deep}}}]`;
  const reply = `{"candidates":[{"content":{"parts":${parts}}}]}`;
  const times = { begunAt: 0, endedAt: 1, path: "/models/m:generateContent" };
  const steps = wireSteps([{ protocol: wireGemini, request: undefined, reply, ...times }], 0);
  expect(JSON.stringify(steps)).toContain("[circular]");
});
