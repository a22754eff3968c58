import { tryJson } from "../../core/json/loose-json.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { type Message, messagesText, messageText } from "../../core/traces/message.ts";
import { EVENTS, STATE } from "../../core/traces/own-attributes.ts";
import type { Span } from "../../core/traces/span.ts";
import type { TraceModelCall, TraceTurn } from "../../core/traces/trace-turn.ts";
import type { SpanView } from "../dialects/span-view.ts";
import { answerOf } from "./answer-of.ts";
import { isTooDeep } from "./is-too-deep.ts";
import { modelCalls } from "./model-calls.ts";
import { timesOf } from "./times-of.ts";
import { toolSpans } from "./tool-spans.ts";
import type { TurnSpans } from "./turn-spans.ts";
import { turnTools } from "./turn-tools.ts";

/** What a turn's spans say. Undefined for an agent that neither did nor said anything, and did not fail. */
export function buildTurn(spans: TurnSpans): TraceTurn | undefined {
  const { anchor, members } = spans;
  const { span } = anchor;
  const warnings: string[] = [];
  const calls = modelCalls(spans);
  const tools = turnTools(toolSpans(spans), calls, warnings);
  const own = spans.isRoot ? {} : { input: anchor.input, output: anchor.output };
  const hasMessages = own.input !== undefined || own.output !== undefined;
  const { errorType } = anchor;
  if (calls.length === 0 && tools.length === 0 && !hasMessages && errorType === undefined) {
    return undefined;
  }
  const times = timesOf(members);
  if (times.start === undefined || times.end === undefined) {
    warnings.push(`Nobody knows when span ${span.spanId} began and ended.`);
  }
  return {
    id: span.spanId,
    traceId: span.traceId,
    user: userText(own.input, calls),
    answer: own.output === undefined ? answerOf(calls) : messagesText(own.output),
    tools,
    calls,
    agentName: agentNameIn(members),
    start: times.start,
    end: times.end,
    errorType,
    isModelOnly: spans.isRoot,
    hasContent: members.some(({ hasContent }) => hasContent),
    warnings,
    ...ownFacts(span),
  };
}

function agentNameIn(members: readonly SpanView[]): string | undefined {
  for (const { agentName } of members) if (agentName !== undefined) return agentName;
  return undefined;
}

/** What runs of ours say of a turn beside what the conventions have a name for. */
function ownFacts({ attributes }: Span): Pick<TraceTurn, "events" | "state"> {
  const { [EVENTS]: events, [STATE]: state } = attributes;
  if (events === undefined && state === undefined) return {};
  const read = typeof state === "string" ? tryJson(state) : undefined;
  return { events, ...(isObject(read) && !isTooDeep(read) && { state: read }) };
}

function userText(
  own: readonly Message[] | undefined,
  calls: readonly TraceModelCall[],
): string | undefined {
  if (own !== undefined) return lastUserRun(own) ?? messagesText(own);
  const first = calls.find(({ input }) => input !== undefined);
  return first?.input === undefined ? undefined : lastUserRun(first.input);
}

/** The last messages of the user that stand together; of what users say, only words count. */
function lastUserRun(messages: readonly Message[]): string | undefined {
  let end = messages.length;
  while (end > 0 && !isUserText(messages[end - 1])) end -= 1;
  let start = end;
  while (start > 0 && isUserText(messages[start - 1])) start -= 1;
  return messagesText(messages.slice(start, end));
}

function isUserText(message: Message | undefined): boolean {
  return message?.role === "user" && messageText(message) !== undefined;
}
