import { expect, test } from "vitest";
import type { Step } from "../../core/agent.ts";
import { textContent } from "../../core/content.ts";
import { invocationFromTurn } from "./invocation-from-turn.ts";

function timesOf(steps: readonly Step[], milliseconds: number) {
  return invocationFromTurn(
    { steps, final: undefined, milliseconds, status: "done" },
    {
      invocationId: "turn-1",
      userContent: textContent("user", "hello"),
      author: "agent",
      startedAt: 1_790_000_000,
    },
  ).times;
}

const call = (id: string, at: number, within?: readonly string[]): Step => ({
  type: "call",
  at,
  id,
  tool: "look_up",
  args: {},
  within,
});
const result = (id: string, at: number): Step => ({ type: "result", at, id, tool: "look_up" });
const usage = (at: number, milliseconds?: number): Step => ({
  type: "usage",
  at,
  usage: { input: 1, output: 1, calls: 1 },
  milliseconds,
});

test("keep when each tool was called and had answered, in whole milliseconds", () => {
  const steps = [call("a", 1.2), call("b", 2.6), result("b", 30.4), result("a", 55.5)];
  expect(timesOf(steps, 60)).toEqual({
    tools: [
      [1, 56],
      [3, 30],
    ],
  });
});

test("a call that nobody answered has no end, and never ends after its turn", () => {
  expect(timesOf([call("a", 1), call("b", 2), result("b", 9.9)], 9.2)?.tools).toEqual([
    [1, null],
    [2, 9],
  ]);
});

test("two calls of one id have a result each", () => {
  const steps = [call("x", 1), result("x", 2), call("x", 3), result("x", 4)];
  expect(timesOf(steps, 5)?.tools).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("model calls have times where somebody measured them, and those of sub-agents are the tool's", () => {
  const steps = [
    usage(40, 30),
    call("a", 41),
    call("inner", 42, ["a"]),
    result("a", 50),
    usage(90),
  ];
  expect(timesOf(steps, 100)).toEqual({
    tools: [[41, 50]],
    models: [
      [10, 40],
      [null, null],
    ],
  });
});

test("a turn without steps, and one that took no time, has none", () => {
  expect(timesOf([{ type: "text", at: 3, text: "hi" }], 10)).toBeUndefined();
  expect(timesOf([call("a", 0.1), result("a", 0.2)], 0.3)).toBeUndefined();
});
