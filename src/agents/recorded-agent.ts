import type { Agent, RecordedTurn } from "../core/agent.ts";
import { textOf } from "../core/content.ts";
import type { Invocation } from "../core/invocation.ts";
import { replayTurn } from "./replay-turn.ts";

/** A conversation that has run. */
export interface Recording {
  readonly invocations: readonly Invocation[];
  /** The session state after the last turn, where it is known. */
  readonly finalState?: Readonly<Record<string, unknown>> | undefined;
  /** What the agent had printed. */
  readonly output?: string | undefined;
}

/**
 * Does again what was recorded, turn by turn, whatever it is asked. A list of turns is done again step by step, so that they
 * become turns of the run that asks; a recording is kept as it stands.
 */
export function recordedAgent(
  recorded: readonly Invocation[] | Recording,
  name = "recorded",
): Agent {
  const recording = "invocations" in recorded ? recorded : undefined;
  const invocations = "invocations" in recorded ? recorded.invocations : recorded;
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
        ...(recording === undefined ? {} : asItStands(recording)),
      };
    },
  };
}

/** State and prints are known of the conversation as a whole, so that they come with its last turn. */
function asItStands({ invocations, finalState, output }: Recording) {
  let sent = 0;
  const isOver = () => sent >= invocations.length;
  return {
    recorded(turn: number): RecordedTurn | undefined {
      const invocation = invocations[turn];
      sent = turn + 1;
      return invocation && { invocation, output: isOver() ? output : undefined };
    },
    ...(finalState === undefined ? {} : { state: () => (isOver() ? finalState : undefined) }),
  };
}
