import { expect, test } from "vitest";
import { parseModelName } from "./model-name.ts";
import { checkProvider } from "./providers/providers.ts";

test.each([
  ["gemini-2.5-flash", "google", "gemini-2.5-flash"],
  ["openai/gpt-5-mini", "openai", "gpt-5-mini"],
  ["anthropic/claude-sonnet-4-5", "anthropic", "claude-sonnet-4-5"],
  ["ollama/llama3:8b", "ollama", "llama3:8b"],
  ["openai-compatible/org/model", "openai-compatible", "org/model"],
  ["gpt-5", "openai", "gpt-5"],
])("%s is asked for at %s", (name, provider, model) => {
  expect(parseModelName(name)).toEqual({ provider, model });
});

test("a provider nobody knows is reported with the nearest", () => {
  expect(() => parseModelName("opneai/gpt-5")).toThrow(
    expect.objectContaining({ code: "model/unknown", hint: "Did you mean openai/gpt-5?" }),
  );
});

test("a missing key is told by its variable's name, before any call", () => {
  expect(() => checkProvider(parseModelName("gemini-2.5-flash"), { env: {} })).toThrow(
    "GOOGLE_API_KEY is not set, and gemini-2.5-flash needs it.",
  );
  expect(() => checkProvider(parseModelName("ollama/llama3"), { env: {} })).not.toThrow();
  expect(() => checkProvider(parseModelName("openai-compatible/x"), { env: {} })).toThrow(
    "address",
  );
});
