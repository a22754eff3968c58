import Anthropic from "@anthropic-ai/sdk";
import { runTool, tools } from "./tools.mjs";

const client = new Anthropic({
  baseURL: process.env.MODELS_URL,
  apiKey: "sk-never-stored",
  maxRetries: 0,
});

async function answer(text, ask) {
  const messages = [{ role: "user", content: text }];
  for (;;) {
    const { content } = await ask({
      model: "scripted",
      max_tokens: 1000,
      messages,
      tools: tools.map(({ name, description, schema }) => ({
        name,
        description,
        input_schema: schema,
      })),
    });
    const calls = content.filter(({ type }) => type === "tool_use");
    if (calls.length === 0) return content.map((block) => block.text).join("");
    messages.push({ role: "assistant", content });
    messages.push({ role: "user", content: calls.map(resultOf) });
  }
}

function resultOf({ id, name, input }) {
  const about = { type: "tool_result", tool_use_id: id };
  try {
    return { ...about, content: JSON.stringify(runTool(name, input)) };
  } catch (error) {
    return { ...about, content: error.message, is_error: true };
  }
}

export const agents = {
  whole: (text) => answer(text, (request) => client.messages.create(request)),
  streamed: (text) => answer(text, (request) => client.messages.stream(request).finalMessage()),
};
