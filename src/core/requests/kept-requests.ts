import type { Message } from "../traces/message.ts";
import type { ToolDeclaration } from "./tool-declarations.ts";

/**
 * What the models of a turn were sent. Requests repeat the conversation so far again and again, so that each message and each
 * tool is kept once in a conversation, where it first occurs, and requests say by number which they consist of.
 */
export interface TurnRequests {
  /** Numbers of the first of these among all messages, and all tools, of the conversation. */
  readonly from: readonly [messages: number, tools: number];
  readonly messages: readonly KeptMessage[];
  readonly tools?: readonly ToolDeclaration[] | undefined;
  /** Each that a request of this turn was sent with, once. */
  readonly settings?: readonly Settings[] | undefined;
  readonly calls: readonly KeptRequest[];
}

export interface KeptRequest {
  /** Which model call of the turn, in the order of its times. */
  readonly call: number;
  readonly messages: readonly Run[];
  readonly tools?: readonly Run[] | undefined;
  /** Its place among the turn's settings. */
  readonly settings?: number | undefined;
}

type Settings = Readonly<Record<string, unknown>>;

/** A message, or how many characters it has that are too many to keep. */
export type KeptMessage = Message | { readonly role: Message["role"]; readonly tooLong: number };

/** So many that follow each other. */
export type Run = readonly [from: number, count: number];

/** A request, with the model call of its turn that it is of. */
export interface CallRequest<Request> {
  readonly call: number;
  readonly request: Request;
}
