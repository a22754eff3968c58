import { expect, test } from "vitest";
import { PREFLIGHT_QUESTION } from "../../core/calls/preflight.ts";
import {
  type ChatModel,
  type ChatReply,
  ModelError,
  type ModelFault,
} from "../../core/chat-model.ts";
import { modelClient } from "../../models/index.ts";
import { preflightModels } from "./preflight-models.ts";

const never = new AbortController().signal;
const ready: ChatReply = { text: "ready", finish: "stop", usage: { input: 20, output: 1 } };

function aModel(generate: ChatModel["generate"], id = "gpt-5-mini"): ChatModel {
  return { id, generate };
}

function preflight(model: ChatModel, more: Partial<Parameters<typeof preflightModels>[1]> = {}) {
  const access = modelClient({ maxCost: 1 });
  const options = { access, signal: never, ...more };
  return { access, calls: preflightModels([{ model, role: "judge" }], options) };
}

test("the question is small, counted, and told apart from what is asked of a case", async () => {
  const asked: string[] = [];
  const model = aModel(async ({ messages }) => {
    asked.push(...messages.map(({ text }) => text));
    return ready;
  });
  const { access, calls } = preflight(model);
  expect(await calls).toMatchObject([
    {
      type: "call-end",
      step: "preflight",
      role: "judge",
      model: "gpt-5-mini",
      evalId: "",
      index: -1,
    },
  ]);
  expect(asked).toEqual([PREFLIGHT_QUESTION]);
  expect(access.spent()).toBeGreaterThan(0);
  const [known] = await calls;
  const finished = new Map([[known?.callKey ?? "", ready]]);
  expect(await preflight(model, { finished }).calls).toEqual([]);
  expect(asked).toHaveLength(1);
});

test.each<[ModelFault, string]>([
  ["auth", "Check the key in OPENAI_API_KEY."],
  ["quota", "run out"],
  ["invalid", "Check the name gpt-5-mini"],
  ["unreachable", "Start its server"],
])("a model that fails by %s ends it before any agent is called", async (fault, hint) => {
  const model = aModel(async () => {
    throw new ModelError(fault, "It said no.");
  });
  await expect(preflight(model).calls).rejects.toMatchObject({
    code: "model/failed",
    message: "It said no.",
    hint: expect.stringMatching(new RegExp(`${hint}.*No agent was called\\.$`)),
  });
});

test.each<ModelFault>(["rate-limit", "server"])("one that fails by %s is there", async (fault) => {
  let asked = 0;
  const model = aModel(async () => {
    asked += 1;
    throw new ModelError(fault, "Not now.");
  });
  expect(await preflight(model).calls).toEqual([]);
  expect(asked).toBe(1);
});

test("whoever stops is not told of a model that was not waited for", async () => {
  const stop = new AbortController();
  const silent = aModel(() => new Promise(() => {}));
  const { calls } = preflight(silent, { signal: stop.signal });
  stop.abort();
  expect(await calls).toEqual([]);
});
