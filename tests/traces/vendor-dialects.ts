import { agent, ask, chat, semconv, turn } from "./one-turn.ts";
import type { TraceSpec } from "./trace-builder.ts";

/** The turn as the makers of agents and models write it. */
export const vendorDialects: Readonly<Record<string, TraceSpec>> = {
  "OpenTelemetry's names": {
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
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "look_up",
          "gen_ai.tool.call.id": "c1",
          "gen_ai.tool.call.arguments": { order: 7 },
          "gen_ai.tool.call.result": { paid: true },
        },
      },
      {
        id: "d",
        parent: "a",
        attributes: chat({
          "gen_ai.input.messages": [semconv.user, semconv.called, semconv.told],
          "gen_ai.output.messages": [semconv.said],
        }),
      },
    ],
  },
  "ADK for Python": {
    scope: "gcp.vertex.agent",
    spans: [
      { id: "1", name: "invocation", to: 90 },
      { id: "a", parent: "1", name: "invoke_agent clerk", to: 80 },
      {
        id: "b",
        parent: "a",
        name: "call_llm",
        attributes: {
          "gcp.vertex.agent.llm_request": { contents: [{ role: "user", parts: [{ text: ask }] }] },
          "gcp.vertex.agent.llm_response": {
            content: {
              role: "model",
              parts: [{ function_call: { id: "c1", name: "look_up", args: { order: 7 } } }],
            },
          },
        },
      },
      {
        id: "c",
        parent: "b",
        name: "execute_tool look_up",
        attributes: {
          "gen_ai.tool.name": "look_up",
          "gen_ai.tool.call.id": "c1",
          "gcp.vertex.agent.tool_call_args": { order: 7 },
          "gcp.vertex.agent.tool_response": { paid: true },
        },
      },
      {
        id: "d",
        parent: "a",
        name: "call_llm",
        attributes: {
          "gcp.vertex.agent.llm_request": { contents: [{ role: "user", parts: [{ text: ask }] }] },
          "gcp.vertex.agent.llm_response": {
            content: { role: "model", parts: [{ text: turn.answer }] },
          },
        },
      },
    ],
  },
  "ADK for JavaScript": {
    scope: "gcp.vertex.agent",
    spans: [
      { id: "a", name: "invoke_agent clerk", to: 80 },
      {
        id: "b",
        parent: "a",
        name: "call_llm",
        attributes: {
          "gcp.vertex.agent.llm_request": { contents: [{ role: "user", parts: [{ text: ask }] }] },
          "gcp.vertex.agent.llm_response": {
            content: {
              role: "model",
              parts: [{ functionCall: { id: "c1", name: "look_up", args: { order: 7 } } }],
            },
          },
        },
      },
      {
        id: "d",
        parent: "a",
        name: "call_llm",
        attributes: {
          "gcp.vertex.agent.llm_request": {
            contents: [
              { role: "user", parts: [{ text: ask }] },
              {
                role: "model",
                parts: [{ functionCall: { id: "c1", name: "look_up", args: { order: 7 } } }],
              },
              {
                role: "user",
                parts: [
                  { functionResponse: { id: "c1", name: "look_up", response: { paid: true } } },
                ],
              },
            ],
          },
          "gcp.vertex.agent.llm_response": {
            content: { role: "model", parts: [{ text: turn.answer }] },
          },
        },
      },
    ],
  },
  "AI SDK 5": {
    scope: "ai",
    spans: [
      {
        id: "a",
        name: "ai.generateText",
        to: 90,
        attributes: {
          "ai.operationId": "ai.generateText",
          "ai.prompt": { prompt: ask },
          "ai.response.text": turn.answer,
        },
      },
      {
        id: "b",
        parent: "a",
        name: "ai.generateText.doGenerate",
        attributes: {
          "ai.operationId": "ai.generateText.doGenerate",
          "ai.prompt.messages": [{ role: "user", content: [{ type: "text", text: ask }] }],
          "ai.response.toolCalls": [{ toolCallId: "c1", toolName: "look_up", input: { order: 7 } }],
        },
      },
      {
        id: "c",
        parent: "a",
        name: "ai.toolCall",
        attributes: {
          "ai.operationId": "ai.toolCall",
          "ai.toolCall.name": "look_up",
          "ai.toolCall.id": "c1",
          "ai.toolCall.args": { order: 7 },
          "ai.toolCall.result": { paid: true },
        },
      },
      {
        id: "d",
        parent: "a",
        name: "ai.generateText.doGenerate",
        attributes: {
          "ai.operationId": "ai.generateText.doGenerate",
          "ai.prompt.messages": [{ role: "user", content: [{ type: "text", text: ask }] }],
          "ai.response.text": turn.answer,
        },
      },
    ],
  },
};
