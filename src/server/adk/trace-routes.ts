import { chatEnd } from "../../core/chats/chat-fold.ts";
import { joinCase } from "../../core/folds/case-result.ts";
import type { CaseResult } from "../../core/run.ts";
import { conversationSpans } from "../../core/traces/conversation-spans.ts";
import type { Span } from "../../core/traces/span.ts";
import { readChat } from "../../project/chats/chat-journal.ts";
import { agentPathOf } from "../agents/find-agent.ts";
import { appOf } from "./adk-app.ts";
import type { AdkRequest, AdkRoutes } from "./adk-route.ts";
import { asAdkTurn } from "./as-adk-turn.ts";
import { devPaths } from "./dev-paths.ts";
import { EVAL_SESSION } from "./results/case-result-json.ts";
import { evalCaseOf } from "./results/eval-session.ts";
import { eventsOfTurn } from "./sessions/session-json.ts";

/** What happened in a session, as spans. */
export const traceRoutes: AdkRoutes = [
  ["GET", devPaths("/debug/trace/session/:session"), async (request) => await spansOf(request)],
];

async function spansOf({ param, parts }: AdkRequest): Promise<readonly object[]> {
  const app = appOf(param("app"), parts);
  const session = param("session");
  if (app === undefined) return [];
  if (session.startsWith(EVAL_SESSION)) {
    const found = await evalCaseOf(app, session, parts);
    return found === undefined
      ? []
      : traced(found.result, { agent: app.name, session, runId: found.runId });
  }
  const listed = (await parts.chatList.all()).find(
    ({ about }) =>
      about.chat?.sessionId === session && agentPathOf(about, parts.agentsFolder) === app.path,
  );
  if (listed === undefined) return [];
  const { start, turns, chatId } = await readChat(parts.runs, listed.chatId);
  const result = joinCase({ start, turns }, chatEnd(start, turns));
  return result === undefined ? [] : traced(result, { agent: app.name, session, runId: chatId });
}

interface About {
  readonly agent: string;
  readonly session: string;
  readonly runId: string;
}

/** One trace a turn: a page shows a trace beside the turn that it belongs to, and no root. */
function traced(result: CaseResult, { agent, session, runId }: About): readonly object[] {
  const spans = conversationSpans(result, { runId, agent });
  const [root, ...rest] = spans;
  if (root === undefined) return [];
  const turns = rest.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  return result.invocations.flatMap((invocation, place) => {
    const turn = turns[place];
    if (turn === undefined) return [];
    const traceId = `${root.traceId.slice(0, 24)}${place.toString(16).padStart(8, "0")}`;
    const about = {
      traceId,
      session,
      invocationId: asAdkTurn(invocation).invocationId,
      began: turn.start ?? 0n,
    };
    const top = { ...turn, parentSpanId: undefined, spanId: topOf(turn.spanId) };
    const events = eventsOfTurn({ invocation }, {});
    const steps = rest.filter(({ parentSpanId }) => parentSpanId === turn.spanId);
    return [
      spanJson(top, "invocation", { ...about, eventId: undefined }),
      spanJson({ ...turn, parentSpanId: top.spanId }, `invoke_agent ${agent}`, about),
      ...steps.map((step, at) => {
        const eventId = events[Math.min(at + 1, events.length - 1)]?.id;
        return spanJson(step, nameOf(step), { ...about, eventId });
      }),
    ];
  });
}

/** The id of a span above another. */
function topOf(spanId: string): string {
  return spanId.slice(0, -1) + (spanId.endsWith("0") ? "1" : "0");
}

/** A page knows model calls by ADK's name for them. */
function nameOf({ name, attributes }: Span): string {
  return attributes["gen_ai.operation.name"] === "chat" ? "call_llm" : name;
}

interface SpanAbout {
  readonly traceId: string;
  readonly session: string;
  readonly invocationId: string;
  /** When its turn began: a step whose times nobody measured stands there. */
  readonly began: bigint;
  readonly eventId?: string | undefined;
}

/** A page drops every span where one attribute is null, so that only texts, numbers and booleans are sent. */
function spanJson(span: Span, name: string, about: SpanAbout): object {
  const start = Number(span.start ?? about.began);
  const kept = Object.entries(span.attributes).filter(([key, value]) => {
    return (
      key !== "gen_ai.operation.name" && ["string", "number", "boolean"].includes(typeof value)
    );
  });
  const request = { "gcp.vertex.agent.llm_request": "{}" };
  const response = span.attributes["gen_ai.output.messages"];
  return {
    name,
    trace_id: about.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId ?? null,
    start_time: start,
    end_time: Number(span.end ?? span.start ?? about.began),
    attributes: {
      ...Object.fromEntries(kept),
      "gen_ai.conversation.id": about.session,
      "gcp.vertex.agent.session_id": about.session,
      "gcp.vertex.agent.invocation_id": about.invocationId,
      ...(about.eventId !== undefined && { "gcp.vertex.agent.event_id": about.eventId }),
      ...(name === "call_llm" && {
        ...request,
        "gcp.vertex.agent.llm_response": typeof response === "string" ? response : "{}",
      }),
    },
    logs: [],
  };
}
