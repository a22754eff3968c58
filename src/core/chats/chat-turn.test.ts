import { expect, test } from "vitest";
import { textContent } from "../content.ts";
import type { Invocation } from "../invocation.ts";
import type { TurnEndEvent } from "../run.ts";
import { chatTurn } from "./chat-turn.ts";

test("a turn that is read again knows when calls began and when their results came", () => {
  const part = (own: object) => ({ author: "shop", content: { parts: [own] } });
  const invocation = {
    invocationId: "1",
    userContent: textContent("user", "Refund order 17"),
    creationTimestamp: 0,
    intermediateData: {
      invocationEvents: [
        part({ functionCall: { id: "a", name: "get_order", args: {} } }),
        part({ functionCall: { id: "b", name: "refund", args: {} } }),
        part({ functionResponse: { id: "b", name: "refund", response: {} } }),
        part({ functionResponse: { id: "a", name: "get_order", response: {} } }),
      ],
    },
    times: {
      tools: [
        [5, 90],
        [10, null],
      ],
    },
  } as unknown as Invocation;
  const { steps } = chatTurn({ turn: 0, invocation } as TurnEndEvent);
  const told = steps.map((step) => [step.type, step.at]);
  expect(told).toEqual([
    ["call", 5],
    ["call", 10],
    ["result", undefined],
    ["result", 90],
  ]);
});
