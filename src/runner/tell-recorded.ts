import type { Ending } from "./end-by-agent.ts";
import type { ConversationRequest, ConversationResult } from "./run-conversation.ts";
import type { RecordedConversation } from "./run-plan.ts";

type Told = Pick<ConversationRequest, "planned" | "plan" | "stored">;

/**
 * Tells a conversation that has run, turn by turn as it stands. Nobody is asked anything, so that nothing is waited for:
 * there may be a hundred thousand of them.
 */
export function tellRecorded(
  { planned, plan, stored }: Told,
  recorded: RecordedConversation,
): ConversationResult {
  if (plan.kill.aborted) return { invocations: [], abandoned: {} };
  const { evalSetId, evalId, trial, index, finishedTurns } = planned;
  const { ending, output } = recorded;
  const invocations = [...(finishedTurns?.invocations ?? [])];
  let finalState = finishedTurns?.state;
  for (let turn = invocations.length; turn < recorded.invocations.length; turn += 1) {
    const invocation = recorded.invocations[turn];
    if (invocation === undefined) break;
    // state and prints are known of the conversation as a whole, so that they come with its last turn
    const isLast = turn === recorded.invocations.length - 1;
    if (isLast) finalState = recorded.finalState ?? finalState;
    invocations.push(invocation);
    stored.emit({
      type: "turn-end",
      runId: plan.runId,
      evalSetId,
      evalId,
      trial,
      index,
      turn,
      invocation,
      state: finalState,
      output: isLast && ending === undefined ? output : undefined,
    });
  }
  return { invocations, finalState, restarted: false, stopped: endingOf(recorded) };
}

/** What was printed is told once: where the case had ended by itself, with its end. */
function endingOf({ ending, output }: RecordedConversation): Ending | undefined {
  return ending && { ...ending, output };
}
