import type { LooseJson } from "../../core/json/loose-json.ts";

export type ModelProtocol = "gemini" | "openai-chat" | "openai-responses" | "anthropic" | "ollama";

/** What a client asked, the same for every protocol. */
export interface ModelRequest {
  readonly protocol: ModelProtocol;
  readonly model: string;
  /** With the system's instructions first, when there are any. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly isStreamed: boolean;
  /** As it was sent. */
  readonly body: LooseJson;
}

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
  /** What an assistant called. */
  readonly calls: readonly ModelCall[];
  /** What a tool gave, where the role is `tool`. */
  readonly result?: ModelResult | undefined;
}

export interface ModelCall {
  readonly id?: string | undefined;
  readonly tool: string;
  readonly args: unknown;
}

export interface ModelResult {
  readonly id?: string | undefined;
  readonly tool?: string | undefined;
  /** As the protocol carries it: an object or a text. */
  readonly output: unknown;
}

export interface ModelTool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** What the model says to a request. */
export interface ModelReply {
  readonly thought?: string | undefined;
  readonly text?: string | undefined;
  /** Calls without an id get one, except with Gemini, which goes by names. */
  readonly calls?: readonly ModelCall[] | undefined;
  /** 10 in and 5 out unless given. */
  readonly usage?: ModelUsage | undefined;
  /** The answer begins after this many milliseconds. */
  readonly afterMs?: number | undefined;
  /** A streamed answer goes on after its first piece when this is settled. */
  readonly rest?: Promise<unknown> | undefined;
  /** The connection breaks when half of the answer is sent. */
  readonly breaksOff?: boolean | undefined;
}

export interface ModelUsage {
  /** All that was read, cached or not. */
  readonly input: number;
  /** All that was written, thoughts included. */
  readonly output: number;
  readonly cached?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** An HTTP error, a request that is never answered, or bytes that are no answer. */
export type ModelFailure =
  | {
      readonly status: number;
      readonly message?: string | undefined;
      /** Sent as `Retry-After`. */
      readonly retryAfterSeconds?: number | undefined;
      /** Sent as they are, in small letters. */
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly hangs: true }
  | RawAnswer;

/** What a broken server or a proxy in between sends with a good status. */
export interface RawAnswer {
  /** Sent piece by piece. */
  readonly raw: readonly string[];
  readonly contentType?: string | undefined;
  /** Milliseconds between the pieces. */
  readonly everyMs?: number | undefined;
  /** After the last piece nothing comes, and the connection stays open. */
  readonly thenHangs?: boolean | undefined;
}

/** A reply with everything decided. */
export interface WholeReply {
  readonly thought: string;
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly usage: ModelUsage;
  /** Unique in its server. */
  readonly id: string;
}

/** How a loopback server speaks one vendor's API. */
export interface LoopbackProtocol {
  readonly name: ModelProtocol;
  matches(path: string): boolean;
  /** `path` with its query. */
  read(body: LooseJson, path: string): Omit<ModelRequest, "protocol" | "body">;
  answer(reply: WholeReply, request: ModelRequest): object;
  stream(reply: WholeReply, request: ModelRequest): StreamedAnswer;
  error(status: number, message: string): object;
}

export interface StreamedAnswer {
  readonly contentType: string;
  readonly pieces: readonly string[];
}

/** Server-sent events; with `named`, under the names that their data has as `type`. */
export function eventStream(
  events: readonly object[],
  { named = false, done = false }: { readonly named?: boolean; readonly done?: boolean } = {},
): StreamedAnswer {
  const pieces = events.map((event) => {
    const name = named ? `event: ${(event as { type?: string }).type}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return {
    contentType: "text/event-stream",
    pieces: done ? [...pieces, "data: [DONE]\n\n"] : pieces,
  };
}

/** A text as it is streamed: word by word. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
}

/** A text as it is, or the texts of parts. */
export function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === "string" ? part.text : ""))
    .join("");
}
