import { type Content, type Part, textOf } from "../content.ts";

/** A content as OpenTelemetry's messages have it, as JSON text: its words as one, then whatever else it holds. */
export function messagesJson(role: "user" | "assistant", content: Content | undefined): string {
  const text = textOf(content);
  const others = (content?.parts ?? []).flatMap((part) => otherPart(part) ?? []);
  const parts = text ? [{ type: "text", content: text }, ...others] : others;
  return JSON.stringify([{ role, parts }]);
}

/** What a model said and asked for, part by part. */
export function outputJson({ parts = [] }: Content): string {
  const said = parts.flatMap((part) => textPart(part) ?? otherPart(part) ?? []);
  return JSON.stringify([{ role: "assistant", parts: said }]);
}

function textPart({ text, thought }: Part): object | undefined {
  if (!text) return undefined;
  return { type: thought === true ? "reasoning" : "text", content: text };
}

function otherPart(part: Part): object | undefined {
  const { functionCall, functionResponse, inlineData, fileData } = part;
  if (functionCall !== undefined) {
    const { id, name, args } = functionCall;
    return { type: "tool_call", id, name, arguments: args };
  }
  if (functionResponse !== undefined) {
    const { id, name, response } = functionResponse;
    return { type: "tool_call_response", id, name, response };
  }
  if (inlineData !== undefined) {
    return { type: "blob", mime_type: inlineData.mimeType, content: inlineData.data };
  }
  if (fileData === undefined) return undefined;
  const { mimeType, fileUri } = fileData;
  return { type: "uri", mime_type: mimeType, uri: fileUri };
}
