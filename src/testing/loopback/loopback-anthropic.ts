import { type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import {
  eventStream,
  type LoopbackProtocol,
  type ModelMessage,
  plainText,
  type WholeReply,
  wordsOf,
} from "./loopback-protocol.ts";

export const loopbackAnthropic: LoopbackProtocol = {
  name: "anthropic",
  matches: (path) => /\/messages(?:\?|$)/.test(path),
  read(body) {
    const system = plainText(body.system);
    const messages = objectsOf(body.messages).flatMap(messagesOf);
    return {
      model: textFrom(body.model) ?? "",
      messages:
        system === "" ? messages : [{ role: "system", text: system, calls: [] }, ...messages],
      tools: objectsOf(body.tools).map(({ name, description }) => ({
        name: textFrom(name) ?? "",
        description: textFrom(description),
      })),
      isStreamed: body.stream === true,
    };
  },
  answer: (reply, { model }) => ({
    ...about(reply, model),
    content: blocksOf(reply),
    stop_reason: stopOf(reply),
    stop_sequence: null,
    usage: usageOf(reply),
  }),
  stream(reply, { model }) {
    const usage = usageOf(reply);
    const message = {
      ...about(reply, model),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    };
    const delta = { stop_reason: stopOf(reply), stop_sequence: null };
    const events = [
      { type: "message_start", message },
      { type: "ping" },
      ...blocksOf(reply).flatMap(blockEvents),
      { type: "message_delta", delta, usage: { output_tokens: usage.output_tokens } },
      { type: "message_stop" },
    ];
    return eventStream(events, { named: true });
  },
  error: (status, message) => {
    const type = status === 429 ? "rate_limit_error" : "api_error";
    return { type: "error", error: { type, message } };
  },
};

function messagesOf({ role, content }: LooseJson): readonly ModelMessage[] {
  const blocks = objectsOf(content);
  const results = blocks
    .filter(({ type }) => type === "tool_result")
    .map(({ tool_use_id, content: given }): ModelMessage => {
      const text = plainText(given);
      return { role: "tool", text, calls: [], result: { id: textFrom(tool_use_id), output: text } };
    });
  if (results.length > 0) return results;
  const calls = blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, input }) => ({ id: textFrom(id), tool: textFrom(name) ?? "", args: input }));
  return [{ role: role === "assistant" ? role : "user", text: plainText(content), calls }];
}

function about({ id }: WholeReply, model: string): object {
  return { id: `msg_${id}`, type: "message", role: "assistant", model };
}

function stopOf({ calls }: WholeReply): string {
  return calls.length === 0 ? "end_turn" : "tool_use";
}

type Block =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: unknown;
      readonly name: string;
      readonly input: unknown;
    };

function blocksOf({ thought, text, calls }: WholeReply): readonly Block[] {
  return [
    ...(thought === "" ? [] : [{ type: "thinking" as const, thinking: thought, signature: "" }]),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...calls.map(({ id, tool, args }) => ({
      type: "tool_use" as const,
      id,
      name: tool,
      input: args,
    })),
  ];
}

function blockEvents(block: Block, index: number): readonly object[] {
  return [
    { type: "content_block_start", index, content_block: emptied(block) },
    ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

function emptied(block: Block): Block {
  switch (block.type) {
    case "thinking":
      return { ...block, thinking: "" };
    case "text":
      return { ...block, text: "" };
    case "tool_use":
      return { ...block, input: {} };
  }
}

function deltasOf(block: Block): readonly object[] {
  switch (block.type) {
    case "thinking":
      return [{ type: "thinking_delta", thinking: block.thinking }];
    case "text":
      return wordsOf(block.text).map((text) => ({ type: "text_delta", text }));
    case "tool_use": {
      const json = JSON.stringify(block.input);
      const half = Math.ceil(json.length / 2);
      return ["", json.slice(0, half), json.slice(half)].map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      }));
    }
  }
}

/** What came from the cache is counted apart. */
function usageOf({ usage: { input, output, cached = 0 } }: WholeReply) {
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
}
