import type { CallModel } from "./chat-model.ts";
import type { Content } from "./content.ts";
import type { EvalCase } from "./eval-set.ts";
import type { Invocation } from "./invocation.ts";

/** Plays the user. A written conversation and a language model look the same from the runner. */
export interface UserSimulator {
  next(soFar: readonly Invocation[], signal: AbortSignal): UserMove | Promise<UserMove>;
}

export type UserMove =
  | { readonly type: "say"; readonly content: Content }
  | {
      readonly type: "stop";
      readonly why: string;
      /** Left out where there was nothing more to say. */
      readonly because?: "stop-signal" | "turn-limit" | undefined;
    };

/**
 * The simulated user could not play its part: it said nothing, its model failed, or it gave its plan away.
 * That shows nothing about the agent, so the case is not evaluated.
 */
export class SimulatorFault extends Error {
  override readonly name = "SimulatorFault";
}

/**
 * Makes the user for a case, or says in a sentence why this case has none. `ask` reaches models, where there are any;
 * the set says which config describes its users, and the trial makes seeded ones differ between repeats.
 */
export type UserFor = (
  evalCase: EvalCase,
  ask?: CallModel,
  evalSetId?: string,
  trial?: number,
) => UserSimulator | { readonly unsupported: string };
