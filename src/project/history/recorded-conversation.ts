import { type Recording, recordedAgent } from "../../agents/recorded-agent.ts";
import type { RecordedEnding } from "../../core/user-simulator.ts";
import type { PlannedCase } from "../../runner/run-plan.ts";
import { recordedUser } from "../../simulation/recorded-user.ts";

/** A conversation that has run, with the session it ran in. */
export interface RecordedConversation extends Recording {
  readonly sessionId: string;
  readonly userId: string;
  /** Set when the conversation had ended its case by itself: by an agent that failed, say. */
  readonly ending?: RecordedEnding | undefined;
}

/** The agent and the user of a recorded conversation, who do again what they did: it goes through the runner as any other. */
export function recordedConversation(
  recorded: RecordedConversation,
): Required<Pick<PlannedCase, "agent" | "user" | "session">> {
  const { invocations, sessionId, userId, output, ending } = recorded;
  const isEnded = ending !== undefined;
  return {
    // what was printed is reported once: where the case had ended by itself, with its end
    agent: recordedAgent(isEnded ? { ...recorded, output: undefined } : recorded),
    user: recordedUser(invocations, isEnded ? { ...ending, output } : undefined),
    session: { sessionId, userId },
  };
}
