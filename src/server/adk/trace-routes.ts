import { chatEnd } from "../../core/chats/chat-fold.ts";
import type { Content, Part } from "../../core/content.ts";
import { joinCase } from "../../core/folds/case-result.ts";
import { caseRequests } from "../../core/requests/case-requests.ts";
import type { TurnRequests } from "../../core/requests/kept-requests.ts";
import type { CaseResult } from "../../core/run.ts";
import { conversationSpans } from "../../core/traces/conversation-spans.ts";
import type { Span } from "../../core/traces/span.ts";
import { readChat } from "../../project/chats/chat-journal.ts";
import { agentPathOf } from "../agents/find-agent.ts";
import { findConversation } from "../api/runs/find-conversation.ts";
import { appOf } from "./adk-app.ts";
import type { AdkRequest, AdkRoutes } from "./adk-route.ts";
import { asAdkTurn } from "./as-adk-turn.ts";
import { devPaths } from "./dev-paths.ts";
import { llmRequest, llmResponse } from "./llm-json.ts";
import { EVAL_SESSION } from "./results/case-result-json.ts";
import { evalCaseOf } from "./results/eval-session.ts";
import { type EventJson, eventsOfTurn } from "./sessions/session-json.ts";

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
    if (found === undefined) return [];
    const { runId, result } = found;
    const { evalSetId: set, evalId, trial } = result;
    const { requests } = await findConversation(runId, { set, case: evalId, trial }, parts);
    return traced(result, { agent: app.name, session, runId, requests });
  }
  const listed = (await parts.chatList.all()).find(
    ({ about }) =>
      about.chat?.sessionId === session && agentPathOf(about, parts.agentsFolder) === app.path,
  );
  if (listed === undefined) return [];
  const { start, turns, chatId } = await readChat(parts.runs, listed.chatId);
  const result = joinCase({ start, turns }, chatEnd(start, turns));
  const about = { agent: app.name, session, runId: chatId, requests: caseRequests(turns) };
  return result === undefined ? [] : traced(result, about);
}

interface About {
  readonly agent: string;
  readonly session: string;
  readonly runId: string;
  /** What models were sent, turn by turn. */
  readonly requests: readonly (TurnRequests | undefined)[];
}

/** One trace a turn: a page shows a trace beside the turn that it belongs to, and no root. */
function traced(result: CaseResult, { agent, session, runId, requests }: About): readonly object[] {
  const spans = conversationSpans(result, { runId, agent, requests });
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
    const events = eventsOfSteps(eventsOfTurn({ invocation }, {}));
    const steps = rest.filter(({ parentSpanId }) => parentSpanId === turn.spanId);
    return [
      spanJson(top, "invocation", about),
      spanJson({ ...turn, parentSpanId: top.spanId }, `invoke_agent ${agent}`, about),
      ...steps.map((step, at) => {
        return spanJson(step, nameOf(step), { ...about, event: events[at] });
      }),
    ];
  });
}

/** Which event tells of each step: of a model call its answer, of a tool call its result. */
function eventsOfSteps(events: readonly EventJson[]): readonly EventJson[] {
  return events.flatMap((event) => {
    const { usageMetadata, modelVersion, content } = event;
    const isModel = usageMetadata !== undefined || modelVersion !== undefined;
    const results = partsOf(content).flatMap(({ functionCall: call }) => {
      const isResult = ({ functionResponse }: Part) => functionResponse?.id === call?.id;
      if (call === undefined) return [];
      return events.find((each) => partsOf(each.content).some(isResult)) ?? event;
    });
    return isModel ? [event, ...results] : results;
  });
}

function partsOf(content: unknown): readonly Part[] {
  return (content as Content | undefined)?.parts ?? [];
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
  readonly event?: EventJson | undefined;
}

/** A page drops every span where one attribute is null, so that only texts, numbers and booleans are sent. */
function spanJson(span: Span, name: string, about: SpanAbout): object {
  const start = Number(span.start ?? about.began);
  const kept = Object.entries(span.attributes).filter(([key, value]) => {
    return (
      key !== "gen_ai.operation.name" && ["string", "number", "boolean"].includes(typeof value)
    );
  });
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
      ...(about.event && { "gcp.vertex.agent.event_id": about.event.id }),
      ...(name === "call_llm" && {
        "gcp.vertex.agent.llm_request": JSON.stringify(llmRequest(span.attributes)),
        "gcp.vertex.agent.llm_response": JSON.stringify(
          about.event ? llmResponse(about.event) : {},
        ),
      }),
    },
    logs: [],
  };
}
