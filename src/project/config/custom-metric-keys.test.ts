import { expect, test } from "vitest";
import { examineConfig } from "./read-config.ts";

const code_config = { name: "./kind.ts:kind" };

test("a key that was meant to be ours, and any slip in a metric that is a program, is a mistake", () => {
  const { problems } = examineConfig({
    criteria: { kind: 1 },
    custom_metrics: {
      kind: { code_config, timout_seconds: 5 },
      polite: { command: ["polite"], owner: "desk" },
    },
  });
  expect(problems).toMatchObject([
    {
      path: ["custom_metrics", "kind", "timout_seconds"],
      message: 'A custom metric has no key "timout_seconds".',
      hint: 'Did you mean "timeout_seconds"?',
    },
    {
      message: 'A custom metric has no key "owner".',
      hint: expect.stringMatching(/^Known keys: command, /),
    },
  ]);
});

test("a key that ADK passes over is a note", () => {
  const { problems, warnings } = examineConfig({
    criteria: { kind: 1 },
    custom_metrics: { kind: { code_config, owner: "desk", descripton: "kindness" } },
  });
  expect(problems).toEqual([]);
  expect(warnings.map(({ message }) => message)).toEqual([
    'custom_metrics.kind has a key "descripton" that means nothing.',
    'A custom metric has a key "owner" that means nothing.',
  ]);
});
