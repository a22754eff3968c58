import { describe, expect, test } from "vitest";
import { agent, ask, chat, semconv } from "../../../tests/traces/one-turn.ts";
import { otlpText, type SpanSpec } from "../../../tests/traces/trace-builder.ts";
import { groupTraces } from "../conversations/group-traces.ts";
import { readTraceText } from "../formats/read-trace-text.ts";
import { readTraces } from "../read-traces.ts";
import { toInvocation } from "./to-invocation.ts";

function turnsOf(spans: readonly SpanSpec[]) {
  const content = readTraceText(otlpText({ spans }));
  if (content === undefined) throw new Error("the text is no trace");
  return groupTraces(readTraces(content), { groupBy: "trace" }).flatMap(({ turns }) => turns);
}

const DEPTH = 100_000;
const deepList = `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`;
const deepObject = `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`;
const said: SpanSpec = {
  id: "b",
  parent: "a",
  attributes: chat({
    "gen_ai.input.messages": [semconv.user],
    "gen_ai.output.messages": [semconv.said],
  }),
};

describe("what is nested deeper than anybody means is left out:", () => {
  test("messages", () => {
    const attributes = chat({ "gen_ai.input.messages": deepList });
    const [turn] = turnsOf([agent, { ...said, attributes }]);
    expect(turn?.user).toBeUndefined();
  });

  test("arguments and results, which the turn tells", () => {
    const tool: SpanSpec = {
      id: "c",
      parent: "a",
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "look_up",
        "gen_ai.tool.call.arguments": deepObject,
        "gen_ai.tool.call.result": deepList,
      },
    };
    const turns = turnsOf([agent, said, tool]);
    expect(turns[0]?.warnings).toEqual([
      "The arguments of look_up are nested too deep, and are left out.",
      "The result of look_up is nested too deep, and is left out.",
    ]);
    expect(JSON.stringify(turns.map(toInvocation))).toContain("look_up");
  });

  test("a state of ours", () => {
    const attributes = { ...agent.attributes, "assay.session.state": deepObject };
    expect(turnsOf([{ ...agent, attributes }, said])[0]?.state).toBeUndefined();
  });
});

describe("what is odd about a trace is told with its first turn:", () => {
  test("two spans of one id, of which the first counts", () => {
    const other = { ...said, attributes: chat({}) };
    const [turn] = turnsOf([agent, said, other]);
    expect(turn?.user).toBe(ask);
    expect(turn?.warnings).toEqual([
      "Span 000000000000000b is there more than once; the first one counts.",
    ]);
  });

  test("but not what was sent again as it is", () => {
    const sent = { ...said, from: 10, to: 20 };
    expect(turnsOf([agent, sent, sent])[0]?.warnings).toEqual([]);
  });

  test.each([
    ["itself", [{ ...said, parent: "b" }]],
    [
      "its own child",
      [
        { ...said, parent: "c" },
        { id: "c", parent: "b" },
      ],
    ],
  ])("a span below %s", (_, spans) => {
    const [turn] = turnsOf(spans);
    expect(turn?.user).toBe(ask);
    expect(turn?.warnings).toEqual([
      "Span 000000000000000b is its own ancestor; it is taken for a root.",
    ]);
  });
});

test("thousands of calls that only messages show, and of model calls that go on, are read at once", () => {
  const count = 3000;
  const calls = Array.from({ length: count }, (_, place) => ({
    type: "tool_call",
    id: `c${place}`,
    name: "look_up",
    arguments: { place },
  }));
  const chain = Array.from(
    { length: count },
    (_, place): SpanSpec => ({
      id: `${place + 10}`,
      attributes: chat({
        "gen_ai.input.messages": [
          {
            role: "tool",
            parts: [{ type: "tool_call_response", id: `c${place - 1}`, response: 1 }],
          },
        ],
        "gen_ai.output.messages": [{ role: "assistant", parts: [calls[place]] }],
      }),
    }),
  );
  const [turn, ...others] = turnsOf(chain);
  expect(others).toEqual([]);
  expect(turn?.tools.map(({ args }) => args)).toEqual(calls.map(({ arguments: args }) => args));
  const output = [{ role: "assistant", parts: calls }];
  const [whole] = turnsOf([{ id: "1", attributes: chat({ "gen_ai.output.messages": output }) }]);
  expect(whole?.tools).toHaveLength(count);
});
