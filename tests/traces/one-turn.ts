import type { SpanSpec } from "./trace-builder.ts";

/** The same turn in every dialect: a question, one call with its result, an answer. */
export const turn = {
  user: "Is order 7 paid?",
  answer: "Order 7 is paid.",
  tools: [{ name: "look_up", args: { order: 7 }, id: "c1", result: { paid: true } }],
};
export const ask = turn.user;
const call = { id: "c1", name: "look_up", arguments: { order: 7 } };

export const semconv = {
  user: { role: "user", parts: [{ type: "text", content: ask }] },
  called: { role: "assistant", parts: [{ type: "tool_call", ...call }] },
  told: {
    role: "tool",
    parts: [{ type: "tool_call_response", id: "c1", response: { paid: true } }],
  },
  said: { role: "assistant", parts: [{ type: "text", content: turn.answer }] },
};

export function chat(
  attributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m", ...attributes };
}

export const agent: SpanSpec = {
  id: "a",
  to: 90,
  attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "clerk" },
};
