import type { Content, FunctionCall } from "../../../core/content.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import {
  type Invocation,
  isRecorded,
  toolCallsOf,
  toolResponsesOf,
} from "../../../core/invocation.ts";
import { isObject } from "../../../core/schema/parse-context.ts";
import { evalCaseSchema } from "../../../eval-sets/schema/eval-case-schema.ts";
import { invocationSchema } from "../../../eval-sets/schema/invocation-schema.ts";

/** A case for the page that edits it, which needs to be told which event stands for what. */
export function caseForPage(evalCase: EvalCase): unknown {
  const { conversation } = evalCase;
  const json = evalCaseSchema.write(evalCase, "http") as Record<string, unknown>;
  if (conversation === undefined) return json;
  return {
    ...json,
    conversation: conversation.map(turnForPage),
    events: conversation.flatMap(eventsOf),
  };
}

/** A page draws calls from one list and what happened from another, so it gets both, and an answer in any case. */
export function turnForPage(turn: Invocation): Record<string, unknown> {
  const json = invocationSchema.write(turn, "http") as Record<string, unknown>;
  const data = isObject(json.intermediateData) ? json.intermediateData : {};
  const answer = turn.finalResponse?.parts ?? [];
  return {
    ...json,
    finalResponse:
      answer.length > 0 ? json.finalResponse : { role: "model", parts: [{ text: "" }] },
    intermediateData: {
      toolUses: toolCallsOf(turn),
      toolResponses: toolResponsesOf(turn),
      intermediateResponses: [],
      invocationEvents: isRecorded(turn.intermediateData) ? [] : stepsOf(turn),
      ...data,
    },
  };
}

/** Steps that were written down, as events. */
function stepsOf(turn: Invocation): readonly unknown[] {
  const calls = toolCallsOf(turn).map((functionCall) => ({
    author: "agent",
    content: { role: "model", parts: [{ functionCall }] },
  }));
  const responses = toolResponsesOf(turn).map((functionResponse) => ({
    author: "agent",
    content: { role: "user", parts: [{ functionResponse }] },
  }));
  return [...calls, ...responses];
}

function eventsOf(turn: Invocation, invocationIndex: number): readonly unknown[] {
  const about = { invocationId: turn.invocationId, invocationIndex };
  const asked = { ...about, author: "user", content: turn.userContent };
  const calls = toolCallsOf(turn).map((functionCall, toolUseIndex) => ({
    ...about,
    toolUseIndex,
    author: "agent",
    content: { role: "model", parts: [{ functionCall }] },
  }));
  const answered = (turn.finalResponse?.parts ?? []).map((part, finalResponsePartIndex) => ({
    ...about,
    finalResponsePartIndex,
    author: "agent",
    content: { role: "model", parts: [part] } satisfies Content,
  }));
  return [asked, ...calls, ...answered].map((event, place) => ({
    id: `${turn.invocationId}-${place}`,
    ...event,
  }));
}

/** What a page sends back, without what was put in for it; `before` is the case as it stands. */
export function pageFreeCase(
  sent: Record<string, unknown>,
  before: EvalCase | undefined,
): Record<string, unknown> {
  const { events: _, ...own } = sent;
  const { conversation } = own;
  if (!Array.isArray(conversation)) return own;
  const turns = before?.conversation ?? [];
  return { ...own, conversation: conversation.map((turn, at) => pageFreeTurn(turn, turns[at])) };
}

function pageFreeTurn(turn: unknown, before: Invocation | undefined): unknown {
  if (!isObject(turn)) return turn;
  const given = withoutEmptyAnswer(turn);
  const { intermediateData: data } = turn;
  if (!isObject(data) || !Array.isArray(data.invocationEvents)) return given;
  const { toolUses, toolResponses, invocationEvents, intermediateResponses, ...rest } = data;
  const events = invocationEvents.map(withoutIndexes);
  const isUnchanged = JSON.stringify(callsIn(events)) === JSON.stringify(toolUses);
  const isRecording = isRecorded(before?.intermediateData);
  // of the two lists, the one with the calls that a person can change counts where it was changed
  if (!Array.isArray(toolUses) || (isUnchanged && isRecording)) {
    return { ...given, intermediateData: { ...rest, invocationEvents: events } };
  }
  return {
    ...given,
    intermediateData: { ...rest, toolUses, toolResponses, intermediateResponses },
  };
}

function withoutEmptyAnswer(turn: Record<string, unknown>): Record<string, unknown> {
  const { finalResponse, ...rest } = turn;
  const parts = isObject(finalResponse) ? finalResponse.parts : undefined;
  const isEmpty =
    Array.isArray(parts) && parts.length === 1 && isObject(parts[0]) && parts[0].text === "";
  return isEmpty ? rest : turn;
}

function withoutIndexes(event: unknown): unknown {
  if (!isObject(event)) return event;
  const { invocationIndex: _, toolUseIndex: __, finalResponsePartIndex: ___, ...own } = event;
  return own;
}

function callsIn(events: readonly unknown[]): readonly FunctionCall[] {
  return events.flatMap((event) => {
    const content = isObject(event) ? event.content : undefined;
    const parts = isObject(content) && Array.isArray(content.parts) ? content.parts : [];
    return parts.flatMap((part) =>
      isObject(part) && isObject(part.functionCall) ? [part.functionCall as FunctionCall] : [],
    );
  });
}
