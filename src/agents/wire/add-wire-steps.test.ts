import { afterEach, expect, test } from "vitest";
import { chat, shown, turnOf } from "../../../tests/turns-with-model.ts";
import {
  type LoopbackModels,
  loopbackModels,
  type ModelScript,
} from "../../testing/loopback/loopback-models.ts";
import type { AgentFunction } from "../function-agent.ts";
import { turnScope } from "../recording/turn-scope.ts";

let models: LoopbackModels | undefined;

afterEach(async () => {
  await models?.close();
  models = undefined;
});

async function play(script: ModelScript): Promise<string> {
  models = await loopbackModels(script);
  return models.url;
}

const callOnce: ModelScript = () => ({
  text: "Let me look.",
  calls: [{ id: "seen", tool: "look", args: {} }],
});

async function toldBy(tell: AgentFunction): Promise<readonly object[]> {
  const url = await play(callOnce);
  const turn = await turnOf(async (text, context) => {
    await (await chat(url)).json();
    await tell(text, context);
    return "ok";
  });
  return shown(turn.steps);
}

test("calls that the function tells are all its calls; tokens it leaves out are added", async () => {
  const steps = await toldBy((_, { turn }) => turn.call("told", "look", {}));
  expect(steps).toMatchObject([{ type: "usage" }, { id: "told" }, { text: "ok" }]);
});

test("tokens that the function tells are not counted again", async () => {
  const steps = await toldBy((_, { turn }) => turn.usage({ input: 1, output: 1 }));
  expect(steps).toMatchObject([
    { text: "Let me look." },
    { id: "seen" },
    { usage: { input: 1, output: 1, calls: 1 } },
    { text: "ok" },
  ]);
});

test("texts that the function tells are not reported again", async () => {
  const steps = await toldBy((_, { turn }) => turn.text("Looking."));
  expect(steps).toMatchObject([
    { id: "seen" },
    { type: "usage" },
    { text: "Looking." },
    { text: "ok" },
  ]);
});

test("nothing is added to a turn that somebody else has watched", async () => {
  const steps = await toldBy(() => {
    const scope = turnScope.getStore();
    if (scope !== undefined) scope.sources = new Set(["framework"]);
  });
  expect(steps).toEqual([{ type: "text", text: "ok" }]);
});
