import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import { WireParts } from "./wire-parts.ts";
import type { WireProtocol, WireResult } from "./wire-protocol.ts";
import { tokenCounts } from "./wire-values.ts";

const path = /\/([^/:]+):(?:streamG|g)enerateContent$/;

/** Gemini's API, at Google's and at Vertex AI. */
export const wireGemini: WireProtocol = {
  matches: (given) => path.test(given),
  readRequest(body, given) {
    if (body.contents === undefined) return undefined;
    return { model: path.exec(given)?.[1], results: resultsIn(contentsOf(body.contents)) };
  },
  readReply(pieces) {
    const answers = pieces.filter((piece) => "candidates" in piece || "usageMetadata" in piece);
    if (answers.length === 0) return undefined;
    const parts = new WireParts();
    for (const answer of answers) {
      const [candidate] = objectsOf(answer.candidates);
      for (const part of objectsOf(fieldsOf(candidate?.content).parts)) addPart(parts, part);
    }
    // each piece counts from the beginning
    const usage = fieldsOf(answers.findLast((answer) => "usageMetadata" in answer)?.usageMetadata);
    return {
      model: textFrom(answers.find((answer) => "modelVersion" in answer)?.modelVersion),
      parts: parts.all,
      usage: tokenCounts({
        input: [usage.promptTokenCount, usage.toolUsePromptTokenCount],
        output: [usage.candidatesTokenCount, usage.thoughtsTokenCount],
        cached: usage.cachedContentTokenCount,
        reasoning: usage.thoughtsTokenCount,
      }),
    };
  },
};

function addPart(parts: WireParts, part: LooseJson): void {
  const call = fieldsOf(part.functionCall);
  if (part.functionCall === undefined) parts.text(part.text, { thought: part.thought === true });
  else parts.call({ id: call.id, tool: call.name, args: call.args ?? {} });
}

/** One content may stand for a list of one. */
function contentsOf(contents: unknown): readonly LooseJson[] {
  return Array.isArray(contents) ? objectsOf(contents) : [fieldsOf(contents)];
}

function resultsIn(contents: readonly LooseJson[]): readonly WireResult[] {
  const lastOfModel = contents.findLastIndex((content) => content.role === "model");
  return contents.flatMap(({ parts }, index) =>
    objectsOf(parts).flatMap((part): readonly WireResult[] => {
      const result = part.functionResponse ?? part.function_response;
      if (result === undefined) return [];
      const { id, name, response } = fieldsOf(result);
      const tool = textFrom(name);
      const value = unwrapped(response, tool);
      return [{ id: textFrom(id), tool, value, isNew: index > lastOfModel }];
    }),
  );
}

/** The AI SDK puts a result under `content`, beside the name of its tool. */
function unwrapped(response: unknown, tool: string | undefined): unknown {
  const fields = fieldsOf(response);
  const isWrapped = fields.name === tool && "content" in fields && Object.keys(fields).length === 2;
  return isWrapped ? fields.content : response;
}
