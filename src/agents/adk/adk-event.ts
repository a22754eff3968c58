import type { FunctionCall, FunctionResponse } from "../../core/content.ts";
import type { SessionEvent } from "../../core/session-event.ts";

/** An event as a runner yields it. */
export interface AdkEvent extends SessionEvent {
  readonly id: string;
  readonly finishReason?: string | undefined;
  /** Where it happened: names of agents, and of nodes with the call that ran them as `name@call`. */
  readonly branch?: string | undefined;
  readonly actions?: {
    /** What tools asked of the user, by call id. */
    readonly requestedToolConfirmations?: Readonly<Record<string, unknown>> | undefined;
    readonly requestedAuthConfigs?: Readonly<Record<string, unknown>> | undefined;
    readonly [other: string]: unknown;
  };
}

/** A call or a response with its id, which every event of ADK's has. */
export type AdkCall = FunctionCall & { readonly id: string; readonly name: string };

export type AdkResponse = FunctionResponse & { readonly id: string; readonly name: string };
