import type { Agent } from "../core/agent.ts";
import { textOf } from "../core/content.ts";
import type { Invocation } from "../core/invocation.ts";
import { replayTurn } from "./replay-turn.ts";

/** Does again what was recorded, turn by turn, whatever it is asked. */
export function recordedAgent(invocations: readonly Invocation[], name = "recorded"): Agent {
  return {
    name,
    start({ history }) {
      let next = history?.length ?? 0;
      return {
        resumed: history !== undefined,
        async send(_, turn) {
          const invocation = invocations[next];
          next += 1;
          if (invocation === undefined) throw new Error(`the recording has no turn ${next}`);
          replayTurn(invocation, turn);
          return textOf(invocation.finalResponse);
        },
      };
    },
  };
}
