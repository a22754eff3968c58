import { type LooseJson, objectsOf, textFrom, tryJson } from "../../core/json/loose-json.ts";
import { openaiError } from "./loopback-openai-chat.ts";
import {
  eventStream,
  type LoopbackProtocol,
  type ModelMessage,
  plainText,
  type WholeReply,
  wordsOf,
} from "./loopback-protocol.ts";

export const loopbackOpenaiResponses: LoopbackProtocol = {
  name: "openai-responses",
  matches: (path) => /\/responses(?:\?|$)/.test(path),
  read: (body) => ({
    model: textFrom(body.model) ?? "",
    messages: [...instructionsOf(body), ...inputOf(body)],
    tools: objectsOf(body.tools).map(({ name, description }) => ({
      name: textFrom(name) ?? "",
      description: textFrom(description),
    })),
    isStreamed: body.stream === true,
  }),
  answer: (reply, { model }) => responseOf(reply, model),
  stream(reply, { model }) {
    const response = responseOf(reply, model);
    const begun = { ...response, status: "in_progress", output: [], usage: null };
    const events = [
      { type: "response.created", response: begun },
      ...response.output.flatMap((item, output_index) => itemEvents(item, output_index)),
      { type: "response.completed", response },
    ];
    const numbered = events.map((event, sequence_number) => ({ ...event, sequence_number }));
    return eventStream(numbered, { named: true });
  },
  error: openaiError,
};

function instructionsOf({ instructions }: LooseJson): readonly ModelMessage[] {
  const text = textFrom(instructions);
  return text === undefined ? [] : [{ role: "system", text, calls: [] }];
}

function inputOf({ input }: LooseJson): readonly ModelMessage[] {
  if (typeof input === "string") return [{ role: "user", text: input, calls: [] }];
  return objectsOf(input).map(messageOf);
}

function messageOf(item: LooseJson): ModelMessage {
  const id = textFrom(item.call_id);
  if (item.type === "function_call_output") {
    const text = plainText(item.output);
    return { role: "tool", text, calls: [], result: { id, output: text } };
  }
  if (item.type === "function_call") {
    const args = tryJson(textFrom(item.arguments) ?? "{}");
    return { role: "assistant", text: "", calls: [{ id, tool: textFrom(item.name) ?? "", args }] };
  }
  const { role } = item;
  const known = role === "assistant" || role === "user" ? role : "system";
  return { role: known, text: plainText(item.content), calls: [] };
}

interface OutputItem {
  readonly type: string;
  readonly id: string;
  readonly [other: string]: unknown;
}

function responseOf(reply: WholeReply, model: string) {
  const { input, output, cached = 0, reasoning = 0 } = reply.usage;
  return {
    id: `resp_${reply.id}`,
    object: "response",
    created_at: 1,
    status: "completed",
    model,
    output: itemsOf(reply),
    error: null,
    incomplete_details: null,
    usage: {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      input_tokens_details: { cached_tokens: cached },
      output_tokens_details: { reasoning_tokens: reasoning },
    },
  };
}

function itemsOf({ id, thought, text, calls }: WholeReply): readonly OutputItem[] {
  const summary = [{ type: "summary_text", text: thought }];
  const content = [{ type: "output_text", text, annotations: [] }];
  const status = "completed";
  return [
    ...(thought === "" ? [] : [{ type: "reasoning", id: `rs_${id}`, summary }]),
    ...(text === ""
      ? []
      : [{ type: "message", id: `msg_${id}`, role: "assistant", status, content }]),
    ...calls.map(({ id: call_id, tool: name, args }, index) => ({
      type: "function_call",
      id: `fc_${id}_${index}`,
      call_id,
      name,
      arguments: JSON.stringify(args),
      status,
    })),
  ];
}

function itemEvents(item: OutputItem, output_index: number): readonly object[] {
  const where = { item_id: item.id, output_index };
  const added = { type: "response.output_item.added", output_index, item: emptied(item) };
  const done = { type: "response.output_item.done", output_index, item };
  if (item.type === "function_call") {
    const delta = item.arguments;
    return [added, { type: "response.function_call_arguments.delta", ...where, delta }, done];
  }
  if (item.type !== "message") return [added, done];
  const part = { type: "output_text", text: "", annotations: [] };
  const within = { ...where, content_index: 0 };
  return [
    added,
    { type: "response.content_part.added", ...within, part },
    ...wordsOf(plainText(item.content)).map((delta) => ({
      type: "response.output_text.delta",
      ...within,
      delta,
    })),
    done,
  ];
}

function emptied(item: OutputItem): OutputItem {
  if (item.type === "function_call") return { ...item, arguments: "", status: "in_progress" };
  return item.type === "message" ? { ...item, content: [], status: "in_progress" } : item;
}
