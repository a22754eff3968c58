import { describe, expect, test } from "vitest";
import type { Conversation, Turn } from "../../core/agent.ts";
import { textContent } from "../../core/content.ts";
import { recordTurn } from "./record-turn.ts";
import { stepMistake } from "./step-mistake.ts";

const input = { text: "hello", content: textContent("user", "hello") };

async function turnWithResult(outcome: unknown) {
  const send = async (_: unknown, turn: Turn) => {
    turn.call("1", "find_room", {});
    turn.result("1", "find_room", outcome as { output?: unknown });
    return "Room 12.";
  };
  return recordTurn({ send } as Conversation, input);
}

describe("turn.result without an output", () => {
  test.each([
    [{ room: 12 }, 'A "result" has "room" and neither "output" nor "error".'],
    [{ ouput: 12 }, 'A "result" has no key "ouput". Did you mean "output"?'],
    [{ output: 12, eror: "no" }, 'A "result" has no key "eror". Did you mean "error"?'],
    [{ result: 12 }, 'A "result" has no key "result". Did you mean "output"?'],
    ["Room 12", 'turn.result was given "Room 12"; { output } or { error } was expected.'],
    [undefined, "turn.result was given nothing; { output } or { error } was expected."],
    [[12], "{ output } or { error } was expected."],
  ])("%j is told and not recorded", async (outcome, sentence) => {
    const turn = await turnWithResult(outcome);
    expect(turn.status).toBe("failed");
    expect(turn.problem).toContain(sentence);
    expect(turn.steps.filter((step) => step.type === "result")).toEqual([]);
  });

  test.each([
    [{ output: { room: 12 } }, { output: { room: 12 } }],
    [{ output: null }, { output: null }],
    [{ output: undefined }, {}],
    [{ error: "no such room" }, { error: "no such room" }],
    [{ output: 12, rooms: 1 }, { output: 12 }],
    [{}, {}],
  ])("%j is a result", async (outcome, told) => {
    const turn = await turnWithResult(outcome);
    expect(turn.status).toBe("done");
    expect(turn.steps[1]).toMatchObject({ type: "result", id: "1", tool: "find_room", ...told });
  });
});

describe("turn.usage", () => {
  const turnWithUsage = (usage: unknown) =>
    recordTurn(
      {
        async send(_, turn) {
          turn.usage(usage as { input?: number });
          return "Room 12.";
        },
      },
      input,
    );

  test.each([
    [{ in: 1 }, 'A "usage" has no key "in". Did you mean "input"?'],
    [{ input: 1, ouput: 2 }, 'A "usage" has no key "ouput". Did you mean "output"?'],
    [{ prompt_tokens: 5, completion_tokens: 1 }, 'no key "prompt_tokens". Did you mean "input"?'],
    [{ tokens: 6 }, 'A "usage" has "tokens" and none of input, output, calls, cached, reasoning.'],
    [{ input: "6" }, 'A "usage" has "input": "6"; a number was expected.'],
    [undefined, "turn.usage was given nothing; { input, output } was expected."],
  ])("%j is told and not counted", async (usage, sentence) => {
    const turn = await turnWithUsage(usage);
    expect(turn.status).toBe("failed");
    expect(turn.problem).toContain(sentence);
    expect(turn.steps.filter((step) => step.type === "usage")).toEqual([]);
  });

  test.each([
    [{ input: 1 }, { input: 1, output: 0, calls: 1 }],
    [
      { input: 1, output: 2, total: 3 },
      { input: 1, output: 2 },
    ],
    [
      { input: 1, output: null },
      { input: 1, output: 0 },
    ],
    [
      { input: 1, cached: undefined },
      { input: 1, output: 0 },
    ],
    [{}, { input: 0, output: 0, calls: 1 }],
  ])("%j is counted", async (usage, counted) => {
    const { steps } = await turnWithUsage(usage);
    expect(steps[0]).toMatchObject({ type: "usage", usage: counted });
  });
});

test.each([
  [{ id: "1", tool: "find_room", room: 12 }, 'A "result" has "room" and neither'],
  [{ id: "1", tool: "find_room" }, undefined],
  [{ id: "1", author: "root", within: ["0"], at: 4, timestamp: "now" }, undefined],
  [{ id: "1", output: 12, room: 12 }, undefined],
])("a told result of %j", (result, sentence) => {
  const mistake = stepMistake({ type: "result", ...result });
  if (sentence === undefined) expect(mistake).toBeUndefined();
  else expect(mistake).toContain(sentence);
});
