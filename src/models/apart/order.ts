import type { ChatReply, ChatRequest, ModelFault } from "../../core/chat-model.ts";
import type { ModelName } from "../model-name.ts";

/** What the thread is asked to do. */
export type Order =
  | {
      readonly id: number;
      readonly type: "ask";
      readonly model: AskedModel;
      readonly request: ChatRequest;
    }
  | {
      readonly id: number;
      readonly type: "is-testing-server";
      readonly address: string | undefined;
    }
  /** Nobody waits for that answer any more. */
  | { readonly id: number; readonly type: "stop" };

export interface AskedModel {
  readonly id: string;
  readonly name: ModelName;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly baseUrl?: string | undefined;
}

/** What it brought. */
export type OrderEnd =
  | { readonly id: number; readonly reply: ChatReply }
  | { readonly id: number; readonly isTesting: boolean }
  | { readonly id: number; readonly error: CallFailure };

export interface CallFailure {
  readonly fault: ModelFault;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}
