import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import {
  type LoopbackProtocol,
  type ModelMessage,
  plainText,
  type WholeReply,
  wordsOf,
} from "./loopback-protocol.ts";

export const loopbackOllama: LoopbackProtocol = {
  name: "ollama",
  matches: (path) => /\/api\/chat(?:\?|$)/.test(path),
  read: (body) => ({
    model: textFrom(body.model) ?? "",
    messages: objectsOf(body.messages).map(messageOf),
    tools: objectsOf(body.tools).map((tool) => {
      const { name, description } = fieldsOf(tool.function);
      return { name: textFrom(name) ?? "", description: textFrom(description) };
    }),
    // it streams unless told otherwise
    isStreamed: body.stream !== false,
  }),
  answer: (reply, { model }) => ({
    ...about(model),
    message: {
      ...said(reply.text),
      ...(reply.thought === "" ? {} : { thinking: reply.thought }),
      ...(reply.calls.length === 0 ? {} : { tool_calls: callsOf(reply) }),
    },
    ...ending(reply),
  }),
  stream(reply, { model }) {
    const line = (message: object) => ({ ...about(model), message, done: false });
    const lines = [
      ...(reply.thought === "" ? [] : [line({ ...said(""), thinking: reply.thought })]),
      ...wordsOf(reply.text).map((word) => line(said(word))),
      ...callsOf(reply).map((call) => line({ ...said(""), tool_calls: [call] })),
      { ...about(model), message: said(""), ...ending(reply) },
    ];
    return {
      contentType: "application/x-ndjson",
      pieces: lines.map((each) => `${JSON.stringify(each)}\n`),
    };
  },
  error: (_status, message) => ({ error: message }),
};

function messageOf({ role, content, tool_calls, tool_name }: LooseJson): ModelMessage {
  const text = plainText(content);
  if (role === "tool") {
    return { role, text, calls: [], result: { tool: textFrom(tool_name), output: text } };
  }
  const calls = objectsOf(tool_calls).map((call) => {
    const { name, arguments: args } = fieldsOf(call.function);
    return { tool: textFrom(name) ?? "", args };
  });
  return { role: role === "assistant" || role === "system" ? role : "user", text, calls };
}

function about(model: string): object {
  return { model, created_at: "2026-01-01T00:00:00Z" };
}

function said(content: string): object {
  return { role: "assistant", content };
}

function callsOf({ calls }: WholeReply): readonly object[] {
  return calls.map(({ tool, args }) => ({ function: { name: tool, arguments: args } }));
}

function ending({ usage: { input, output } }: WholeReply): object {
  return {
    done: true,
    done_reason: "stop",
    total_duration: 1,
    load_duration: 1,
    prompt_eval_count: input,
    prompt_eval_duration: 1,
    eval_count: output,
    eval_duration: 1,
  };
}
