import type { AskModel } from "./chat-model.ts";
import type { Content } from "./content.ts";
import type { EvalCase } from "./eval-set.ts";
import type { Invocation } from "./invocation.ts";

/** Plays the user. A written conversation and a language model look the same from the runner. */
export interface UserSimulator {
  next(soFar: readonly Invocation[], signal: AbortSignal): UserMove | Promise<UserMove>;
}

export type UserMove =
  | { readonly type: "say"; readonly content: Content }
  | { readonly type: "stop"; readonly why: string };

/** Makes the user for a case, or says in a sentence why this case has none. `ask` reaches models, where there are any. */
export type UserFor = (
  evalCase: EvalCase,
  ask?: AskModel,
) => UserSimulator | { readonly unsupported: string };
