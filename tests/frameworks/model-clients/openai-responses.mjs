import OpenAI from "openai";
import { runTool, tools } from "./tools.mjs";

const client = new OpenAI({
  baseURL: `${process.env.MODELS_URL}/v1`,
  apiKey: "sk-never-stored",
  maxRetries: 0,
});

async function answer(text, ask) {
  const input = [{ role: "user", content: text }];
  for (;;) {
    const response = await ask({
      model: "scripted",
      input,
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: "function",
        name,
        description,
        parameters,
        strict: false,
      })),
    });
    const calls = response.output.filter(({ type }) => type === "function_call");
    if (calls.length === 0) return response.output_text;
    input.push(...response.output);
    for (const call of calls) {
      input.push({
        type: "function_call_output",
        call_id: call.call_id,
        output: resultOf(call),
      });
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
  whole: (text) => answer(text, (request) => client.responses.create(request)),
  streamed: (text) => answer(text, (request) => client.responses.stream(request).finalResponse()),
};
