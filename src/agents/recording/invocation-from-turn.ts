import type { TurnRecord } from "../../core/agent.ts";
import type { Invocation, InvocationEvent } from "../../core/invocation.ts";
import { roundToThousandths } from "../../core/numbers/mean.ts";
import { invocationFromEvents, type SessionEvent } from "../../core/session-event.ts";
import { type Draft, draftEvents, type TurnFacts } from "./draft-events.ts";
import { secondsInTools } from "./seconds-in-tools.ts";
import { turnTimes } from "./turn-times.ts";

/**
 * A recorded turn as an invocation. It takes the way of ADK's events, so that a live agent and a session of ADK's
 * that did the same are scored the same. What an agent that ran as a tool did inside stays out, as it does there.
 */
export function invocationFromTurn(record: TurnRecord, facts: TurnFacts): Invocation {
  const { invocationId, userContent, startedAt } = facts;
  const drafts = draftEvents(record, facts);
  const events: SessionEvent[] = [
    { invocationId, author: "user", timestamp: startedAt, content: userContent },
  ];
  for (const draft of drafts) events.push(draft.event);
  const invocation = invocationFromEvents(invocationId, events, {
    duration: roundToThousandths(record.milliseconds / 1000),
    toolDuration: secondsInTools(record.steps),
  });
  const times = turnTimes(record, drafts);
  const whole = withSilentCalls(invocation, drafts);
  return times === undefined ? whole : { ...whole, times };
}

/** Events drop what has no content, and with it the tokens of model calls that said nothing; those are put back. */
function withSilentCalls(invocation: Invocation, drafts: readonly Draft[]): Invocation {
  if (!drafts.some((draft) => draft.kind === "silent")) return invocation;
  const data = invocation.intermediateData;
  const kept = data !== undefined && "invocationEvents" in data ? data.invocationEvents : [];
  let next = 0;
  const invocationEvents = drafts.flatMap(({ kind, author, event }): InvocationEvent[] => {
    if (kind === "silent") {
      return [{ author, usageMetadata: event.usageMetadata, modelVersion: event.modelVersion }];
    }
    const found = kept[next];
    next += 1;
    return found === undefined ? [] : [found];
  });
  return { ...invocation, intermediateData: { invocationEvents } };
}
