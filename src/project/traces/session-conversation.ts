import { UserFacingError } from "../../core/errors.ts";
import type { EvalSet } from "../../core/eval-set.ts";
import { nearest } from "../../core/text/nearest.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import type { SessionListing, TraceStore } from "../../core/traces/trace-store.ts";
import { conversationOf, type TraceConversation } from "../../traces/conversations/group-traces.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { caseFromTrace } from "./case-from-trace.ts";
import { contentVariable } from "./trace-problems.ts";

/** A session as the conversation that it was. */
export async function sessionConversation(
  store: TraceStore,
  id: string,
): Promise<TraceConversation> {
  const spans = await Array.fromAsync(store.spans(id));
  const logs = await Array.fromAsync(store.logs(id));
  return conversationOf(id, readTraces({ spans, logs }));
}

/** The session that a user means. */
export async function findSession(store: TraceStore, id: string): Promise<SessionListing> {
  const sessions = await store.sessions();
  const found = sessions.find((session) => session.id === id);
  if (found !== undefined) return found;
  const ids = sessions.map((session) => session.id);
  const near = nearest(id, ids);
  throw new UserFacingError("session/not-found", `There is no session "${id}".`, {
    hint:
      near === undefined ? "List them with:  assay sessions" : `Did you mean ${shellWord(near)}?`,
  });
}

/** An eval set of one case: what was said in a session, and what the agent did as its references. */
export function goldenSet(id: string, conversation: TraceConversation, now: number): EvalSet {
  const evalCase = caseFromTrace(id, conversation, now);
  if (evalCase === undefined) {
    throw new UserFacingError("trace/empty", `Session ${id} does not say what the user said.`, {
      hint: `Have content recorded:  ${contentVariable(conversation)}`,
    });
  }
  return { evalSetId: setId(id), name: id, evalCases: [evalCase], creationTimestamp: now };
}

function setId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]+/g, "_");
}
