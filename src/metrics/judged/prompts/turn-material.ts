import type { FunctionResponse } from "../../../core/content.ts";
import { textOf } from "../../../core/content.ts";
import {
  type Invocation,
  type InvocationEvent,
  intermediateTextsOf,
  isRecorded,
  toolCallsOf,
  toolResponsesOf,
} from "../../../core/invocation.ts";
import type { Material } from "../../../core/judge.ts";

export function userText(turn: Invocation): string {
  return textOf(turn.userContent) ?? "";
}

/** The answer; with everything said on the way to it before it, where that is asked for. */
export function answerText(turn: Invocation, includeIntermediate: boolean): string {
  const final = textOf(turn.finalResponse) ?? "";
  if (!includeIntermediate) return final;
  return [...intermediateTextsOf(turn).map(({ text }) => text), final].filter(Boolean).join("\n");
}

/** Calls with their responses, paired by id; of several responses with one id the last, as ADK has it. */
export function toolSteps(turn: Invocation): Material {
  const byId = new Map<string | undefined, FunctionResponse>();
  for (const response of toolResponsesOf(turn)) byId.set(response.id, response);
  const steps = toolCallsOf(turn).map(({ id, name, args }, step) => ({
    step,
    call: { name, args },
    response: byId.get(id)?.response ?? "no response",
  }));
  const text = steps.length === 0 ? "No tool was called." : JSON.stringify(steps, null, 1);
  return { title: "Tool calls of the agent, with what the tools answered", text };
}

/** What the agent was told: the one that began the turn, else the first one listed. */
export function instructionsOf(turn: Invocation): Material {
  const details = turn.appDetails?.agentDetails ?? {};
  const data = turn.intermediateData;
  const author = isRecorded(data) ? data.invocationEvents[0]?.author : undefined;
  const own = author !== undefined && Object.hasOwn(details, author) ? details[author] : undefined;
  const agent = own ?? (author === undefined ? Object.values(details)[0] : undefined);
  return { title: "Instructions of the agent", text: agent?.instructions || "None are known." };
}

export function toolDeclarationsOf(turns: readonly Invocation[]): Material {
  const byAgent = new Map<string, unknown>();
  for (const turn of turns) {
    for (const [id, details] of Object.entries(turn.appDetails?.agentDetails ?? {})) {
      if (!byAgent.has(id) && details.toolDeclarations.length > 0) {
        byAgent.set(id, details.toolDeclarations);
      }
    }
  }
  const text = byAgent.size === 0 ? "None are known." : JSON.stringify(Object.fromEntries(byAgent));
  return { title: "Tools that the agents have", text };
}

/** What searches and other sources gave the agent to go by. */
export function groundingOf(events: readonly InvocationEvent[]): Material {
  const found = events.flatMap(({ groundingMetadata }) =>
    groundingMetadata === undefined ? [] : [groundingMetadata],
  );
  const text = found.length === 0 ? "There are none." : JSON.stringify(found);
  return { title: "Sources that the answer was grounded on", text };
}

export function eventsOf({ intermediateData }: Invocation): readonly InvocationEvent[] {
  return isRecorded(intermediateData) ? intermediateData.invocationEvents : [];
}
