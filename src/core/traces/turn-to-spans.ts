import type { Invocation, InvocationEvent, StepTime } from "../invocation.ts";
import type { RequestOfCall } from "../requests/read-requests.ts";
import { EVENTS, TURN } from "./own-attributes.ts";
import { packEvents } from "./packed-events.ts";
import type { Span } from "./span.ts";
import { messagesJson } from "./span-messages.ts";
import {
  known,
  modelSpan,
  nanoseconds,
  type SpanFacts,
  stepTimes,
  toolSpan,
} from "./step-spans.ts";
import { eventsOf, type ToolStep, toolSteps } from "./tool-steps.ts";

/** A span without what all spans of its conversation share. */
export type TimedFacts = SpanFacts & Pick<Span, "start" | "end">;

interface TurnFacts {
  readonly agent: string;
  /** Counted from 0. */
  readonly turn: number;
  readonly costOf?: ((call: InvocationEvent) => number | undefined) | undefined;
  readonly requestOf?: RequestOfCall | undefined;
}

/** The span of a turn, then those of the model and tool calls in it, in their order. */
export function turnToSpans(
  invocation: Invocation,
  { agent, turn, costOf, requestOf }: TurnFacts,
): readonly [turn: TimedFacts, ...steps: TimedFacts[]] {
  const events = eventsOf(invocation, agent);
  const tools = toolSteps(events);
  const { start, end } = timesOf(invocation);
  const { times, simulatedResponses = [] } = invocation;
  const steps = stepsOf(events, tools).map((step): TimedFacts => {
    const isTool = "tool" in step;
    const facts = isTool
      ? toolSpan(step.tool, simulatedResponses)
      : modelSpan(step.event, {
          cost: costOf?.(step.event),
          request: requestOf?.(step.place),
        });
    const time = (isTool ? times?.tools : times?.models)?.[step.place];
    return { ...facts, ...stepTimes(time ?? unmeasured(invocation), start) };
  });
  const attributes = known({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": agent,
    [TURN]: turn,
    "gen_ai.input.messages": messagesJson("user", invocation.userContent),
    "gen_ai.output.messages": messagesJson("assistant", invocation.finalResponse),
    [EVENTS]: JSON.stringify(packEvents(events, tools)),
  });
  return [{ name: `invoke_agent ${agent}`, kind: "internal", attributes, start, end }, ...steps];
}

type TurnStep =
  | { readonly tool: ToolStep; readonly place: number }
  | { readonly event: InvocationEvent; readonly place: number };

/** Each with its place among those of its kind. */
function stepsOf(
  events: readonly InvocationEvent[],
  tools: readonly ToolStep[],
): readonly TurnStep[] {
  const steps: TurnStep[] = [];
  let [models, called] = [0, 0];
  for (const event of events) {
    if (event.usageMetadata !== undefined || event.modelVersion !== undefined) {
      steps.push({ event, place: models });
      models += 1;
    }
    for (const { functionCall } of event.content?.parts ?? []) {
      const tool = functionCall === undefined ? undefined : tools[called];
      if (tool === undefined) continue;
      steps.push({ tool, place: called });
      called += 1;
    }
  }
  return steps;
}

/** What happened in no time happened at the turn's start; of anything else it is not known when it was. */
function unmeasured({ duration }: Invocation): StepTime {
  return duration === 0 ? [0, 0] : [null, null];
}

function timesOf({ creationTimestamp, duration }: Invocation): {
  readonly start?: bigint;
  readonly end?: bigint;
} {
  if (!(creationTimestamp > 0)) return {};
  // as exact as a double is at this size
  const start = BigInt(Math.round(creationTimestamp * 1e6)) * 1000n;
  return duration === undefined ? { start } : { start, end: start + nanoseconds(duration * 1000) };
}
