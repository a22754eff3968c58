import {
  fieldsOf,
  type LooseJson,
  numberFrom,
  objectsOf,
  textFrom,
} from "../../core/json/loose-json.ts";
import { WireParts } from "./wire-parts.ts";
import type { WireProtocol, WireResult } from "./wire-protocol.ts";
import { argumentsFrom, resultFrom, tokenCounts } from "./wire-values.ts";

/** Anthropic's messages, at Anthropic's and at Vertex AI. */
export const wireAnthropic: WireProtocol = {
  matches: (path) => path.endsWith("/messages") || /:(?:streamR|r)awPredict$/.test(path),
  readRequest({ messages, model, max_tokens }) {
    // other services have a path of this name too
    if (!Array.isArray(messages) || numberFrom(max_tokens) === undefined) return undefined;
    return { model: textFrom(model), results: resultsIn(objectsOf(messages)) };
  },
  readReply(pieces) {
    const message = pieces.find(({ type }) => type === "message") ?? streamed(pieces);
    if (message === undefined) return undefined;
    const parts = new WireParts();
    for (const block of objectsOf(message.content)) addBlock(parts, block);
    const usage = fieldsOf(message.usage);
    return {
      model: textFrom(message.model),
      parts: parts.all,
      usage: tokenCounts({
        // what was read from the cache or written to it is counted apart from the rest
        input: [
          usage.input_tokens,
          usage.cache_read_input_tokens,
          usage.cache_creation_input_tokens,
        ],
        output: [usage.output_tokens],
        cached: usage.cache_read_input_tokens,
        reasoning: undefined,
      }),
    };
  },
};

function addBlock(parts: WireParts, block: LooseJson): void {
  if (block.type === "text") parts.text(block.text);
  else if (block.type === "thinking") parts.text(block.thinking, { thought: true });
  else if (block.type === "tool_use") {
    parts.call({ id: block.id, tool: block.name, args: block.input });
  }
}

/** The message that a stream gives, as far as it came. */
function streamed(pieces: readonly LooseJson[]): LooseJson | undefined {
  const start = pieces.find(({ type }) => type === "message_start");
  if (start === undefined) return undefined;
  const message = fieldsOf(start.message);
  let usage = fieldsOf(message.usage);
  const blocks = new Map<number, StreamedBlock>();
  for (const piece of pieces) {
    const at = numberFrom(piece.index) ?? 0;
    if (piece.type === "content_block_start") {
      blocks.set(at, { ...emptyBlock, start: fieldsOf(piece.content_block) });
    } else if (piece.type === "content_block_delta") {
      blocks.set(at, grown(blocks.get(at) ?? emptyBlock, fieldsOf(piece.delta)));
    } else if (piece.type === "content_block_stop") {
      blocks.set(at, { ...(blocks.get(at) ?? emptyBlock), isOver: true });
    } else if (piece.type === "message_delta") usage = { ...usage, ...reportedUsage(piece.usage) };
  }
  return { ...message, usage, content: [...blocks.values()].map(wholeBlock) };
}

interface StreamedBlock {
  readonly start: LooseJson;
  readonly text: string;
  readonly json: string;
  readonly isOver: boolean;
}

const emptyBlock: StreamedBlock = { start: {}, text: "", json: "", isOver: false };

function grown(block: StreamedBlock, delta: LooseJson): StreamedBlock {
  const text = textFrom(delta.text) ?? textFrom(delta.thinking) ?? "";
  const json = textFrom(delta.partial_json) ?? "";
  return { ...block, text: block.text + text, json: block.json + json };
}

function wholeBlock({ start, text, json, isOver }: StreamedBlock): LooseJson {
  switch (start.type) {
    case "text":
      return { ...start, text: (textFrom(start.text) ?? "") + text };
    case "thinking":
      return { ...start, thinking: (textFrom(start.thinking) ?? "") + text };
    case "tool_use":
      if (!isOver) return { type: "cut-off" };
      return json === "" ? start : { ...start, input: argumentsFrom(json) };
    default:
      return start;
  }
}

/** Later counts replace earlier ones, but an empty place does not. */
function reportedUsage(usage: unknown): LooseJson {
  return Object.fromEntries(
    Object.entries(fieldsOf(usage)).filter(([, count]) => typeof count === "number"),
  );
}

function resultsIn(messages: readonly LooseJson[]): readonly WireResult[] {
  const lastOfModel = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.flatMap(({ content }, index) =>
    objectsOf(content).flatMap((block): readonly WireResult[] => {
      if (block.type !== "tool_result") return [];
      const { tool_use_id: id, is_error } = block;
      const value = resultFrom(block.content ?? "");
      const isError = is_error === true;
      return [{ id: textFrom(id), value, isError, isNew: index > lastOfModel }];
    }),
  );
}
