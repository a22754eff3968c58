import type { Usage } from "../agent.ts";
import { textOf } from "../content.ts";
import { type Invocation, type InvocationEvent, isRecorded } from "../invocation.ts";
import type { TurnEndEvent } from "../run.ts";
import type { ChatStep, ChatTurn, TurnStarted } from "./chat.ts";

/** A turn of the journal as it is shown. */
export function chatTurn(event: TurnEndEvent): ChatTurn {
  const { invocation, state, output, restarted, problem } = event;
  const steps = stepsOf(invocation);
  const answer = textOf(invocation.finalResponse);
  return {
    ...turnStarted(event.turn, invocation),
    status: event.status ?? "done",
    ...(problem !== undefined && { problem }),
    ...(answer !== undefined && { answer }),
    steps,
    ...(state !== undefined && { state }),
    ...usageOf(steps),
    ...(invocation.duration !== undefined && { seconds: invocation.duration }),
    ...(output !== undefined && { output }),
    ...(restarted === true && { restarted }),
    invocation,
  };
}

function turnStarted(turn: number, invocation: Invocation): TurnStarted {
  return {
    turn,
    invocationId: invocation.invocationId,
    user: textOf(invocation.userContent) ?? "",
    startedAt: new Date(invocation.creationTimestamp * 1000).toISOString(),
  };
}

/** What the agent did, in order, without its answer. */
function stepsOf({ intermediateData: data, times }: Invocation): readonly ChatStep[] {
  if (!isRecorded(data)) return [];
  const toolTimes = callTimes(times);
  let models = 0;
  return data.invocationEvents.flatMap((event) => {
    const isModel = event.usageMetadata !== undefined || event.modelVersion !== undefined;
    const model = isModel ? times?.models?.[models] : undefined;
    if (isModel) models += 1;
    const steps = partSteps(event, toolTimes);
    return isModel ? [...steps, usageStep(event, model?.[0], model?.[1])] : steps;
  });
}

interface ToolTimes {
  began(id: string): number | undefined;
  ended(id: string): number | undefined;
}

/** When tool calls began, in their order, and when their results came, by the ids of the calls. */
function callTimes(times: Invocation["times"]): ToolTimes {
  const open = new Map<string, (number | undefined)[]>();
  let calls = 0;
  return {
    began(id) {
      const [from, to] = times?.tools?.[calls] ?? [];
      calls += 1;
      open.set(id, [...(open.get(id) ?? []), to ?? undefined]);
      return from ?? undefined;
    },
    ended: (id) => open.get(id)?.shift(),
  };
}

function partSteps({ author, content }: InvocationEvent, times: ToolTimes): readonly ChatStep[] {
  return (content?.parts ?? []).flatMap((part): readonly ChatStep[] => {
    const { text, thought, functionCall: call, functionResponse: response } = part;
    if (call !== undefined) {
      const { id = "", name: tool = "", args } = call;
      return [{ type: "call", at: times.began(id), author, id, tool, args: args ?? {} }];
    }
    if (response !== undefined) {
      const { id = "", name: tool = "", response: output } = response;
      const at = times.ended(id);
      const timed = at === undefined ? {} : { at };
      return [{ type: "result", ...timed, author, id, tool, output, ...errorOf(output) }];
    }
    if (!text) return [];
    return [{ type: "text", author, text, ...(thought === true && { thought }) }];
  });
}

/** Where a tool failed, its recorder has put down the error in the place of a result. */
function errorOf(output: Readonly<Record<string, unknown>> | undefined): { error?: string } {
  const error = output?.error;
  return typeof error === "string" && error !== "" ? { error } : {};
}

function usageStep(
  { author, usageMetadata = {}, modelVersion: model }: InvocationEvent,
  from: number | null | undefined,
  to: number | null | undefined,
): ChatStep {
  const { promptTokenCount: input = 0, candidatesTokenCount: said = 0 } = usageMetadata;
  const { thoughtsTokenCount: reasoning, cachedContentTokenCount: cached } = usageMetadata;
  const isTimed = typeof from === "number" && typeof to === "number";
  return {
    type: "usage",
    at: to ?? undefined,
    author,
    usage: { input, output: said + (reasoning ?? 0), calls: 1, cached, reasoning },
    ...(model !== undefined && { model }),
    ...(isTimed && { milliseconds: to - from }),
  };
}

function usageOf(steps: readonly ChatStep[]): { usage?: Usage } {
  let usage: Usage | undefined;
  for (const step of steps) {
    if (step.type === "usage") usage = usage === undefined ? step.usage : sum(usage, step.usage);
  }
  return usage === undefined ? {} : { usage };
}

function sum(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    calls: one.calls + other.calls,
    cached: added(one.cached, other.cached),
    reasoning: added(one.reasoning, other.reasoning),
  };
}

function added(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}
