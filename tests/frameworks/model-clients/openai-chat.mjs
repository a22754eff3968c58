import OpenAI from "openai";
import { runTool, tools } from "./tools.mjs";

const client = new OpenAI({
  baseURL: `${process.env.MODELS_URL}/v1`,
  apiKey: "sk-never-stored",
  maxRetries: 0,
});

async function answer(text, ask) {
  const messages = [{ role: "user", content: text }];
  for (;;) {
    const message = await ask({
      model: "scripted",
      messages,
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: "function",
        function: { name, description, parameters },
      })),
    });
    messages.push(message);
    if (!message.tool_calls?.length) return message.content;
    for (const { id, function: called } of message.tool_calls) {
      messages.push({ role: "tool", tool_call_id: id, content: resultOf(called) });
    }
  }
}

function resultOf({ name, arguments: written }) {
  try {
    return JSON.stringify(runTool(name, JSON.parse(written)));
  } catch (error) {
    return JSON.stringify({ error: error.message });
  }
}

export const agents = {
  whole: (text) =>
    answer(text, async (request) => {
      const { choices } = await client.chat.completions.create(request);
      return choices[0].message;
    }),
  streamed: (text) =>
    answer(text, (request) =>
      client.chat.completions
        .stream({ ...request, stream_options: { include_usage: true } })
        .finalMessage(),
    ),
};
