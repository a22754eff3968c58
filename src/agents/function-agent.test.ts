import { describe, expect, test } from "vitest";
import { textContent } from "../core/content.ts";
import { describeAgent } from "../testing/agent-contract.ts";
import { agentFactory, factoryAgent } from "./agent-factory.ts";
import { type AgentFunction, functionAgent } from "./function-agent.ts";
import { invocationFromTurn } from "./recording/invocation-from-turn.ts";
import { recordTurn } from "./recording/record-turn.ts";
import { tool } from "./recording/report-tool.ts";

const tokens = { input: 10, output: 5 };

const contractAgent: AgentFunction = async (text, { turn, user, state }) => {
  switch (text) {
    case "hello":
      turn.usage(tokens);
      return `Hello, ${user}.`;
    case "two cities":
      turn.text("Let me look.");
      turn.call("a", "get_weather", { city: "Oslo" });
      turn.call("b", "get_weather", { city: "Rome" });
      turn.usage({ input: 40, output: 12 });
      turn.result("a", undefined, { output: { celsius: 4 } });
      turn.result("b", "get_weather", { output: { celsius: 21 } });
      turn.usage({ input: 60, output: 9 });
      return { text: "Oslo 4, Rome 21." };
    case "ask the expert": {
      const inside = { author: "expert", within: ["f"] };
      turn.call("f", "expert", { request: "Oslo" });
      turn.usage({ input: 30, output: 8 });
      turn.text("Looking.", inside);
      turn.call("g", "get_weather", { city: "Oslo" }, inside);
      turn.usage({ input: 20, output: 6 }, inside);
      turn.result("g", "get_weather", { output: { celsius: 4 } }, inside);
      turn.text("4 degrees.", inside);
      turn.usage({ input: 25, output: 4 }, inside);
      turn.result("f", "expert", { output: { result: "4 degrees." } });
      turn.usage({ input: 50, output: 7 });
      return "The expert says 4 degrees.";
    }
    case "no such city":
      turn.call("c", "get_weather", { city: "Atlantis" });
      turn.usage(tokens);
      turn.result("c", "get_weather", { error: "no such city" });
      turn.usage(tokens);
      return "I cannot find it.";
    case "model error":
      turn.text("Trying.");
      turn.usage(tokens);
      throw new Error("the model is overloaded\nand said so twice");
    case "delete it":
      turn.call("d", "delete_files", {});
      turn.usage(tokens);
      return turn.pause("d", "approval", { tool: "delete_files" });
    case "hang":
      turn.call("e", "slow_tool", {});
      turn.usage(tokens);
      return new Promise(() => {});
    case "remember 7":
      state.kept = 7;
      turn.usage(tokens);
      return "Kept.";
    case "what was it":
      turn.usage(tokens);
      return `It was ${state.kept}.`;
    default:
      return undefined;
  }
};

describeAgent("a function", () => functionAgent(contractAgent), {
  recordTurn,
  invocationFromTurn,
  resumes: true,
});

describeAgent(
  "a factory of functions",
  () =>
    factoryAgent(
      agentFactory(() => contractAgent),
      "made",
      async () => functionAgent(contractAgent),
    ),
  { recordTurn, invocationFromTurn },
);

const init = { id: "s", user: "u", state: {}, signal: new AbortController().signal };

async function answer(run: AgentFunction, text = "hello") {
  const conversation = await functionAgent(run).start(init);
  return recordTurn(conversation, { text, content: textContent("user", text) });
}

