/** One message to or from a model, whatever the framework that recorded it. */
export interface Message {
  readonly role: MessageRole;
  readonly parts: readonly MessagePart[];
}

export type MessageRole = "system" | "user" | "assistant" | "tool";

export type MessagePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | {
      readonly type: "call";
      readonly id?: string | undefined;
      readonly name?: string | undefined;
      /** Undefined where nobody recorded them. */
      readonly args?: unknown;
    }
  | {
      readonly type: "response";
      readonly id?: string | undefined;
      readonly name?: string | undefined;
      readonly response?: unknown;
      readonly isError?: boolean | undefined;
    }
  /** Images, files and whatever else is no text, as it was recorded. */
  | { readonly type: "other"; readonly value: unknown };

/** The texts of a message, one after the other; undefined where it has none. */
export function messageText({ parts }: Message): string | undefined {
  let joined: string | undefined;
  for (const part of parts) {
    if (part.type === "text") joined = (joined ?? "") + part.text;
  }
  return joined;
}

/** The texts of several messages, one after the other. */
export function messagesText(messages: readonly Message[]): string | undefined {
  let joined: string | undefined;
  for (const message of messages) {
    const text = messageText(message);
    if (text !== undefined) joined = joined === undefined ? text : joined + text;
  }
  return joined;
}
