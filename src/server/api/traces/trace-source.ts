import { z } from "zod";
import { chatEnd } from "../../../core/chats/chat-fold.ts";
import { UserFacingError } from "../../../core/errors.ts";
import type { SessionInput } from "../../../core/eval-set.ts";
import { joinCase } from "../../../core/folds/case-result.ts";
import { caseRequests } from "../../../core/requests/case-requests.ts";
import { conversationSpans } from "../../../core/traces/conversation-spans.ts";
import type { LogRecord, Span } from "../../../core/traces/span.ts";
import { readChat } from "../../../project/chats/chat-journal.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { spanSettings } from "../../../project/otel/span-settings.ts";
import { findSession } from "../../../project/traces/session-conversation.ts";
import { logLine, spanLine } from "../../../traces/formats/write-otlp-json.ts";
import { findConversation } from "../runs/find-conversation.ts";
import type { ServerParts } from "../server-parts.ts";

/** Which conversation is meant: one that was received, a chat, or one of a run. */
export const traceQuery = z.object({
  session: z.string().optional(),
  chat: z.string().optional(),
  run: z.string().optional(),
  set: z.string().optional(),
  case: z.string().optional(),
  trial: z.coerce.number().int().min(0).default(0),
});

/** The spans of a conversation, with what says whether they are still the same. */
export interface ToldTrace {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
  readonly tag: string;
  readonly isGolden: boolean;
  /** False while more spans may come. */
  readonly isComplete: boolean;
  /** The session that it began with, where that is known. */
  readonly sessionInput?: SessionInput | undefined;
}

interface TraceOptions {
  /** True: spans say what models were sent. Each holds the whole conversation before it, and few look at it. */
  readonly withRequests?: boolean;
}

export async function openTrace(
  asked: z.output<typeof traceQuery>,
  parts: ServerParts,
  { withRequests = false }: TraceOptions = {},
): Promise<ToldTrace> {
  if (asked.session !== undefined) return await openSession(asked.session, parts);
  if (asked.chat !== undefined) return await openChat(asked.chat, parts, { withRequests });
  const { run, set = "", case: evalId, trial } = asked;
  if (run === undefined || evalId === undefined) {
    throw new UserFacingError("cli/usage", "The query names no conversation.", {
      hint: "Give session=ID, chat=ID, or run=ID with case=ID, and set=ID where several sets have it.",
    });
  }
  const runId = await findRun(parts.runs, run, { cwd: parts.cwd });
  const found = await findConversation(runId, { set, case: evalId, trial }, parts);
  const { about } = found.summary;
  // what was scored again happened in the run that it is of
  const settings = spanSettings(about, about.scoredRun ?? runId);
  const { calls, requests } = found;
  const spans = conversationSpans(found.result, {
    ...settings,
    calls,
    requests,
    onlyInstructions: !withRequests,
  });
  const { sessionInput } = found.result.evalCase;
  return { spans, logs: [], tag: found.tag, isGolden: false, isComplete: true, sessionInput };
}

async function openSession(id: string, { traces }: ServerParts): Promise<ToldTrace> {
  const { spanCount, logCount, golden, completeAt } = await findSession(traces, id);
  return {
    spans: await Array.fromAsync(traces.spans(id)),
    logs: await Array.fromAsync(traces.logs(id)),
    tag: `${spanCount}-${logCount}-${golden}`,
    isGolden: golden,
    isComplete: completeAt <= Date.now(),
  };
}

async function openChat(
  id: string,
  { runs }: ServerParts,
  { withRequests }: TraceOptions,
): Promise<ToldTrace> {
  const { about, start, turns } = await readChat(runs, id);
  const result = joinCase({ start, turns }, chatEnd(start, turns));
  const settings = spanSettings(about, id);
  const sent = { requests: caseRequests(turns), onlyInstructions: !withRequests };
  const spans = result === undefined ? [] : conversationSpans(result, { ...settings, ...sent });
  const tag = `${id}-${turns.length}`;
  const { sessionInput } = start.evalCase;
  return { spans, logs: [], tag, isGolden: false, isComplete: true, sessionInput };
}

/** Everything of a conversation, as it was sent, a span or log record a line. */
export function otlpLines({ spans, logs }: Pick<ToldTrace, "spans" | "logs">): string {
  return [...spans.map(spanLine), ...logs.map(logLine)].map((line) => `${line}\n`).join("");
}