describe("a function agent", () => {
  test("hears what was said before", async () => {
    const conversation = await functionAgent((text, { history }) =>
      [...history.map((each) => each.content), text].join(" / "),
    ).start(init);
    const send = (text: string) =>
      recordTurn(conversation, { text, content: textContent("user", text) });
    await send("one");
    expect((await send("two")).final).toBe("one / one / two");
  });

  test("may be a generator: pieces of text are the answer, steps are reported", async () => {
    const turn = await answer(async function* () {
      yield "Looking";
      yield "… ";
      yield { type: "call", id: "1", tool: "look", args: {} };
      yield { type: "result", id: "1", output: 5 };
      yield "It is ";
      yield "5.";
    });
    expect(turn.final).toBe("It is 5.");
    expect(turn.steps.map((step) => step.type)).toEqual(["text", "call", "result", "text"]);
  });

  test("may be a generator whose last word is a fault, which fails the turn", async () => {
    const turn = await answer(async function* () {
      yield "Let me see";
      yield { type: "fault", message: "quota used up" };
    });
    expect(turn.status).toBe("failed");
    expect(turn.steps).toMatchObject([
      { type: "text", text: "Let me see" },
      { type: "fault", message: "quota used up" },
    ]);
  });

  test("may be a generator that gets over a fault", async () => {
    const turn = await answer(async function* () {
      yield { type: "fault", message: "once more" };
      yield "Done.";
    });
    expect({ status: turn.status, final: turn.final }).toEqual({ status: "done", final: "Done." });
  });

  test("may be a generator that breaks off; what it said so far is kept", async () => {
    const turn = await answer(async function* () {
      yield "It is ";
      throw new RangeError("too far");
    });
    expect(turn.steps).toMatchObject([{ type: "text", text: "It is " }, { type: "fault" }]);
    const conversation = await functionAgent(async function* () {
      yield "One moment";
      await new Promise(() => {});
    }).start(init);
    const hung = await recordTurn(
      conversation,
      { text: "x", content: textContent("user", "x") },
      { timeoutMs: 50 },
    );
    expect(hung.status).toBe("timeout");
    expect(hung.steps).toMatchObject([{ type: "text", text: "One moment" }]);
  });

  test("may be a generator that reports its state, as a program does", async () => {
    const conversation = await functionAgent(async function* (_, { state }) {
      yield { type: "state", state: { asked: 1 } };
      yield String(state.asked);
    }).start({ ...init, state: { old: true } });
    const turn = await recordTurn(conversation, {
      text: "x",
      content: textContent("user", "x"),
    });
    expect(turn.final).toBe("1");
    expect(await conversation.state?.()).toEqual({ asked: 1 });
  });

  test("is told what a generator does instead of a message that programs write", async () => {
    const turn = await answer(async function* () {
      yield { type: "done", text: "x" };
    });
    expect(turn.problem).toContain("It ends by returning");
  });

  test("is told what it should have returned", async () => {
    const turn = await answer((() => 42) as unknown as AgentFunction);
    expect(turn.problem).toBe(
      'The agent failed: TypeError: the agent\'s function returned number; a string or an object with "text" was expected.',
    );
  });

  test("reports tools through a wrapper, with what they gave and how they failed", async () => {
    const turn = await answer(async (_, { turn }) => {
      const double = tool(turn, "double", ({ value }: { value: number }) => value * 2);
      const fail = tool(turn, "fail", async (_: object) => {
        throw new RangeError("too far");
      });
      await fail({}).catch(() => {});
      return String(double({ value: 4 }));
    });
    expect(turn.final).toBe("8");
    expect(turn.steps).toMatchObject([
      { type: "call", id: "fail-1", tool: "fail" },
      { type: "result", id: "fail-1", error: "too far" },
      { type: "call", id: "double-2", args: { value: 4 } },
      { type: "result", id: "double-2", output: 8 },
      { type: "text", text: "8" },
    ]);
  });

  test("never reaches the state of the eval case", async () => {
    const state = { list: [1] };
    const conversation = await functionAgent((_, { state: own }) => {
      (own.list as number[]).push(2);
      return "ok";
    }).start({ ...init, state });
    await recordTurn(conversation, { text: "x", content: textContent("user", "x") });
    expect(state).toEqual({ list: [1] });
    expect(await conversation.state?.()).toEqual({ list: [1, 2] });
  });
});
