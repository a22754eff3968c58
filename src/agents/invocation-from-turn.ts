import type { Step, TurnRecord, Usage } from "../core/agent.ts";
import type { Content, Part } from "../core/content.ts";
import type { Invocation, InvocationEvent, UsageMetadata } from "../core/invocation.ts";
import { roundToThousandths } from "../core/mean.ts";
import { invocationsFromEvents, type SessionEvent } from "../core/session-event.ts";
import { asObject } from "./plain-data.ts";
import { isOutermost } from "./turn-steps.ts";

interface TurnFacts {
  readonly invocationId: string;
  readonly userContent: Content;
  /** The agent's name, for steps that name nobody. */
  readonly author: string;
  /** Unix seconds. */
  readonly startedAt: number;
}

/**
 * A recorded turn as an invocation. It takes the way of ADK's events, so that a live agent and a session of ADK's
 * that did the same are scored the same. What an agent that ran as a tool did inside stays out, as it does there.
 */
export function invocationFromTurn(record: TurnRecord, facts: TurnFacts): Invocation {
  const { invocationId, userContent, startedAt } = facts;
  const drafts = draftEvents(record, facts);
  const user = { invocationId, author: "user", timestamp: startedAt, content: userContent };
  const toolDuration = secondsInTools(record.steps);
  const [invocation] = invocationsFromEvents([user, ...drafts.map((draft) => draft.event)], {
    durations: { [invocationId]: roundToThousandths(record.milliseconds / 1000) },
    ...(toolDuration === undefined ? {} : { toolDurations: { [invocationId]: toolDuration } }),
  });
  if (invocation === undefined) throw new Error("a turn always has its user's event");
  return withSilentCalls(invocation, drafts);
}

/** An event in the making: `event` is frozen when the next one begins. */
interface Draft {
  readonly kind: "model" | "tools" | "answer" | "silent";
  readonly author: string;
  readonly parts: Part[];
  readonly event: {
    -readonly [Key in keyof SessionEvent]: SessionEvent[Key];
  };
}

function draftEvents(record: TurnRecord, facts: TurnFacts): readonly Draft[] {
  const steps = record.steps.filter(isOutermost);
  const answerFrom = startOfAnswer(steps, record.final);
  const drafts: Draft[] = [];
  const draft = (kind: Draft["kind"], step: Step): Draft => {
    const author = step.author ?? facts.author;
    const last = drafts.at(-1);
    const goesOn = last?.kind === kind && last.author === author && kind !== "answer";
    if (goesOn && last.event.usageMetadata === undefined) return last;
    const next = newDraft(kind, author, facts.invocationId);
    drafts.push(next);
    return next;
  };

  for (const [index, step] of steps.entries()) {
    switch (step.type) {
      case "text":
        if (index < answerFrom || step.thought === true) {
          draft("model", step).parts.push(textPart(step));
        } else if (index === answerFrom) {
          draft("answer", step).parts.push({ text: record.final ?? step.text });
        }
        break;
      case "call":
        draft("model", step).parts.push(callPart(step));
        break;
      case "result":
        draft("tools", step).parts.push(resultPart(step));
        break;
      case "usage":
        addUsage(drafts, step, facts);
        break;
      case "pause":
        markPaused(drafts, step.id);
        break;
      case "fault":
        break;
    }
  }
  return drafts;
}

function newDraft(kind: Draft["kind"], author: string, invocationId: string): Draft {
  const parts: Part[] = [];
  const content = { parts, role: kind === "tools" ? "user" : "model" };
  // a streamed piece is kept and never taken for the answer, which is what holds for all but the answer
  const partial = kind === "answer" ? undefined : true;
  return { kind, author, parts, event: { invocationId, author, content, partial } };
}

