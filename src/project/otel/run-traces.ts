import { chatEnd } from "../../core/chats/chat-fold.ts";
import { joinCase } from "../../core/folds/case-result.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { caseRequests } from "../../core/requests/case-requests.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { SecretMask } from "../../core/secrets/secret-mask.ts";
import { conversationSpans } from "../../core/traces/conversation-spans.ts";
import type { Span } from "../../core/traces/span.ts";
import { readConversations } from "../history/read-conversations.ts";
import { timedSpans } from "./emit/timed-spans.ts";
import { spanSettings } from "./span-settings.ts";

interface RunTracesOptions {
  readonly mask: SecretMask;
  /** Only of these cases, by their places in the plan. */
  readonly indexes?: readonly number[] | undefined;
}

/** The finished conversations of a run as spans, one trace after the other, in plan order. */
export async function* runTraces(
  store: RunStore,
  { runId, about }: Pick<RunSummary, "runId" | "about">,
  { mask, indexes }: RunTracesOptions,
): AsyncGenerator<readonly Span[]> {
  // what was scored again happened in the run that it is of
  const settings = spanSettings(about, about.scoredRun ?? runId);
  for await (const stored of readConversations(store, runId, indexes)) {
    const { start, turns, calls, isBroken } = stored;
    const isChat = about.kind === "chat" && start !== undefined;
    const end = stored.end ?? (isChat ? chatEnd(start, turns) : undefined);
    const result = end === undefined || isBroken ? undefined : joinCase({ start, turns }, end);
    if (result === undefined) continue;
    const requests = caseRequests(turns, stored.end);
    const spans = conversationSpans(mask.value(result), {
      ...settings,
      calls: mask.value(calls),
      requests: mask.value(requests),
    });
    yield timedSpans(spans);
  }
}
