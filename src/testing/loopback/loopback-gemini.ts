import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import {
  eventStream,
  type LoopbackProtocol,
  type ModelMessage,
  plainText,
  type WholeReply,
  wordsOf,
} from "./loopback-protocol.ts";

const path = /\/([^/:]+):(streamGenerateContent|generateContent)(?:\?|$)/;

export const loopbackGemini: LoopbackProtocol = {
  name: "gemini",
  matches: (given) => path.test(given),
  read(body, given) {
    const [, model = "", method] = path.exec(given) ?? [];
    const system = plainText(fieldsOf(body.systemInstruction).parts);
    const contents = objectsOf(body.contents).flatMap(messagesOf);
    return {
      model,
      messages:
        system === "" ? contents : [{ role: "system", text: system, calls: [] }, ...contents],
      tools: objectsOf(body.tools).flatMap(({ functionDeclarations }) =>
        objectsOf(functionDeclarations).map(({ name, description }) => ({
          name: textFrom(name) ?? "",
          description: textFrom(description),
        })),
      ),
      isStreamed: method === "streamGenerateContent",
    };
  },
  answer: (reply, { model }) => ({
    candidates: [candidate([...textParts(reply), ...callParts(reply)], "STOP")],
    usageMetadata: usageOf(reply),
    modelVersion: model,
    responseId: reply.id,
  }),
  stream(reply, { model }) {
    const parts = [
      ...(reply.thought === "" ? [] : [{ text: reply.thought, thought: true }]),
      ...wordsOf(reply.text).map((text) => ({ text })),
      ...callParts(reply),
    ];
    const about = { modelVersion: model, responseId: reply.id };
    const chunks = parts.map((part) => ({ candidates: [candidate([part])], ...about }));
    const last = { candidates: [candidate([{ text: "" }], "STOP")], usageMetadata: usageOf(reply) };
    return eventStream([...chunks, { ...last, ...about }]);
  },
  error: (status, message) => ({ error: { code: status, message, status: "UNAVAILABLE" } }),
};

function messagesOf({ role, parts }: LooseJson): readonly ModelMessage[] {
  const all = objectsOf(parts);
  const results = all.flatMap(({ functionResponse }): readonly ModelMessage[] => {
    if (functionResponse === undefined) return [];
    const { id, name, response } = fieldsOf(functionResponse);
    const result = { id: textFrom(id), tool: textFrom(name), output: response };
    return [{ role: "tool", text: JSON.stringify(response ?? {}), calls: [], result }];
  });
  if (results.length > 0) return results;
  const calls = all.flatMap(({ functionCall }) => {
    if (functionCall === undefined) return [];
    const { id, name, args } = fieldsOf(functionCall);
    return [{ id: textFrom(id), tool: textFrom(name) ?? "", args: args ?? {} }];
  });
  return [{ role: role === "model" ? "assistant" : "user", text: plainText(all), calls }];
}

function candidate(parts: readonly object[], finishReason?: string): object {
  return {
    content: { role: "model", parts },
    ...(finishReason === undefined ? {} : { finishReason }),
    index: 0,
  };
}

function textParts({ thought, text }: WholeReply): readonly object[] {
  return [
    ...(thought === "" ? [] : [{ text: thought, thought: true }]),
    ...(text === "" ? [] : [{ text }]),
  ];
}

function callParts({ calls }: WholeReply): readonly object[] {
  return calls.map(({ id, tool, args }) => ({ functionCall: { id, name: tool, args } }));
}

function usageOf({ usage: { input, output, cached, reasoning = 0 } }: WholeReply): object {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
    ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
  };
}