/** Index of the first of the closing texts that make up the answer; past the end when there is none. */
function startOfAnswer(steps: readonly Step[], final: string | undefined): number {
  if (!final) return steps.length;
  let tail = "";
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step?.type === "call" || step?.type === "result") break;
    if (step?.type !== "text" || step.thought === true) continue;
    tail = step.text + tail;
    if (tail === final) return index;
  }
  return steps.findLastIndex((step) => step.type === "text" && step.text === final);
}

function textPart(step: Extract<Step, { type: "text" }>): Part {
  return step.thought === true ? { text: step.text, thought: true } : { text: step.text };
}

function callPart({ id, tool, args }: Extract<Step, { type: "call" }>): Part {
  return { functionCall: { id, name: tool, args: asObject(args ?? {}, "value") } };
}

function resultPart({ id, tool, output, error }: Extract<Step, { type: "result" }>): Part {
  const response = error === undefined ? asObject(output, "result") : { error };
  return { functionResponse: { id, name: tool, response } };
}

/** A call that waits for the user is what ADK calls long-running: it ends the turn and stays in the trajectory. */
function markPaused(drafts: readonly Draft[], id: string): void {
  const found = drafts.findLast((draft) =>
    draft.parts.some((part) => part.functionCall?.id === id),
  );
  if (found === undefined) return;
  found.event.longRunningToolIds = [...(found.event.longRunningToolIds ?? []), id];
}

/** Token counts belong to the model's last words; a reply that left no other trace gets an event of its own. */
function addUsage(drafts: Draft[], step: Extract<Step, { type: "usage" }>, facts: TurnFacts): void {
  const { calls } = step.usage;
  const last = drafts.findLast((draft) => draft.kind !== "tools");
  const silent = () => {
    const added = newDraft("silent", step.author ?? facts.author, facts.invocationId);
    drafts.push(added);
    return added;
  };
  const isFree = last !== undefined && last.event.usageMetadata === undefined;
  const { event } = isFree ? last : silent();
  event.usageMetadata = usageMetadata(step.usage);
  event.modelVersion = step.model;
  // empty counts are how further calls are told whose tokens are already in the sum
  for (let extra = 1; extra < calls; extra += 1) silent().event.usageMetadata = {};
}

/** Zeros come from counts nobody gave: no model call has them. */
function usageMetadata({ input, output, cached, reasoning }: Usage): UsageMetadata {
  return {
    ...(input > 0 ? { promptTokenCount: input } : {}),
    ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
    ...(output > 0 ? { candidatesTokenCount: Math.max(0, output - (reasoning ?? 0)) } : {}),
    ...(reasoning === undefined ? {} : { thoughtsTokenCount: reasoning }),
  };
}

/** Events drop what has no content, and with it the tokens of model calls that said nothing; those are put back. */
function withSilentCalls(invocation: Invocation, drafts: readonly Draft[]): Invocation {
  if (!drafts.some((draft) => draft.kind === "silent")) return invocation;
  const data = invocation.intermediateData;
  const kept = data !== undefined && "invocationEvents" in data ? data.invocationEvents : [];
  let next = 0;
  const invocationEvents = drafts.flatMap(({ kind, author, event }): InvocationEvent[] => {
    if (kind === "silent") {
      return [{ author, usageMetadata: event.usageMetadata, modelVersion: event.modelVersion }];
    }
    const found = kept[next];
    next += 1;
    return found === undefined ? [] : [found];
  });
  return { ...invocation, intermediateData: { invocationEvents } };
}

/** The time at least one tool ran; undefined when a call has no result or all are told after the fact. */
function secondsInTools(steps: readonly Step[]): number | undefined {
  const spans: [from: number, to: number][] = [];
  const results = new Map<string, number>();
  for (const step of steps) {
    if (step.type === "result" && isOutermost(step)) results.set(step.id, step.at);
  }
  for (const step of steps) {
    if (step.type !== "call" || !isOutermost(step)) continue;
    const to = results.get(step.id);
    if (to === undefined) return undefined;
    spans.push([step.at, to]);
  }
  let total = 0;
  let until = 0;
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total < 0.5 ? undefined : roundToThousandths(total / 1000);
}
