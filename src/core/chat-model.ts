import type { JsonSchema } from "./schema/parse-context.ts";

/** The least we need from a language model: one request, one reply. Retry, limits and the journal are put around it. */
export interface ChatModel {
  /** As a config names it, such as `gemini-2.5-flash` or `openai/gpt-5-mini`. */
  readonly id: string;
  /**
   * Where it is asked: the address of its server, "" for its vendor's own, undefined where nobody knows.
   * Two models of one name may be two models.
   */
  readonly address?: string | undefined;
  /** True for code of the user's, which nobody has to tell what it is worth. */
  readonly isOwnCode?: boolean | undefined;
  /** True for a double that answers from a list, such as those of `ai/test`. */
  readonly isScript?: boolean | undefined;
  /** True where it is asked out of reach of code that is evaluated: its replies must prove that they are its own. */
  readonly isApart?: boolean | undefined;
  generate(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
}

export interface ChatRequest {
  readonly system?: string | undefined;
  readonly messages: readonly ChatMessage[];
  /** Asks for JSON of this form where the provider supports that; the reply's text is JSON either way. */
  readonly schema?: JsonSchema | undefined;
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** A provider's own settings, as the config has them. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

export interface ChatMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface ChatReply {
  readonly text: string;
  readonly finish: "stop" | "length" | "refusal" | "other";
  readonly usage?: ModelUsage | undefined;
  /** The snapshot that answered, when the provider says. */
  readonly model?: string | undefined;
}

export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Why a model call failed. Only some are worth another try. */
export type ModelFault =
  | "rate-limit"
  | "server"
  | "timeout"
  | "network"
  | "unreachable"
  | "auth"
  | "quota"
  | "invalid"
  | "too-long"
  | "budget"
  | "cancelled";

/** A model call that gave no reply, after everything that could be tried again was. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly fault: ModelFault;
  /** The provider's floor for the next try. */
  readonly retryAfterMs: number | undefined;

  constructor(
    fault: ModelFault,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** One call in a run: whose it is, and which of several. Together with the request it is the call's identity. */
export interface ModelCall {
  readonly role: "judge" | "user" | "environment";
  readonly model: ChatModel;
  readonly request: ChatRequest;
  /** The turn it is about, counted from 0; -1 for the whole conversation. */
  readonly turn: number;
  /** What is asked: a metric's name, or a part of one. */
  readonly step: string;
  /** Which of several equal requests. */
  readonly sample: number;
}

/** Issues a call, or hands back what it brought when it was already made. A finished call is never paid for twice. */
export type CallModel = (call: ModelCall, signal: AbortSignal) => Promise<ChatReply>;
