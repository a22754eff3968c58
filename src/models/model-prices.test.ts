import { expect, test } from "vitest";
import { costOf, mostUsage, priceOf } from "./model-prices.ts";

test.each([
  ["gpt-5-mini", 0.25],
  ["openai/gpt-5-mini", 0.25],
  ["openai/gpt-5-2025-08-07", 1.25],
  ["google/gemini-2.5-flash", 0.3],
  ["gemini/gemini-2.5-flash-preview-09-2025", 0.3],
  ["gemini-2.5-flash-lite", 0.1],
  ["claude-haiku-4-5", 1],
  ["anthropic/claude-haiku-4-5-20251001", 1],
  ["ollama/llama3:8b", 0],
  ["ollama_chat/llama3", 0],
])("%s has a list price under every name it goes by", (model, input) => {
  expect(priceOf(model)?.input).toBe(input);
});

test.each([
  "openai/gpt-5-pro",
  "openai/gpt-5.1",
  "gpt-4o-realtime",
  "openai-compatible/gpt-5",
  "mine",
])("nobody knows the price of %s, whatever it begins with", (model) => {
  expect(priceOf(model)).toBeUndefined();
});

test("what a config states goes before the list, for every name that begins so", () => {
  const own = { "openai/gpt-5": { input: 9, output: 9 }, mine: { input: 1, output: 2 } };
  expect(priceOf("openai/gpt-5-pro", own)?.input).toBe(9);
  expect(priceOf("gpt-5-mini", own)?.input).toBe(9);
  expect(priceOf("mine-large", own)?.output).toBe(2);
});

test("what a reply can have cost at most is more than what it did", () => {
  const request = { messages: [{ role: "user", text: "語".repeat(100) }] } as const;
  const reply = { text: "はい".repeat(600), finish: "stop" } as const;
  const usage = mostUsage(request, reply);
  expect(usage.input).toBeGreaterThan(200);
  expect(costOf("gpt-5", { ...reply, usage })).toBeGreaterThan(0);
});
