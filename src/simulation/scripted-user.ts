import type { Invocation } from "../core/invocation.ts";
import type { UserSimulator } from "../core/user-simulator.ts";

/** Says what is written, turn by turn: the simplest user there is. */
export function scriptedUser(conversation: readonly Invocation[]): UserSimulator {
  return {
    next(soFar) {
      const turn = conversation[soFar.length];
      if (turn === undefined) return { type: "stop", why: "the written conversation is over" };
      return { type: "say", content: turn.userContent };
    },
  };
}
