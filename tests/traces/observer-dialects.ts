import { agent, ask, chat, semconv, turn } from "./one-turn.ts";
import type { TraceSpec } from "./trace-builder.ts";

/** The turn as those write it who watch agents of others. */
export const observerDialects: Readonly<Record<string, TraceSpec>> = {
  OpenInference: {
    spans: [
      {
        id: "a",
        to: 90,
        attributes: { "openinference.span.kind": "AGENT", "input.value": ask },
      },
      {
        id: "b",
        parent: "a",
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.input_messages.0.message.role": "user",
          "llm.input_messages.0.message.content": ask,
          "llm.output_messages.0.message.role": "assistant",
          "llm.output_messages.0.message.tool_calls.0.tool_call.id": "c1",
          "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "look_up",
          "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"order": 7}',
        },
      },
      {
        id: "c",
        parent: "a",
        attributes: {
          "openinference.span.kind": "TOOL",
          "tool.name": "look_up",
          "tool.id": "c1",
          "input.value": { order: 7 },
          "output.value": { paid: true },
        },
      },
      {
        id: "d",
        parent: "a",
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.output_messages.0.message.role": "assistant",
          "llm.output_messages.0.message.content": turn.answer,
        },
      },
    ],
  },
  OpenLLMetry: {
    spans: [
      {
        id: "a",
        to: 90,
        attributes: { "traceloop.span.kind": "workflow", "traceloop.entity.name": "support" },
      },
      {
        id: "b",
        parent: "a",
        name: "openai.chat",
        attributes: {
          "llm.request.type": "chat",
          "gen_ai.prompt.0.role": "user",
          "gen_ai.prompt.0.content": ask,
          "gen_ai.completion.0.role": "assistant",
          "gen_ai.completion.0.tool_calls.0.id": "c1",
          "gen_ai.completion.0.tool_calls.0.name": "look_up",
          "gen_ai.completion.0.tool_calls.0.arguments": '{"order": 7}',
        },
      },
      {
        id: "c",
        parent: "a",
        attributes: {
          "traceloop.span.kind": "tool",
          "traceloop.entity.name": "look_up",
          "gen_ai.tool.call.id": "c1",
          "traceloop.entity.input": { args: [], kwargs: { order: 7 } },
          "traceloop.entity.output": { paid: true },
        },
      },
      {
        id: "d",
        parent: "a",
        name: "openai.chat",
        attributes: {
          "llm.request.type": "chat",
          "gen_ai.completion.0.role": "assistant",
          "gen_ai.completion.0.content": turn.answer,
        },
      },
    ],
  },
  LangSmith: {
    spans: [
      { id: "a", to: 90, attributes: { "langsmith.span.kind": "chain" } },
      {
        id: "b",
        parent: "a",
        attributes: {
          "langsmith.span.kind": "llm",
          "gen_ai.prompt": {
            messages: [
              [{ lc: 1, type: "constructor", id: ["x", "HumanMessage"], kwargs: { content: ask } }],
            ],
          },
          "gen_ai.completion": {
            generations: [
              [
                {
                  message: {
                    id: ["x", "AIMessage"],
                    kwargs: {
                      content: "",
                      tool_calls: [{ name: "look_up", args: { order: 7 }, id: "c1" }],
                    },
                  },
                },
              ],
            ],
          },
        },
      },
      {
        id: "c",
        parent: "a",
        attributes: {
          "langsmith.span.kind": "tool",
          "gen_ai.tool.name": "look_up",
          "gen_ai.tool.call.id": "c1",
          "gen_ai.prompt": { input: '{"order": 7}' },
          "gen_ai.completion": { output: { content: '{"paid": true}' } },
        },
      },
      {
        id: "d",
        parent: "a",
        attributes: {
          "langsmith.span.kind": "llm",
          "gen_ai.completion": {
            generations: [
              [{ message: { id: ["x", "AIMessage"], kwargs: { content: turn.answer } } }],
            ],
          },
        },
      },
    ],
  },
  Langfuse: {
    spans: [
      {
        id: "a",
        to: 90,
        attributes: {
          "langfuse.observation.type": "agent",
          "langfuse.observation.input": ask,
          "langfuse.observation.output": turn.answer,
        },
      },
      {
        id: "c",
        parent: "a",
        name: "look_up",
        attributes: {
          "langfuse.observation.type": "tool",
          "gen_ai.tool.call.id": "c1",
          "langfuse.observation.input": { order: 7 },
          "langfuse.observation.output": { paid: true },
        },
      },
    ],
  },
  Mastra: {
    spans: [
      {
        id: "a",
        to: 90,
        attributes: { "mastra.span.type": "agent_run", "gen_ai.agent.name": "clerk" },
      },
      {
        id: "b",
        parent: "a",
        to: 30,
        attributes: {
          "mastra.span.type": "model_generation",
          "gen_ai.input.messages": [semconv.user],
          "gen_ai.output.messages": [semconv.called],
        },
      },
      { id: "e", parent: "b", attributes: { "mastra.span.type": "model_step" } },
      {
        id: "c",
        parent: "a",
        attributes: {
          "mastra.span.type": "tool_call",
          "gen_ai.tool.name": "look_up",
          "gen_ai.tool.call.id": "c1",
          "gen_ai.tool.call.arguments": '{"order": 7}',
          "gen_ai.tool.call.result": '{"paid": true}',
        },
      },
      {
        id: "d",
        parent: "a",
        attributes: {
          "mastra.span.type": "model_generation",
          "gen_ai.output.messages": [semconv.said],
        },
      },
    ],
  },
  "Pydantic AI 2": {
    spans: [
      {
        id: "a",
        name: "agent run",
        to: 90,
        attributes: { agent_name: "clerk", final_result: turn.answer },
      },
      {
        id: "b",
        parent: "a",
        attributes: chat({
          events: [
            { "event.name": "gen_ai.user.message", role: "user", content: ask },
            {
              "event.name": "gen_ai.choice",
              message: {
                role: "assistant",
                tool_calls: [
                  {
                    id: "c1",
                    type: "function",
                    function: { name: "look_up", arguments: '{"order": 7}' },
                  },
                ],
              },
            },
          ],
        }),
      },
      {
        id: "c",
        parent: "a",
        name: "running tool",
        attributes: {
          "gen_ai.tool.name": "look_up",
          "gen_ai.tool.call.id": "c1",
          tool_arguments: { order: 7 },
          tool_response: { paid: true },
        },
      },
    ],
  },
  Strands: {
    spans: [
      agent,
      { id: "e", parent: "a", name: "execute_event_loop_cycle", to: 40 },
      {
        id: "b",
        parent: "e",
        attributes: chat({}),
        events: [
          { name: "gen_ai.user.message", attributes: { content: [{ text: ask }] } },
          {
            name: "gen_ai.choice",
            attributes: {
              message: [{ toolUse: { toolUseId: "c1", name: "look_up", input: { order: 7 } } }],
            },
          },
        ],
      },
      {
        id: "d",
        parent: "e",
        attributes: chat({}),
        events: [
          { name: "gen_ai.user.message", attributes: { content: [{ text: ask }] } },
          {
            name: "gen_ai.tool.message",
            attributes: {
              content: [{ toolResult: { toolUseId: "c1", content: [{ json: { paid: true } }] } }],
            },
          },
          { name: "gen_ai.choice", attributes: { message: [{ text: turn.answer }] } },
        ],
      },
    ],
  },
};
