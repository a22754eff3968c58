import type { Content, FunctionCall, FunctionResponse, Part } from "../core/content.ts";
import { boolean, freeObject, list, reading, type Shape, text } from "../core/shape.ts";
import { base64 } from "./base64-shape.ts";
import { genaiObject } from "./genai-object.ts";
import {
  blob,
  codeExecutionResult,
  executableCode,
  fileData,
  functionResponsePart,
  functionResponseScheduling,
  mediaProcessing,
  mediaResolution,
  partialArg,
  speechMetadata,
  toolCall,
  toolResponse,
  transcription,
  videoMetadata,
} from "./part-payload-shapes.ts";

export const functionCallShape: Shape<FunctionCall> = genaiObject<FunctionCall>("FunctionCall", {
  id: text,
  args: freeObject,
  name: text,
  partialArgs: list(partialArg),
  willContinue: boolean,
});

export const functionResponseShape: Shape<FunctionResponse> = genaiObject<FunctionResponse>(
  "FunctionResponse",
  {
    willContinue: boolean,
    scheduling: functionResponseScheduling,
    parts: list(functionResponsePart),
    id: text,
    name: text,
    response: freeObject,
  },
);

export const partShape: Shape<Part> = genaiObject<Part>("Part", {
  mediaResolution,
  codeExecutionResult,
  executableCode,
  fileData,
  functionCall: functionCallShape,
  functionResponse: functionResponseShape,
  inlineData: blob,
  text,
  thought: boolean,
  thoughtSignature: base64,
  videoMetadata,
  toolCall,
  toolResponse,
  partMetadata: freeObject,
  audioTranscription: transcription,
  mediaProcessing,
  speechMetadata,
});

export const contentShape: Shape<Content> = genaiObject<Content>("Content", {
  parts: list(partShape),
  role: text,
});

/** A content, or a plain text for one part said by `role`. */
export function contentOrText(role: "user" | "model"): Shape<Content> {
  return reading(
    contentShape,
    (value, context, inner) => {
      if (typeof value !== "string") return inner.read(value, context);
      context.shorthand(`A plain text stands for {"role": "${role}", "parts": [{"text": …}]}.`);
      return { parts: [{ text: value }], role };
    },
    () => ({ anyOf: [{ type: "string" }, contentShape.schema()] }),
  );
}
