import type { Step, TurnRecord, Usage } from "../../core/agent.ts";
import type { Content, Part } from "../../core/content.ts";
import type { StepTime, UsageMetadata } from "../../core/invocation.ts";
import type { ModelRequest } from "../../core/requests/model-request.ts";
import type { SessionEvent } from "../../core/session-event.ts";
import { asObject } from "./plain-data.ts";
import { isOutermost } from "./turn-steps.ts";

/** What a turn's record does not say. */
export interface TurnFacts {
  readonly invocationId: string;
  readonly userContent: Content;
  /** The agent's name, for steps that name nobody. */
  readonly author: string;
  /** Unix seconds. */
  readonly startedAt: number;
}

/** An event in the making. */
export interface Draft {
  readonly kind: "model" | "tools" | "answer" | "silent";
  readonly author: string;
  readonly parts: Part[];
  /** The model has said how many tokens it took, so what follows is another reply. */
  isOver: boolean;
  /** When the model was asked and had answered, where that is known. */
  time: StepTime | undefined;
  /** What the model was sent, where that is known. */
  request?: ModelRequest | undefined;
  readonly event: {
    -readonly [Key in keyof SessionEvent]: SessionEvent[Key];
  };
}

type UsageStep = Extract<Step, { type: "usage" }>;

/** The events of a turn, in the order ADK would have written them. */
export function draftEvents(record: TurnRecord, facts: TurnFacts): readonly Draft[] {
  const steps = record.steps.every(isOutermost) ? record.steps : record.steps.filter(isOutermost);
  const answerFrom = startOfAnswer(steps, record.final);
  const drafts = new DraftList(facts);
  let index = -1;
  for (const step of steps) {
    index += 1;
    switch (step.type) {
      case "text":
        if (index < answerFrom || step.thought === true) {
          drafts.add("model", step, textPart(step));
        } else if (index === answerFrom) {
          drafts.add("answer", step, { text: record.final ?? step.text });
        }
        break;
      case "call":
        drafts.add("model", step, callPart(step));
        break;
      case "result":
        drafts.add("tools", step, resultPart(step));
        break;
      case "usage":
        drafts.count(step);
        break;
      case "pause":
        drafts.pause(step.id);
        break;
      case "fault":
        break;
    }
  }
  return drafts.all();
}

class DraftList {
  readonly #root: string;
  readonly #invocationId: string;
  readonly #drafts: Draft[] = [];
  /** Counts of a reply that has not been written yet. */
  #ahead: UsageStep | undefined;

  constructor({ author, invocationId }: TurnFacts) {
    this.#root = author;
    this.#invocationId = invocationId;
  }

  add(kind: "model" | "tools" | "answer", step: Step, part: Part): void {
    const last = this.#drafts.at(-1);
    const author = step.author ?? this.#root;
    const goesOn = last?.kind === kind && last.author === author && !last.isOver;
    const draft = goesOn ? last : this.#push(kind, step);
    draft.parts.push(part);
    if (goesOn || kind === "tools" || this.#ahead === undefined) return;
    setUsage(draft, this.#ahead);
    this.#ahead = undefined;
  }

  /** Token counts belong to the reply just written, else to the next one; each further call is written as an empty count. */
  count(step: UsageStep): void {
    this.#flush();
    const last = this.#drafts.findLast((draft) => draft.kind !== "tools");
    if (last === undefined || last.event.usageMetadata !== undefined) this.#ahead = step;
    else {
      setUsage(last, step);
      last.isOver = true;
    }
    for (let extra = 1; extra < step.usage.calls; extra += 1) {
      this.#push("silent", step).event.usageMetadata = {};
    }
  }

  /** A call that waits for the user is what ADK calls long-running: it ends the turn and stays in the trajectory. */
  pause(id: string): void {
    const isIts = (part: Part) => part.functionCall?.id === id;
    const found = this.#drafts.findLast((draft) => draft.parts.some(isIts));
    if (found === undefined) return;
    found.event.longRunningToolIds = [...(found.event.longRunningToolIds ?? []), id];
  }

  all(): readonly Draft[] {
    this.#flush();
    return this.#drafts;
  }

  #push(kind: Draft["kind"], { author = this.#root }: Step): Draft {
    const parts: Part[] = [];
    const content = { parts, role: kind === "tools" ? "user" : "model" };
    // a streamed piece is kept and never counts as the answer, like everything but the answer
    const partial = kind === "answer" ? undefined : true;
    const event = { invocationId: this.#invocationId, author, content, partial };
    const draft: Draft = { kind, author, parts, isOver: false, time: undefined, event };
    this.#drafts.push(draft);
    return draft;
  }

  #flush(): void {
    if (this.#ahead !== undefined) setUsage(this.#push("silent", this.#ahead), this.#ahead);
    this.#ahead = undefined;
  }
}

function setUsage(draft: Draft, { usage, model, at, milliseconds, request }: UsageStep): void {
  draft.request = request;
  draft.event.usageMetadata = usageMetadata(usage);
  draft.event.modelVersion = model;
  if (milliseconds !== undefined) draft.time = [Math.max(0, at - milliseconds), at];
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
  const result = asObject(output, "result");
  // a framework may report a failure to its model in other words
  const response = error === undefined || "error" in result ? result : { error };
  return { functionResponse: { id, name: tool, response } };
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
