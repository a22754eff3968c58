/** What a user or an agent said: a role and its parts. Mirrors the content type of Google's gen-AI API. */
export interface Content {
  readonly parts?: readonly Part[] | undefined;
  readonly role?: string | undefined;
}

/** One part of a content. Exactly one of the payload fields is usually set. */
export interface Part {
  readonly text?: string | undefined;
  /** Thinking that the model returned; ADK counts it as text, so equal scores do too. */
  readonly thought?: boolean | undefined;
  readonly functionCall?: FunctionCall | undefined;
  readonly functionResponse?: FunctionResponse | undefined;
  readonly inlineData?: Blob64 | undefined;
  readonly fileData?: Readonly<Record<string, unknown>> | undefined;
  /** Less common payloads (executable code, media settings …), kept as they were read. */
  readonly [other: string]: unknown;
}

export interface Blob64 {
  readonly mimeType?: string | undefined;
  /** Base64. */
  readonly data?: string | undefined;
  readonly displayName?: string | undefined;
}

/** A tool call. `args` undefined is not the same as `{}`. */
export interface FunctionCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly [other: string]: unknown;
}

export interface FunctionResponse {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  readonly [other: string]: unknown;
}

/** The non-empty texts of a content's parts, joined by line breaks; undefined when there is no content. */
export function textOf(content: Content | undefined): string | undefined {
  if (content?.parts === undefined) return undefined;
  let joined = "";
  for (const { text } of content.parts) {
    if (text) joined = joined === "" ? text : `${joined}\n${text}`;
  }
  return joined;
}

export function textContent(role: "user" | "model", text: string): Content {
  return { parts: [{ text }], role };
}
