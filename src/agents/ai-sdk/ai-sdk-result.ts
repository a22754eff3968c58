import type { SdkAnswer } from "./ai-sdk-content.ts";
import type { SdkMessage } from "./ai-sdk-messages.ts";

export type Context = Readonly<Record<string, unknown>>;

export interface SdkStep extends SdkAnswer {
  readonly runtimeContext?: Context;
  readonly experimental_context?: Context;
}

export interface SdkResult {
  readonly text?: string;
  readonly steps?: readonly SdkStep[];
  /** All of the run, from version 7 on. */
  readonly responseMessages?: readonly SdkMessage[];
  readonly response?: { readonly messages?: readonly SdkMessage[] };
}
