import { describe, expect, test } from "vitest";
import { observerDialects } from "../../../tests/traces/observer-dialects.ts";
import { agent, ask, chat, semconv, turn } from "../../../tests/traces/one-turn.ts";
import { pythonDialects } from "../../../tests/traces/python-dialects.ts";
import { turnsOf } from "../../../tests/traces/trace-builder.ts";
import { vendorDialects } from "../../../tests/traces/vendor-dialects.ts";

const dialects = { ...vendorDialects, ...observerDialects, ...pythonDialects };

describe("a turn is the same, whoever wrote it down:", () => {
  test.each(Object.entries(dialects))("%s", (_, spec) => {
    const [found, ...others] = turnsOf(spec);
    expect(others).toEqual([]);
    expect({ user: found?.user, answer: found?.answer, tools: found?.tools }).toEqual(turn);
  });

  test.each(Object.entries(dialects))("%s, with its spans in another order", (_, spec) => {
    const timed = spec.spans.map((span, index) => ({ from: index * 10, ...span }));
    const turned = { ...spec, spans: timed.toReversed() };
    expect(turnsOf(turned)).toEqual(turnsOf(spec));
  });

  test("arguments that a span has as a text nobody can read are those that the model asked for", () => {
    const spec = {
      spans: [
        agent,
        {
          id: "b",
          parent: "a",
          attributes: chat({
            "gen_ai.input.messages": [semconv.user],
            "gen_ai.output.messages": [semconv.called],
          }),
        },
        {
          id: "c",
          parent: "a",
          name: "look_up",
          attributes: {
            "openinference.span.kind": "TOOL",
            "tool.name": "look_up",
            "input.value": "{'order': Decimal('7')}",
            "output.value": { paid: true },
          },
        },
        {
          id: "d",
          parent: "a",
          attributes: chat({ "gen_ai.output.messages": [semconv.said] }),
        },
      ],
    };
    expect(turnsOf(spec)[0]?.tools).toEqual([
      { name: "look_up", args: { order: 7 }, result: { paid: true } },
    ]);
  });

  test.each([
    [
      "OpenInference",
      { function_call_name: "look_up", function_call_arguments_json: '{"order":7}' },
      (side: string) => `llm.${side === "in" ? "input" : "output"}_messages`,
    ],
    [
      "OpenLLMetry",
      { "function_call.name": "look_up", "function_call.arguments": '{"order":7}' },
      (side: string) => `gen_ai.${side === "in" ? "prompt" : "completion"}`,
    ],
  ])("%s, when a message had one call and no ids", (name, call, prefix) => {
    const isOpenInference = name === "OpenInference";
    const message = (side: "in" | "out", index: number, fields: object) =>
      Object.entries(fields).map(([key, value]) => {
        const field = isOpenInference ? `message.${key}` : key;
        return [`${prefix(side)}.${index}.${field}`, value];
      });
    const kind = isOpenInference
      ? { "openinference.span.kind": "LLM" }
      : { "llm.request.type": "chat" };
    const asked = message("in", 0, { role: "user", content: ask });
    const calling = { role: "assistant", content: "", ...call };
    const first = [...asked, ...message("out", 0, calling)];
    const second = [
      ...asked,
      ...message("in", 1, calling),
      ...message("in", 2, { role: "function", name: "look_up", content: '{"paid":true}' }),
      ...message("out", 0, { role: "assistant", content: turn.answer }),
    ];
    const spans = [first, second].map((fields, at) => ({
      id: `${at + 1}`,
      parent: "9",
      from: 10 * at,
      attributes: { ...kind, ...Object.fromEntries(fields) },
    }));
    expect(turnsOf({ spans: [{ id: "9", name: "run", to: 90 }, ...spans] })).toMatchObject([
      {
        user: ask,
        answer: turn.answer,
        tools: [{ name: "look_up", args: { order: 7 }, result: { paid: true } }],
      },
    ]);
  });

  test("the OpenAI Agents SDK's own export", () => {
    const span = (id: string, parent: string | null, second: number, span_data: object) =>
      JSON.stringify({
        object: "trace.span",
        id,
        trace_id: "trace_1",
        parent_id: parent,
        started_at: `2026-11-18T10:00:0${second}.000000+00:00`,
        ended_at: `2026-11-18T10:00:0${second}.500000+00:00`,
        span_data,
      });
    const lines = [
      JSON.stringify({ object: "trace", id: "trace_1", workflow_name: "support", group_id: "g" }),
      span("span_a", null, 1, { type: "agent", name: "clerk" }),
      span("span_b", "span_a", 2, {
        type: "generation",
        input: [{ role: "user", content: ask }],
        output: [
          {
            role: "assistant",
            tool_calls: [
              {
                id: "c1",
                type: "function",
                function: { name: "look_up", arguments: '{"order":7}' },
              },
            ],
          },
        ],
      }),
      span("span_c", "span_a", 3, {
        type: "custom",
        name: "look_up",
        data: { sdk_span_type: "function", input: '{"order":7}', output: '{"paid":true}' },
      }),
      span("span_d", "span_a", 4, {
        type: "response",
        _input: ask,
        _response: {
          output: [
            {
              type: "message",
              role: "assistant",
              content: [{ type: "output_text", text: turn.answer }],
            },
          ],
        },
      }),
    ];
    const [found] = turnsOf(lines.join("\n"));
    const tools = [{ name: "look_up", args: { order: 7 }, result: { paid: true } }];
    expect(found).toEqual({ id: "span_a", user: ask, answer: turn.answer, tools });
  });
});
