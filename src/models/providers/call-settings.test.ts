import { expect, test } from "vitest";
import { callSettings } from "./call-settings.ts";

test("generation settings of a config reach the call in either spelling", () => {
  expect(callSettings({ temperature: 0, max_output_tokens: 50, topP: 0.9 })).toEqual({
    temperature: 0,
    maxOutputTokens: 50,
    topP: 0.9,
  });
});

test("thinking goes to Google's models alone, and tools never reach a judge", () => {
  expect(callSettings({ thinkingConfig: { thinking_budget: 128 }, tools: [{}] })).toEqual({
    providerOptions: { google: { thinkingConfig: { thinkingBudget: 128 } } },
  });
});
