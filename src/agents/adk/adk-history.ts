import type { Content } from "../../core/content.ts";
import {
  type Invocation,
  isRecorded,
  toolCallsOf,
  toolResponsesOf,
} from "../../core/invocation.ts";
import type { AdkTree } from "./adk-tree.ts";

/** An event of an earlier turn. */
interface EarlierEvent {
  readonly invocationId: string;
  readonly author: string;
  readonly content: Content;
}

/** Whether what was recorded of earlier turns is all that the agent would know of them. */
export function canGoOn(history: readonly Invocation[], tree: AdkTree): boolean {
  if (tree.isWorkflow) return false;
  return history.every((turn) => {
    const answered = new Set(toolResponsesOf(turn).map(({ id }) => id));
    // a call without a response may wait for the user; an agent that ran as a tool has a memory of its own
    return toolCallsOf(turn).every(
      ({ id, name = "" }) => answered.has(id) && !tree.agentTools.has(name),
    );
  });
}

/** The events that earlier turns left in the session. */
export function earlierEvents(
  history: readonly Invocation[],
  rootName: string,
): readonly EarlierEvent[] {
  return history.flatMap((turn) => {
    const { invocationId, userContent, finalResponse, intermediateData } = turn;
    const recorded = isRecorded(intermediateData) ? intermediateData.invocationEvents : [];
    const events: EarlierEvent[] = [{ invocationId, author: "user", content: userContent }];
    for (const { author, content } of recorded) {
      if (content !== undefined) events.push({ invocationId, author, content });
    }
    if (finalResponse !== undefined) {
      const author = recorded.at(-1)?.author ?? rootName;
      events.push({ invocationId, author, content: finalResponse });
    }
    return events;
  });
}
