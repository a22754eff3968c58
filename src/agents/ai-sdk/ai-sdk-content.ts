import type { Origin, Step, Turn } from "../../core/agent.ts";
import { nameAndMessage } from "../loading/explain-load-error.ts";
import { type Frame, record } from "./ai-sdk-frame.ts";
import { usageOf } from "./ai-sdk-usage.ts";

/** A part of what a model or a step of the AI SDK gave. Which fields there are depends on `type`. */
export interface SdkPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** A model hands it over as JSON text, the SDK as the parsed value. */
  readonly input?: unknown;
  readonly output?: unknown;
  /** The result of a tool that the provider ran. */
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly error?: unknown;
  readonly preliminary?: boolean;
  readonly providerExecuted?: boolean;
  readonly approvalId?: string;
  readonly isAutomatic?: boolean;
  readonly toolCall?: SdkPart;
}

/** What a model call gave. */
export interface SdkAnswer {
  readonly content?: readonly SdkPart[];
  readonly usage?: unknown;
  readonly response?: { readonly modelId?: string };
  /** How long it took, where somebody saw it begin. */
  readonly milliseconds?: number | undefined;
  /** What the model was given for it, in the SDK's form. */
  readonly request?: unknown;
}

/** Writes a model call the moment it has answered, before its tools run. */
export function recordModelCall(frame: Frame, answer: SdkAnswer): void {
  record(frame, (turn, origin) => {
    for (const part of answer.content ?? []) {
      seeText(turn, part, origin);
      if (part.type === "tool-call") writeCall(turn, part, origin);
      if (isResult(part)) writeResult(turn, part, origin);
    }
    seeUsage(turn, answer, origin);
  });
}

/** Writes a model call whose tools have already run: its words stand before their calls, its tokens after. */
export function recordLateModelCall(frame: Frame, answer: SdkAnswer): void {
  const { content = [] } = answer;
  const called = content.filter((part) => part.type === "tool-call");
  const places = (frame.scope.recording?.steps ?? [])
    .flatMap((step, place) => (isOneOf(called, step) && isHere(frame, step) ? [place] : []))
    .slice(-called.length);
  const [first] = called.length === 0 ? [] : places;
  if (first === undefined) {
    recordModelCall(frame, answer);
    return;
  }
  // when it was answered is not known any more
  const late = { ...answer, milliseconds: undefined };
  record(frame, (turn, origin) => seeUsage(turn, late, origin), (places.at(-1) ?? first) + 1);
  const seeTexts = (turn: Turn, origin: Origin) => {
    for (const part of content) seeText(turn, part, origin);
  };
  record(frame, seeTexts, first);
}

/** Adds what stands in a finished step and no model call or tool has reported: failed calls, approvals, the provider's tools. */
export function fillStep(frame: Frame, content: readonly SdkPart[]): void {
  for (const part of content) {
    if (part.type === "tool-call") {
      const isDone = content.some((each) => isResult(each) && each.toolCallId === part.toolCallId);
      const [calls] = countOf(frame, part.toolCallId);
      if (!isDone || calls === 0) recordCall(frame, part);
    }
    if (isResult(part)) recordResult(frame, part);
    if (part.type === "tool-approval-request" && part.isAutomatic !== true)
      seeApproval(frame, part);
  }
}

/** Writes a call that begins, unless somebody has reported it. Scripted models give the same id again and again. */
export function recordCall(frame: Frame, call: SdkPart): void {
  const [calls, results] = countOf(frame, call.toolCallId);
  if (calls <= results) record(frame, (turn, origin) => writeCall(turn, call, origin));
}

/** Writes what came of a call, unless somebody has reported it. The call itself may have been made in an earlier turn. */
export function recordResult(frame: Frame, result: SdkPart): void {
  const [calls, results] = countOf(frame, result.toolCallId);
  if (results > 0 && results >= calls) return;
  record(frame, (turn, origin) => writeResult(turn, result, origin));
}

/** How often a call with this id was made here so far, and how often it ended. */
function countOf(frame: Frame, id: string | undefined): readonly [calls: number, results: number] {
  let calls = 0;
  let results = 0;
  for (const step of frame.scope.recording?.steps ?? []) {
    if (!("id" in step) || step.id !== id || !isHere(frame, step)) continue;
    if (step.type === "call") calls += 1;
    if (step.type === "result") results += 1;
  }
  return [calls, results];
}

function isHere({ within: here = [] }: Frame, { within = [] }: Step): boolean {
  return within.length === here.length && within.at(-1) === here.at(-1);
}

function isOneOf(calls: readonly SdkPart[], step: Step): boolean {
  return step.type === "call" && calls.some(({ toolCallId }) => toolCallId === step.id);
}

function isResult({ type, preliminary }: SdkPart): boolean {
  return (type === "tool-result" || type === "tool-error") && preliminary !== true;
}

function writeCall(turn: Turn, { toolCallId, toolName, input }: SdkPart, origin: Origin): void {
  turn.call(toolCallId ?? "", toolName ?? "unknown", parsed(input), origin);
}

function writeResult(turn: Turn, part: SdkPart, origin: Origin): void {
  const { type, toolCallId = "", toolName, error, output = part.result } = part;
  const failed = type === "tool-error" || part.isError === true;
  const outcome = failed ? { error: errorText(error ?? output) } : { output };
  turn.result(toolCallId, toolName, outcome, origin);
}

function seeText(turn: Turn, { type, text }: SdkPart, origin: Origin): void {
  if (text === undefined) return;
  if (type === "text") turn.text(text, origin);
  if (type === "reasoning") turn.text(text, { ...origin, thought: true });
}

/** The pause has the id of the call that waits; the approval's own id changes from run to run. */
function seeApproval(frame: Frame, part: SdkPart): void {
  const { toolCallId = part.toolCallId, toolName, input } = part.toolCall ?? part;
  const id = toolCallId ?? part.approvalId ?? "";
  const steps = frame.scope.recording?.steps ?? [];
  if (steps.some((step) => step.type === "pause" && step.id === id)) return;
  const asked = { ...(toolName && { tool: toolName }), detail: input };
  record(frame, (turn, origin) => turn.pause(id, "approval", { ...origin, ...asked }));
}

function seeUsage(turn: Turn, answer: SdkAnswer, origin: Origin): void {
  const { usage, response, milliseconds, request } = answer;
  const counts = usageOf(usage);
  const model = response?.modelId;
  if (counts === undefined) return;
  const took = milliseconds === undefined ? {} : { milliseconds };
  turn.usage(counts, { ...origin, ...(model && { model }), ...took, request });
}

/** Text that is no JSON is what the model wrote; it is recorded as it is. */
function parsed(input: unknown): unknown {
  if (typeof input !== "string") return input;
  if (input.trim() === "") return {};
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

export function errorText(error: unknown): string {
  if (typeof error === "string") return error;
  if (error instanceof Error) return nameAndMessage(error);
  return JSON.stringify(error) ?? String(error);
}
