import type { InvocationEvent } from "../invocation.ts";
import type { TurnRequests } from "../requests/kept-requests.ts";
import { readRequests } from "../requests/read-requests.ts";
import type { CallEndEvent, CaseResult } from "../run.ts";
import { greatest, least } from "./extremes.ts";
import { CASE_ID, RUN_ID, SCOPE, SET_ID, STATE, STATUS, TRIAL } from "./own-attributes.ts";
import { callSpan } from "./own-call-span.ts";
import type { Attributes, Span } from "./span.ts";
import { conversationTraceId, spanIdIn, turnSpanId } from "./span-ids.ts";
import { known, nanoseconds } from "./step-spans.ts";
import { type TimedFacts, turnToSpans } from "./turn-to-spans.ts";

/** What the conversations of a run do not say themselves. */
export interface SpanSettings {
  readonly runId: string;
  /** The agent's name. */
  readonly agent: string;
  /** Of assay. */
  readonly version?: string | undefined;
  /** Who sends them: `service.name` and the like. */
  readonly resource?: Attributes | undefined;
  /** What a model call of the agent cost in US dollars, where its price is known. */
  readonly costOf?: ((call: InvocationEvent, evalSetId: string) => number | undefined) | undefined;
  /** What the agent's models were sent, turn by turn. */
  readonly requests?: readonly (TurnRequests | undefined)[] | undefined;
  /** True: of what they were sent, spans say only the instructions. */
  readonly onlyInstructions?: boolean | undefined;
  /** What judges, simulated users and simulated tools answered about the conversation. */
  readonly calls?: readonly CallEndEvent[] | undefined;
}

/**
 * A conversation of a run as spans in OpenTelemetry's conventions for generative AI: one trace, with a span for each turn,
 * model call and tool call. Their ids are made of the run and the case, so that they are the same every time. Times that
 * nobody measured are left out.
 */
export function conversationSpans(result: CaseResult, settings: SpanSettings): readonly Span[] {
  const { agent, costOf } = settings;
  const { invocations, partial, evalSetId } = result;
  const traceId = conversationTraceId(settings.runId, result);
  const rootId = spanIdIn(traceId, "case");
  const spans: PlacedFacts[] = [];
  const requests = readRequests(settings.requests ?? [], {
    onlyInstructions: settings.onlyInstructions ?? false,
  });
  const turns = partial === undefined ? invocations : [...invocations, partial];
  for (const [turn, invocation] of turns.entries()) {
    const [whole, ...steps] = turnToSpans(invocation, {
      agent,
      turn,
      requestOf: requests[turn],
      costOf: costOf && ((call) => costOf(call, evalSetId)),
    });
    const spanId = turnSpanId(traceId, turn);
    spans.push({ ...withEnding(whole, turn, result), spanId, parentSpanId: rootId });
    for (const [place, step] of steps.entries()) {
      spans.push({ ...step, spanId: spanIdIn(traceId, turn, place), parentSpanId: spanId });
    }
  }
  for (const call of settings.calls ?? []) {
    const spanId = spanIdIn(traceId, call.runId, call.callKey);
    spans.push({ ...callSpan(call), spanId, parentSpanId: rootId });
  }
  const resource = { attributes: settings.resource ?? { "service.name": SCOPE } };
  const scope = { name: SCOPE, version: settings.version };
  const root: PlacedFacts = { ...rootSpan(result, spans, agent), spanId: rootId };
  return [root, ...spans].map((span) => ({
    traceId,
    ...span,
    attributes: { ...sharedAttributes(result, settings, traceId), ...span.attributes },
    events: [],
    links: [],
    resource,
    scope,
    // sampled
    flags: 1,
  }));
}

type PlacedFacts = TimedFacts & Pick<Span, "spanId" | "parentSpanId">;

function sharedAttributes(result: CaseResult, { runId }: SpanSettings, traceId: string) {
  return {
    "gen_ai.conversation.id": conversationIdOf(result, traceId),
    [RUN_ID]: runId,
    [SET_ID]: result.evalSetId,
    [CASE_ID]: result.evalId,
    [TRIAL]: result.trial,
  };
}

/** A session that the case itself names is no name of one conversation: other cases, and every run, have the same. */
function conversationIdOf(
  { sessionId, evalCase }: Pick<CaseResult, "sessionId" | "evalCase">,
  traceId: string,
): string {
  const isPinned = evalCase.sessionInput?.sessionId === sessionId;
  return isPinned ? `${sessionId}-${traceId.slice(0, 8)}` : sessionId;
}

/** The last turn says in which state it left the session; one that broke off, why it did. */
function withEnding(span: TimedFacts, turn: number, result: CaseResult): TimedFacts {
  const { invocations, finalState, reason = "_OTHER", detail } = result;
  if (turn >= invocations.length) {
    const attributes = { ...span.attributes, "error.type": reason };
    return { ...span, attributes, status: { code: "error", message: detail } };
  }
  if (turn < invocations.length - 1 || finalState === undefined) return span;
  return { ...span, attributes: { ...span.attributes, [STATE]: JSON.stringify(finalState) } };
}

/** The case with all that was done for it. */
function rootSpan(
  { evalId, status, reason, startedAt, duration }: CaseResult,
  spans: readonly TimedFacts[],
  agent: string,
): TimedFacts {
  const first = least(spans.map((span) => span.start));
  const last = greatest(spans.map((span) => span.end));
  const began = Date.parse(startedAt);
  const start = Number.isNaN(began) ? undefined : nanoseconds(began);
  // what was recorded earlier and is only scored now has the times of its turns
  const isLive = start !== undefined && (first === undefined || start <= first);
  return {
    name: `eval_case ${evalId}`,
    kind: "internal",
    attributes: known({ "gen_ai.agent.name": agent, [STATUS]: status, "assay.reason": reason }),
    ...(isLive
      ? { start, end: greatest([last, start + nanoseconds(duration * 1000)]) }
      : { start: first, end: last }),
  };
}
