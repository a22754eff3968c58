import { expect, test } from "vitest";
import { inputCharsOf } from "./model-windows.ts";

test.each([
  ["gemini-2.5-flash", 2_000_000],
  ["google/gemini-2.5-pro", 2_000_000],
  ["openai/gpt-4o-mini", 256_000],
  ["openai/gpt-4.1", 2_000_000],
  ["openai/gpt-4", 16_000],
  ["claude-sonnet-4-5", 400_000],
])("the window of %s is known", (model, characters) => {
  expect(inputCharsOf(model)).toBe(characters);
});

test.each(["ollama/llama3", "openai-compatible/gpt-4o", "my-judge", "scripted"])(
  "nobody knows the window of %s",
  (model) => {
    expect(inputCharsOf(model)).toBeUndefined();
  },
);
