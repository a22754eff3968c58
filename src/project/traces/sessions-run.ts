import { UserFacingError } from "../../core/errors.ts";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { evalSetSource } from "../../eval-sets/eval-set-source.ts";
import type { TraceConversation } from "../../traces/conversations/group-traces.ts";
import { conversationList } from "./conversation-source.ts";
import { findSession, goldenSet, sessionConversation } from "./session-conversation.ts";
import { type TraceRun, type TraceRunRequest, traceRun } from "./trace-run.ts";

interface SessionsRequest extends Pick<TraceRunRequest, "matchBy" | "caseId" | "version"> {
  readonly golden: string;
}

/** All sessions that tell of an agent as a run that has already happened, compared with the golden one, which is left out. */
export async function sessionsRun(
  store: TraceStore,
  { golden, ...request }: SessionsRequest,
): Promise<TraceRun> {
  await findSession(store, golden);
  const evalSet = goldenSet(golden, await sessionConversation(store, golden), 0);
  const others = (await store.sessions()).filter(({ id, isAgent }) => isAgent && id !== golden);
  if (others.length === 0) {
    throw new UserFacingError("trace/empty", `There is no session beside ${golden}.`, {
      hint: "Let the agent work once more while assay serve listens.",
    });
  }
  const content: TraceConversation[] = [];
  for (const { id } of others) content.push(await sessionConversation(store, id));
  const from = `sessions beside ${golden}`;
  const conversations = () => conversationList(content);
  return await traceRun({ ...request, conversations, evalSet: evalSetSource(evalSet), from });
}
