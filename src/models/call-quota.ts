import type { ModelCall } from "../core/chat-model.ts";

/** What all processes that ask one model share, on whichever machine: what it allows, and what a run may cost. */
export interface CallQuota {
  /**
   * Waits until the call may begin; throws a `ModelError` where the run has spent what it may. `likely` is what it will cost
   * in US dollars, asked again with every look; undefined while nobody knows.
   */
  begin(
    call: ModelCall,
    likely: () => number | undefined,
    signal: AbortSignal,
  ): Promise<QuotaTicket>;
  /** The provider has said how long nobody is to ask: nobody does, anywhere. */
  rest(model: string, milliseconds: number): void;
  /** How long a model rests by what others have heard, in milliseconds; 0 where it does not. */
  restLeft(model: string): number;
}

/** A call that was let through. */
export interface QuotaTicket {
  /** It is over. `made`: the provider was asked; it may have counted it. */
  end(result: {
    readonly made: boolean;
    readonly tokens?: number | undefined;
    readonly cost?: number | undefined;
  }): void;
}
