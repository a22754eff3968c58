import { GoogleGenAI } from "@google/genai";
import { runTool, tools } from "./tools.mjs";

const client = new GoogleGenAI({
  apiKey: "key-never-stored",
  httpOptions: { baseUrl: process.env.MODELS_URL },
});

async function answer(text, ask) {
  const contents = [{ role: "user", parts: [{ text }] }];
  for (;;) {
    const parts = await ask({
      model: "scripted",
      contents,
      config: {
        tools: [
          {
            functionDeclarations: tools.map(({ name, description, schema }) => ({
              name,
              description,
              parametersJsonSchema: schema,
            })),
          },
        ],
      },
    });
    const calls = parts.filter(({ functionCall }) => functionCall !== undefined);
    if (calls.length === 0) return parts.map((part) => part.text).join("");
    contents.push({ role: "model", parts });
    contents.push({ role: "user", parts: calls.map(resultOf) });
  }
}

function resultOf({ functionCall: { name, args } }) {
  return { functionResponse: { name, response: responseOf(name, args) } };
}

function responseOf(name, args) {
  try {
    const result = runTool(name, args);
    return typeof result === "object" ? result : { result };
  } catch (error) {
    return { error: error.message };
  }
}

export const agents = {
  whole: (text) =>
    answer(text, async (request) => {
      const { candidates } = await client.models.generateContent(request);
      return candidates[0].content.parts;
    }),
  streamed: (text) =>
    answer(text, async (request) => {
      const parts = [];
      for await (const chunk of await client.models.generateContentStream(request)) {
        parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      }
      return parts;
    }),
};
