import { expect, test } from "vitest";
import type { Step } from "../../core/agent.ts";
import { timeModelCalls } from "./time-model-calls.ts";
import type { WireExchange } from "./wire-log.ts";
import { wireOpenaiChat } from "./wire-openai-chat.ts";

const usage = (at: number, calls = 1): Step => ({
  type: "usage",
  at,
  usage: { input: 1, output: 1, calls },
});
const exchange = (begunAt: number, endedAt: number): WireExchange => ({
  protocol: wireOpenaiChat,
  path: "/v1/chat/completions",
  begunAt,
  endedAt,
  request: "{}",
  reply: "{}",
});

function timed(steps: readonly Step[], exchanges: readonly WireExchange[]) {
  const all = [...steps];
  timeModelCalls(all, exchanges, 1000);
  return all.map((step) => (step.type === "usage" ? step.milliseconds : undefined));
}

test("tells how long model calls took that were reported without saying so", () => {
  expect(timed([usage(50), usage(120)], [exchange(1060, 1119), exchange(1010, 1049)])).toEqual([
    40, 60,
  ]);
});

test.each([
  ["one was seen more", [usage(50)], [exchange(1010, 1040), exchange(1041, 1045)]],
  ["one was answered after it was reported", [usage(50)], [exchange(1010, 1060)]],
  ["one report stands for several calls", [usage(50, 2)], [exchange(1010, 1040)]],
])("says nothing where %s", (_, steps, exchanges) => {
  expect(timed(steps, exchanges)).toEqual(steps.map(() => undefined));
});
