import {
  fieldsOf,
  type LooseJson,
  objectsOf,
  textFrom,
  tryJson,
} from "../../core/json/loose-json.ts";
import {
  eventStream,
  type LoopbackProtocol,
  type ModelMessage,
  plainText,
  type WholeReply,
  wordsOf,
} from "./loopback-protocol.ts";

export const loopbackOpenaiChat: LoopbackProtocol = {
  name: "openai-chat",
  matches: (path) => /\/chat\/completions(?:\?|$)/.test(path),
  read: (body) => ({
    model: textFrom(body.model) ?? "",
    messages: objectsOf(body.messages).map(messageOf),
    tools: objectsOf(body.tools).map((tool) => {
      const { name, description } = fieldsOf(tool.function);
      return { name: textFrom(name) ?? "", description: textFrom(description) };
    }),
    isStreamed: body.stream === true,
  }),
  answer: (reply, { model }) => ({
    ...about(reply, { model, object: "chat.completion" }),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: reply.text === "" ? null : reply.text,
          refusal: null,
          ...(reply.thought === "" ? {} : { reasoning_content: reply.thought }),
          ...(reply.calls.length === 0 ? {} : { tool_calls: callsOf(reply) }),
        },
        logprobs: null,
        finish_reason: finishOf(reply),
      },
    ],
    usage: usageOf(reply),
  }),
  stream(reply, { model, body }) {
    const head = about(reply, { model, object: "chat.completion.chunk" });
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    });
    const isCounted = fieldsOf(body.stream_options).include_usage === true;
    const chunks = [
      chunk({ role: "assistant", content: "" }),
      ...(reply.thought === "" ? [] : [chunk({ reasoning_content: reply.thought })]),
      ...wordsOf(reply.text).map((content) => chunk({ content })),
      ...callDeltas(reply).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, finishOf(reply)),
      ...(isCounted ? [{ ...head, choices: [], usage: usageOf(reply) }] : []),
    ];
    return eventStream(chunks, { done: true });
  },
  error: openaiError,
};

export function openaiError(status: number, message: string): object {
  return { error: { message, type: "server_error", param: null, code: String(status) } };
}

function messageOf({ role, content, tool_calls, tool_call_id }: LooseJson): ModelMessage {
  const text = plainText(content);
  if (role === "tool") {
    return { role, text, calls: [], result: { id: textFrom(tool_call_id), output: text } };
  }
  const calls = objectsOf(tool_calls).map((call) => {
    const { name, arguments: written } = fieldsOf(call.function);
    const args = tryJson(textFrom(written) ?? "{}");
    return { id: textFrom(call.id), tool: textFrom(name) ?? "", args };
  });
  if (role === "assistant") return { role, text, calls };
  return { role: role === "user" ? "user" : "system", text, calls };
}

function about({ id }: WholeReply, { model, object }: { model: string; object: string }): object {
  return { id: `chatcmpl-${id}`, object, created: 1, model };
}

function callsOf({ calls }: WholeReply) {
  return calls.map(({ id, tool, args }) => ({
    id,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
}

/** The name comes first, the arguments in two pieces. */
function callDeltas(reply: WholeReply): readonly object[] {
  return callsOf(reply).flatMap(({ id, type, function: { name, arguments: written } }, index) => {
    const half = Math.ceil(written.length / 2);
    return [
      { index, id, type, function: { name, arguments: "" } },
      { index, function: { arguments: written.slice(0, half) } },
      { index, function: { arguments: written.slice(half) } },
    ];
  });
}

function finishOf({ calls }: WholeReply): string {
  return calls.length === 0 ? "stop" : "tool_calls";
}

function usageOf({ usage: { input, output, cached = 0, reasoning = 0 } }: WholeReply): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
