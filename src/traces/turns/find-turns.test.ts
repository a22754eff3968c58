import { describe, expect, test } from "vitest";
import { agent, chat } from "../../../tests/traces/one-turn.ts";
import { type SpanSpec, turnsOf } from "../../../tests/traces/trace-builder.ts";

const text = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
const calls = (...names: readonly string[]) => ({
  role: "assistant",
  parts: names.map((name, place) => ({
    type: "tool_call",
    id: `c${place + 1}`,
    name,
    arguments: { n: place + 1 },
  })),
});
const told = (...ids: readonly string[]) => ({
  role: "tool",
  parts: ids.map((id) => ({ type: "tool_call_response", id, response: { of: id } })),
});

function model(id: string, parent: string | undefined, input: unknown, output: unknown): SpanSpec {
  return {
    id,
    ...(parent !== undefined && { parent }),
    attributes: chat({ "gen_ai.input.messages": input, "gen_ai.output.messages": output }),
  };
}

function tool(id: string, parent: string, name: string, more: object = {}): SpanSpec {
  const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, ...more };
  return { id, parent, attributes };
}

describe("turns", () => {
  test("a web request above two agents is transparent", () => {
    const turns = turnsOf({
      spans: [
        { id: "1", name: "POST /chat", to: 200 },
        { ...agent, id: "2", parent: "1", to: 40 },
        model("3", "2", [text("user", "one")], [text("assistant", "1")]),
        { ...agent, id: "4", parent: "1", from: 60, to: 99 },
        { ...model("5", "4", [text("user", "two")], [text("assistant", "2")]), from: 70, to: 80 },
      ],
    });
    expect(turns.map(({ id, user, answer }) => [id, user, answer])).toEqual([
      ["2", "one", "1"],
      ["4", "two", "2"],
    ]);
  });

  test("what an agent used as a tool says is not the answer, and its tools are in the trajectory", () => {
    const [turn] = turnsOf({
      spans: [
        { ...agent, to: 200 },
        model("1", "a", [text("user", "hi")], [calls("ask")]),
        { ...tool("2", "a", "ask", { "gen_ai.tool.call.id": "c1" }), to: 90 },
        { ...agent, id: "3", parent: "2", from: 30, to: 80 },
        {
          ...model("4", "3", [text("user", "sub")], [text("assistant", "inner")]),
          from: 40,
          to: 70,
        },
        { ...tool("5", "3", "look"), from: 50, to: 55 },
        { ...model("6", "a", [text("user", "hi")], [text("assistant", "outer")]), from: 95 },
      ],
    });
    expect(turn?.answer).toBe("outer");
    expect(turn?.tools.map(({ name }) => name)).toEqual(["ask", "look"]);
  });

  test("a framework and a provider that both record a call have recorded one call", () => {
    const [turn] = turnsOf({
      spans: [
        agent,
        { id: "1", parent: "a", from: 1, to: 30, attributes: chat({}) },
        { ...model("2", "1", [text("user", "hi")], [text("assistant", "yes")]), from: 2, to: 29 },
      ],
    });
    expect(turn).toMatchObject({ user: "hi", answer: "yes" });
  });

  test("calls of models without an agent go on with a turn by the results of its tools", () => {
    const history = [text("user", "hi"), calls("f"), told("c1")];
    const turns = turnsOf({
      spans: [
        model("1", undefined, [text("user", "hi")], [calls("f")]),
        model("2", undefined, history, [text("assistant", "done")]),
        model("3", undefined, [...history, text("assistant", "done"), text("user", "and?")], []),
      ],
    });
    expect(turns).toEqual([
      {
        id: "1",
        user: "hi",
        answer: "done",
        tools: [{ name: "f", args: { n: 1 }, id: "c1", result: { of: "c1" } }],
      },
      { id: "3", user: "and?", answer: undefined, tools: [] },
    ]);
  });

  test("words that a user repeats are two turns", () => {
    const turns = turnsOf({
      spans: [
        model("1", undefined, [text("user", "yes")], [text("assistant", "a")]),
        model("2", undefined, [text("user", "yes")], [text("assistant", "b")]),
      ],
    });
    expect(turns.map(({ answer }) => answer)).toEqual(["a", "b"]);
  });

  test("messages of the user that follow each other are one question", () => {
    const [turn] = turnsOf({
      spans: [
        agent,
        model(
          "1",
          "a",
          [text("system", "s"), text("user", "part one, "), text("user", "part two")],
          [],
        ),
      ],
    });
    expect(turn?.user).toBe("part one, part two");
  });

  test("a tool that failed stays in the trajectory, with its kind of failure", () => {
    const [turn] = turnsOf({
      spans: [
        agent,
        { ...tool("1", "a", "first"), isError: true },
        tool("2", "a", "second", { "error.type": "Timeout" }),
      ],
    });
    expect(turn?.tools.map(({ name, errorType }) => [name, errorType])).toEqual([
      ["first", "_OTHER"],
      ["second", "Timeout"],
    ]);
  });

  test("spans of tools without an id are not counted beside the calls in messages", () => {
    const [turn] = turnsOf({
      spans: [
        agent,
        model("1", "a", [text("user", "hi")], [calls("f", "g")]),
        tool("2", "a", "f"),
        tool("3", "a", "g"),
      ],
    });
    expect(turn?.tools).toEqual([
      { name: "f", args: { n: 1 } },
      { name: "g", args: { n: 2 } },
    ]);
  });

  test("framework, client and server of one call are one call, with what each knows", () => {
    const id = { "gen_ai.tool.call.id": "c1" };
    const [turn] = turnsOf({
      spans: [
        agent,
        { ...tool("1", "a", "f", id), to: 60 },
        { ...tool("2", "1", "f", { "gen_ai.tool.call.arguments": { n: 1 } }), from: 11, to: 50 },
        { ...tool("3", "2", "f", { "gen_ai.tool.call.result": { ok: 1 } }), from: 12, to: 40 },
      ],
    });
    expect(turn?.tools).toEqual([{ name: "f", args: { n: 1 }, id: "c1", result: { ok: 1 } }]);
  });

  test("spans that are their own ancestors are still read", () => {
    const turns = turnsOf({
      spans: [
        { ...agent, parent: "b" },
        { ...model("b", "a", [text("user", "hi")], [text("assistant", "yes")]) },
      ],
    });
    expect(turns).toHaveLength(1);
    expect(turns[0]).toMatchObject({ user: "hi", answer: "yes" });
  });

  test("ten thousand spans, each inside the other, are no trouble", () => {
    const deep = Array.from({ length: 10_000 }, (_, place) => ({
      id: (place + 1).toString(16),
      ...(place > 0 && { parent: place.toString(16) }),
    }));
    const last = model("ffffff", "2710", [text("user", "hi")], [text("assistant", "yes")]);
    expect(turnsOf({ spans: [...deep, last] })).toHaveLength(1);
  });

  test("a trace that has nothing to do with models has no turn", () => {
    expect(turnsOf({ spans: [{ id: "1", name: "GET /health" }] })).toEqual([]);
  });
});
