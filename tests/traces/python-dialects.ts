import { agent, ask, chat, semconv, turn } from "./one-turn.ts";
import type { SpanSpec, TraceSpec } from "./trace-builder.ts";

const DETAILS = "gen_ai.client.inference.operation.details";

/** The turn as frameworks in Python write it, where it differs from what their conventions lead to expect. */
export const pythonDialects: Readonly<Record<string, TraceSpec>> = {
  "OpenInference, with contents of several parts": {
    spans: [
      { id: "a", to: 90, attributes: { "openinference.span.kind": "AGENT" } },
      {
        id: "b",
        parent: "a",
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.input_messages.0.message.role": "user",
          ...contents("llm.input_messages.0", [ask]),
          "llm.output_messages.0.message.role": "assistant",
          ...contents("llm.output_messages.0", ["I look it up."]),
          "llm.output_messages.0.message.tool_calls.0.tool_call.id": "c1",
          "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "look_up",
          "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"order": 7}',
        },
      },
      {
        id: "c",
        parent: "a",
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.input_messages.0.message.role": "user",
          ...contents("llm.input_messages.0", [ask]),
          "llm.input_messages.1.message.role": "tool",
          "llm.input_messages.1.message.tool_call_id": "c1",
          ...contents("llm.input_messages.1", ['{"paid": true}']),
          "llm.output_messages.0.message.role": "assistant",
          ...contents("llm.output_messages.0", [turn.answer]),
        },
      },
    ],
  },
  "Strands, by the latest conventions": {
    spans: [
      { ...agent, events: [told("input", semconv.user), told("output", semconv.said)] },
      {
        id: "b",
        parent: "a",
        attributes: chat({}),
        events: [
          {
            name: DETAILS,
            attributes: { "gen_ai.system_instructions": [{ type: "text", content: "Be kind." }] },
          },
          told("input", semconv.user),
          told("output", semconv.called),
        ],
      },
      {
        id: "c",
        parent: "a",
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "look_up",
          "gen_ai.tool.call.id": "c1",
        },
        events: [told("input", semconv.called), told("output", semconv.told)],
      },
      {
        id: "d",
        parent: "a",
        attributes: chat({}),
        events: [
          told("input", semconv.user, semconv.called, semconv.told),
          told("output", semconv.said),
        ],
      },
    ],
  },
  "LangChain, to LangSmith": {
    spans: [
      whole({ "langsmith.span.kind": "chain" }),
      tool("look_up", {
        "langsmith.span.kind": "tool",
        "gen_ai.prompt": { input: "{'order': 7}" },
        "gen_ai.completion": { output: { content: '{"paid": true}' } },
      }),
    ],
  },
  "LangChain, by OpenInference": {
    spans: [
      whole({ "openinference.span.kind": "CHAIN" }),
      tool("look_up", {
        "openinference.span.kind": "TOOL",
        "tool.name": "look_up",
        "input.value": "{'order': 7}",
        "output.value": { paid: true },
      }),
    ],
  },
  "LangChain, by an OpenInference of before": {
    spans: [
      whole({ "openinference.span.kind": "CHAIN" }),
      tool("look_up", {
        "openinference.span.kind": "TOOL",
        "tool.name": "look_up",
        "input.value": { input: "{'order': 7}" },
        "output.value": { paid: true },
      }),
    ],
  },
  "LangChain, by OpenLLMetry": {
    spans: [
      whole({ "traceloop.span.kind": "workflow" }),
      tool("look_up.tool", {
        "traceloop.span.kind": "tool",
        "traceloop.entity.name": "look_up",
        "traceloop.entity.input": { input_str: "{'order': 7}", kwargs: {} },
        "traceloop.entity.output": {
          output: { lc: 1, type: "constructor", kwargs: { content: '{"paid": true}' } },
        },
      }),
    ],
  },
  "functions that Langfuse observes": {
    spans: [
      {
        id: "a",
        to: 90,
        attributes: {
          "langfuse.observation.type": "agent",
          "langfuse.observation.input": { args: [ask], kwargs: {} },
          "langfuse.observation.output": turn.answer,
        },
      },
      tool("look_up", {
        "langfuse.observation.type": "tool",
        "langfuse.observation.input": { args: [], kwargs: { order: 7 } },
        "langfuse.observation.output": { paid: true },
      }),
    ],
  },
};

function told(which: "input" | "output", ...messages: readonly object[]) {
  return { name: DETAILS, attributes: { [`gen_ai.${which}.messages`]: messages } };
}

/** A run of a chain, with what its models said in OpenTelemetry's names. */
function whole(attributes: Readonly<Record<string, unknown>>): SpanSpec {
  return {
    id: "a",
    to: 90,
    attributes: {
      ...attributes,
      "gen_ai.input.messages": [semconv.user],
      "gen_ai.output.messages": [semconv.said],
    },
  };
}

function tool(name: string, attributes: Readonly<Record<string, unknown>>): SpanSpec {
  return { id: "c", parent: "a", name, attributes: { ...attributes, "gen_ai.tool.call.id": "c1" } };
}

/** The parts of a message, as OpenInference has them where they may be more than a text. */
function contents(message: string, texts: readonly string[]): Readonly<Record<string, string>> {
  const part = (index: number) => `${message}.message.contents.${index}.message_content`;
  return Object.fromEntries(
    texts.flatMap((text, index) => [
      [`${part(index)}.type`, "text"],
      [`${part(index)}.text`, text],
    ]),
  );
}
