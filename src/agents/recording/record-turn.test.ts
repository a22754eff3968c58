import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Conversation, Turn } from "../../core/agent.ts";
import { textContent } from "../../core/content.ts";
import { functionAgent } from "../function-agent.ts";
import { saveBuiltIns } from "../isolation/built-ins.ts";
import { recordTurn } from "./record-turn.ts";

const input = { text: "hello", content: textContent("user", "hello") };

function turnOf(send: (turn: Turn) => unknown, options?: Parameters<typeof recordTurn>[2]) {
  const conversation = { send: (_: unknown, turn: Turn) => send(turn) } as Conversation;
  return recordTurn(conversation, input, options);
}

describe("the answer of a turn", () => {
  test("is what the agent returns, told as a step once", async () => {
    const turn = await turnOf(async () => "Hi.");
    expect(turn).toMatchObject({ status: "done", final: "Hi.", steps: [{ type: "text" }] });
  });

  test("is not reported twice when it was already written, whole or in pieces", async () => {
    const turn = await turnOf(async (turn) => {
      turn.text("It ");
      turn.usage({ input: 1 });
      turn.text("works.");
      return "It works.";
    });
    expect(turn.steps.map((step) => step.type)).toEqual(["text", "usage", "text"]);
  });

  test("is else the last thing said by the agent itself", async () => {
    const turn = await turnOf(async (turn) => {
      turn.call("1", "ask_expert", {});
      turn.text("Done.", { author: "root" });
      turn.text("inner voice", { within: ["1"] });
      turn.text("hm", { thought: true });
    });
    expect(turn.final).toBe("Done.");
  });

  test("is nothing when the last thing said came before a call", async () => {
    const turn = await turnOf(async (turn) => {
      turn.text("Let me look.");
      turn.call("1", "look", {});
      turn.result("1", "look", { output: 1 });
    });
    expect(turn).toMatchObject({ status: "done", final: undefined });
  });

  test("missing altogether fails the turn, also when tokens were spent on it", async () => {
    const turn = await turnOf(async (turn) => turn.usage({ input: 5, output: 0 }));
    expect(turn).toMatchObject({ status: "failed", problem: "The agent answered nothing." });
  });
});

