import type { Content, FunctionCall, FunctionResponse, Part } from "../../core/content.ts";
import type { Schema } from "../../core/schema/parse-context.ts";
import { array, boolean, freeObject, string, withRead } from "../../core/schema/schema.ts";
import { base64 } from "./base64-schema.ts";
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
} from "./part-payload-schemas.ts";

export const functionCallSchema: Schema<FunctionCall> = genaiObject<FunctionCall>("FunctionCall", {
  id: string,
  args: freeObject,
  name: string,
  partialArgs: array(partialArg),
  willContinue: boolean,
});

export const functionResponseSchema: Schema<FunctionResponse> = genaiObject<FunctionResponse>(
  "FunctionResponse",
  {
    willContinue: boolean,
    scheduling: functionResponseScheduling,
    parts: array(functionResponsePart),
    id: string,
    name: string,
    response: freeObject,
  },
);

export const partSchema: Schema<Part> = genaiObject<Part>("Part", {
  mediaResolution,
  codeExecutionResult,
  executableCode,
  fileData,
  functionCall: functionCallSchema,
  functionResponse: functionResponseSchema,
  inlineData: blob,
  text: string,
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

export const contentSchema: Schema<Content> = genaiObject<Content>("Content", {
  parts: array(partSchema),
  role: string,
});

/** A content, or a plain text for one part said by `role`. */
export function contentOrText(role: "user" | "model"): Schema<Content> {
  return withRead(
    contentSchema,
    (value, context, inner) => {
      if (typeof value !== "string") return inner.read(value, context);
      context.shorthand(`A plain text stands for {"role": "${role}", "parts": [{"text": …}]}.`);
      return { parts: [{ text: value }], role };
    },
    () => ({ anyOf: [{ type: "string" }, contentSchema.jsonSchema()] }),
  );
}
