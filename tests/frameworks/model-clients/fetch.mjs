import { runTool } from "./tools.mjs";

/** The pieces of an answer: one, or the events of a stream. */
async function post(path, body) {
  const response = await fetch(`${process.env.MODELS_URL}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-never-stored" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (text.startsWith("{"))
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const data = text.split("\n").filter((line) => line.startsWith("data: {"));
  return data.map((line) => JSON.parse(line.slice(6)));
}

function outcome(tool, args) {
  try {
    return runTool(tool, args);
  } catch (error) {
    return { error: error.message };
  }
}

async function askGemini(text, stream) {
  const contents = [{ role: "user", parts: [{ text }] }];
  const method = stream ? "streamGenerateContent?alt=sse" : "generateContent";
  for (;;) {
    const chunks = await post(`/v1beta/models/scripted:${method}`, { contents });
    const parts = chunks.flatMap((chunk) => chunk.candidates[0].content.parts);
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    if (calls.length === 0) return parts.map((part) => part.text).join("");
    contents.push({ role: "model", parts });
    const answers = calls.map(({ name, args }) => {
      const result = outcome(name, args);
      const response = typeof result === "object" ? result : { result };
      return { functionResponse: { name, response } };
    });
    contents.push({ role: "user", parts: answers });
  }
}

async function askChat(text, stream) {
  const messages = [{ role: "user", content: text }];
  const options = stream ? { stream, stream_options: { include_usage: true } } : {};
  for (;;) {
    const chunks = await post("/v1/chat/completions", { model: "scripted", messages, ...options });
    const message = stream ? chatMessage(chunks) : chunks[0].choices[0].message;
    messages.push(message);
    if (!message.tool_calls?.length) return message.content;
    for (const { id, function: called } of message.tool_calls) {
      const content = JSON.stringify(outcome(called.name, JSON.parse(called.arguments)));
      messages.push({ role: "tool", tool_call_id: id, content });
    }
  }
}

function chatMessage(chunks) {
  const message = { role: "assistant", content: "", tool_calls: [] };
  for (const { delta } of chunks.flatMap(({ choices }) => choices)) {
    message.content += delta.content ?? "";
    for (const { index, ...call } of delta.tool_calls ?? []) {
      const known = message.tool_calls[index];
      if (known === undefined) message.tool_calls[index] = call;
      else known.function.arguments += call.function.arguments;
    }
  }
  return message;
}

async function askResponses(text, stream) {
  const input = [{ role: "user", content: text }];
  for (;;) {
    const events = await post("/v1/responses", { model: "scripted", input, stream });
    const { output } = stream ? events.at(-1).response : events[0];
    const calls = output.filter(({ type }) => type === "function_call");
    if (calls.length === 0) return output[0].content[0].text;
    input.push(...output);
    for (const { call_id, name, arguments: written } of calls) {
      const result = JSON.stringify(outcome(name, JSON.parse(written)));
      input.push({ type: "function_call_output", call_id, output: result });
    }
  }
}

async function askAnthropic(text, stream) {
  const messages = [{ role: "user", content: text }];
  for (;;) {
    const body = { model: "scripted", max_tokens: 1000, messages, stream };
    const events = await post("/v1/messages", body);
    const content = stream ? anthropicBlocks(events) : events[0].content;
    const calls = content.filter(({ type }) => type === "tool_use");
    if (calls.length === 0) return content[0].text;
    const results = calls.map(({ id, name, input }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: [{ type: "text", text: JSON.stringify(outcome(name, input)) }],
    }));
    messages.push({ role: "assistant", content }, { role: "user", content: results });
  }
}

function anthropicBlocks(events) {
  const blocks = [];
  for (const { type, index, content_block, delta } of events) {
    if (type === "content_block_start") blocks[index] = { ...content_block, json: "" };
    if (type !== "content_block_delta") continue;
    if (delta.type === "text_delta") blocks[index].text += delta.text;
    else blocks[index].json += delta.partial_json;
  }
  return blocks.map(({ json, ...block }) =>
    block.type === "tool_use" ? { ...block, input: JSON.parse(json) } : block,
  );
}

async function askOllama(text, stream) {
  const messages = [{ role: "user", content: text }];
  for (;;) {
    const lines = await post("/api/chat", { model: "scripted", messages, stream });
    const content = lines.map(({ message }) => message.content).join("");
    const calls = lines.flatMap(({ message }) => message.tool_calls ?? []);
    if (calls.length === 0) return content;
    messages.push({ role: "assistant", content, tool_calls: calls });
    for (const { function: called } of calls) {
      const result = JSON.stringify(outcome(called.name, called.arguments));
      messages.push({ role: "tool", tool_name: called.name, content: result });
    }
  }
}

export const agents = {
  gemini: (text) => askGemini(text, false),
  geminiStreamed: (text) => askGemini(text, true),
  chat: (text) => askChat(text, false),
  chatStreamed: (text) => askChat(text, true),
  responses: (text) => askResponses(text, false),
  responsesStreamed: (text) => askResponses(text, true),
  anthropic: (text) => askAnthropic(text, false),
  anthropicStreamed: (text) => askAnthropic(text, true),
  ollama: (text) => askOllama(text, false),
  ollamaStreamed: (text) => askOllama(text, true),
};