describe("a turn that goes wrong", () => {
  test("keeps the name and first line of what was thrown, and the steps so far", async () => {
    const turn = await turnOf((turn) => {
      turn.text("Trying.");
      throw new RangeError("too far\n    at somewhere");
    });
    expect(turn).toMatchObject({
      status: "failed",
      problem: "The agent failed: RangeError: too far.",
      steps: [{ type: "text" }, { type: "fault", message: "RangeError: too far" }],
    });
  });

  test("survives things thrown that are no errors", async () => {
    const thrown = await turnOf(() => Promise.reject("just a text"));
    expect(thrown.problem).toBe("The agent failed: just a text.");
    expect((await turnOf(() => Promise.reject(undefined))).status).toBe("failed");
  });

  test("fails by a fault at its end, not by one it got over", async () => {
    const failed = await turnOf(async (turn) => turn.fault("quota used up", { code: "429" }));
    expect(failed).toMatchObject({ status: "failed", problem: "The agent failed: quota used up." });
    const nested = await turnOf(async (turn) => {
      turn.text("Fine.");
      turn.fault("inner trouble", { within: ["1"] });
    });
    expect(nested.status).toBe("done");
  });

  test("fails by a fault inside a call that ended it, not by one whose call had a result", async () => {
    const inner = (result?: { output: string }) =>
      turnOf(async (turn) => {
        turn.call("1", "ask_expert", {});
        turn.call("2", "look", {}, { within: ["1"] });
        turn.fault("too many calls", { within: ["1"] });
        if (result !== undefined) turn.result("1", "ask_expert", result);
      });
    expect(await inner()).toMatchObject({
      status: "failed",
      problem: "The agent failed: too many calls.",
    });
    expect((await inner({ output: "no idea" })).status).toBe("done");
  });

  test("fails where nothing was said: blanks and thoughts are no answer, a call is something", async () => {
    const nothing = { status: "failed", problem: "The agent answered nothing." };
    expect(await turnOf(() => " \n")).toMatchObject(nothing);
    expect(
      await turnOf((turn) => {
        turn.text("Hm.", { thought: true });
      }),
    ).toMatchObject(nothing);
    expect((await turnOf((turn) => turn.call("1", "look", {}))).status).toBe("done");
  });

  test("ends at its deadline though the agent ignores the abort, and late results stay out", async () => {
    let aborted = false;
    const turn = await turnOf(
      async (turn) => {
        turn.signal.addEventListener("abort", () => {
          aborted = true;
        });
        turn.call("1", "outer", {});
        turn.call("2", "get_weather", {}, { within: ["1"] });
        await wait(120);
        turn.result("2", "get_weather", { output: "late" });
      },
      { timeoutMs: 40 },
    );
    expect(aborted).toBe(true);
    expect(turn.status).toBe("timeout");
    expect(turn.problem).toMatch(
      /^The turn's 40 ms passed while waiting for the tool get_weather \(called \d+ ms before\)\.$/,
    );
    await wait(120);
    expect(turn.steps).toHaveLength(2);
  });

  test("says when it waited for the agent alone", async () => {
    const turn = await turnOf(() => new Promise(() => {}), { timeoutMs: 100 });
    expect(turn.problem).toBe("The turn's 100 ms passed while waiting for the agent's answer.");
  });

  test("names the deadline of the case where that is what ended it", async () => {
    const turn = await turnOf(() => new Promise(() => {}), { timeoutMs: 30, caseMs: 1000 });
    expect(turn.problem).toBe("The case's 1 s passed while waiting for the agent's answer.");
  });

  test("is cancelled from outside, before or while it runs", async () => {
    const controller = new AbortController();
    const running = turnOf(() => new Promise(() => {}), { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({
      status: "cancelled",
      problem: "waiting for the agent's answer",
    });
    const never = await turnOf(() => "x", { signal: controller.signal });
    expect(never).toMatchObject({ status: "cancelled", steps: [] });
  });
});

test("what is told of a call is what it was then, not what becomes of it", async () => {
  const args: Record<string, unknown> = { rooms: ["kitchen"], at: new Date(0), big: 2n ** 64n };
  args.self = args;
  const turn = await turnOf(async (turn) => {
    turn.call("1", "open", args);
    (args.rooms as string[]).push("study");
  });
  expect(JSON.stringify(turn.steps[0])).toContain(
    '"args":{"rooms":["kitchen"],"at":"1970-01-01T00:00:00.000Z","big":18446744073709551616,"self":"[circular]"}',
  );
});

test("built-ins are as they were before anybody else runs", async () => {
  saveBuiltIns();
  const turn = turnOf(async () => {
    Array.prototype[Symbol.iterator] = function* () {} as typeof Array.prototype.values;
    return "No.";
  });
  // a conversation that runs beside it would find nothing in any list
  expect([...[1, 2]]).toHaveLength(2);
  const { problem } = await turn;
  expect(problem).toContain("Array.prototype.Symbol(Symbol.iterator)");
});

test("an agent that blocks longer than its turn may take has timed out, whatever it answers then", async () => {
  const agent = functionAgent(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
    return "Late.";
  });
  const conversation = await agent.start({
    id: "s",
    user: "u",
    state: {},
    signal: new AbortController().signal,
  });
  const record = await recordTurn(
    conversation,
    { text: "Hello", content: textContent("user", "Hello") },
    { timeoutMs: 20 },
  );
  expect(record.status).toBe("timeout");
});

test("what is told beside a step is data, and never stands in the step's place", async () => {
  let reads = 0;
  const live = {
    get room() {
      reads += 1;
      return reads;
    },
  };
  const { steps } = await turnOf(async (turn) => {
    const beside = { author: "desk", args: live, at: -1, type: "fault" };
    turn.call(live as never, "look", { room: "hall" }, beside);
    turn.result("1", live as never, { error: live as never }, { within: [live] } as never);
    return "Done.";
  });
  const told = reads;
  expect(JSON.parse(JSON.stringify(steps))).toMatchObject([
    { type: "call", id: { room: 1 }, args: { room: "hall" }, author: "desk" },
    { type: "result", tool: { room: 2 } },
    { type: "text" },
  ]);
  expect(steps[0]?.at).toBeGreaterThanOrEqual(0);
  expect(reads).toBe(told);
});
