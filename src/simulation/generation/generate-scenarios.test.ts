import { expect, test } from "vitest";
import type { CallModel } from "../../core/chat-model.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { generateScenarios } from "./generate-scenarios.ts";

const { signal } = new AbortController();

function generate(replies: readonly string[], count: number) {
  const model = scriptedModel(replies);
  const ask: CallModel = ({ request }, until) => model.generate(request, until);
  const agent = "Name: lights";
  const generated = generateScenarios({ agent, count, environment: "a lamp", model, ask, signal });
  return { model, generated };
}

function reply(...prompts: readonly string[]): string {
  const scenarios = prompts.map((each) => ({ starting_prompt: each, conversation_plan: "a plan" }));
  return JSON.stringify({ scenarios });
}

test("as many scenarios as asked for, and the model is told what it asks for and knows", async () => {
  const { model, generated } = generate([reply("a", "b"), reply("c", "d")], 3);
  const { scenarios, shortBecause } = await generated;
  expect(scenarios.map((each) => each.startingPrompt)).toEqual(["a", "b", "c"]);
  expect(shortBecause).toBeUndefined();
  expect(model.requests[0]?.messages[0]?.text).toMatch(/Think of 3 conversations[\s\S]*a lamp/);
  expect(model.requests[1]?.messages[0]?.text).toContain("- a\n- b");
});

test("equal and empty ones are dropped, and a model that only repeats itself is not asked for ever", async () => {
  const { model, generated } = generate([reply("Turn it  on", " ", "turn it on")], 2);
  expect(await generated).toEqual({
    scenarios: [{ startingPrompt: "Turn it  on", conversationPlan: "a plan" }],
    shortBecause: "The model brought nothing new.",
  });
  expect(model.requests).toHaveLength(3);
});

test.each([
  ["no JSON", "Sure, here they are!", /no JSON/],
  ["another form", '{"scenarios": [{"prompt": "x"}]}', /starting_prompt/],
])("%s brings nothing, and why is told", async (_what, text, message) => {
  const { scenarios, shortBecause } = await generate([text], 1).generated;
  expect(scenarios).toEqual([]);
  expect(shortBecause).toMatch(message);
});

test("the form that a model is held to leaves no room for other keys, as OpenAI wants it", async () => {
  const { model, generated } = generate([reply("a")], 1);
  await generated;
  expect(model.requests[0]?.schema).toMatchObject({
    additionalProperties: false,
    required: ["scenarios"],
    properties: {
      scenarios: {
        items: {
          additionalProperties: false,
          required: ["starting_prompt", "conversation_plan"],
        },
      },
    },
  });
});

test("an answer with other keys is read all the same", async () => {
  const scenario = { starting_prompt: "a", conversation_plan: "b", mood: "good" };
  const { generated } = generate([JSON.stringify({ scenarios: [scenario], note: 1 })], 1);
  expect((await generated).scenarios).toHaveLength(1);
});
