import { tracingChannel } from "node:diagnostics_channel";
import { performance } from "../../core/async/own-timers.ts";
import type { TurnScope } from "../recording/turn-scope.ts";
import {
  fillStep,
  recordCall,
  recordModelCall,
  recordResult,
  type SdkAnswer,
  type SdkPart,
} from "./ai-sdk-content.ts";
import { claimTurn, currentFrame, type Frame, frames, insideTool } from "./ai-sdk-frame.ts";

/** A call of the AI SDK from version 7 on, as published on the channel `ai:telemetry`. */
interface Message {
  readonly type: string;
  readonly event: {
    readonly callId?: string;
    readonly modelId?: string;
    readonly toolCall?: SdkPart;
    readonly recordInputs?: boolean;
    readonly recordOutputs?: boolean;
  };
  readonly result?: unknown;
}

const framesOf = new WeakMap<Message, Frame>();
/** When model calls began, on the process's own clock. */
const begunAt = new WeakMap<Message, number>();
const lastBegun = new WeakMap<TurnScope, Map<string, Begun>>();
const answered = new WeakMap<TurnScope, Set<string>>();
const streams = new WeakMap<TurnScope, Set<string>>();

/** Whether the channel has reported what the models of a call answered. For streams it does not. */
export function hasAnswered({ scope }: Frame, callId: string): boolean {
  return answered.get(scope)?.has(callId) === true;
}

interface Begun {
  readonly at: number;
  readonly request: unknown;
}

/** How long ago the last model call of a call began, and what it was given; undefined where nobody saw it. */
export function lastBegunOf(
  { scope }: Frame,
  callId: string,
): { readonly milliseconds: number; readonly request: unknown } | undefined {
  const began = lastBegun.get(scope)?.get(callId);
  return began && { milliseconds: performance.now() - began.at, request: began.request };
}

export function isStream({ scope }: Frame, callId: string): boolean {
  return streams.get(scope)?.has(callId) === true;
}

function note(calls: WeakMap<TurnScope, Set<string>>, { scope }: Frame, callId: string): void {
  calls.set(scope, (calls.get(scope) ?? new Set()).add(callId));
}

/** The channel's stores follow each call, so that an agent that runs inside a tool is known as such. */
export function watchChannel(): void {
  const channel = tracingChannel("ai:telemetry");
  channel.start.bindStore(frames, (message) => begin(message as Message) as Frame);
  channel.asyncEnd.subscribe((message) => end(message as Message));
}

function begin(message: Message): Frame | undefined {
  const frame = currentFrame();
  if (frame === undefined) return undefined;
  framesOf.set(message, frame);
  const { type, event } = message;
  if (type === "generateText" || type === "streamText") {
    claimTurn(frame);
    if (type === "streamText" && event.callId !== undefined) note(streams, frame, event.callId);
    return { ...frame, onChannel: true };
  }
  if (type === "languageModelCall") noteBegun(message, frame);
  const call = event.toolCall;
  if (type !== "executeTool" || call?.toolCallId === undefined) return frame;
  // with its content kept private, the call is reported nowhere else
  const isPrivate = event.recordInputs === false || event.recordOutputs === false;
  if (isPrivate) recordCall(frame, call);
  return insideTool(frame, call.toolCallId, call.toolName ?? "tool");
}

function noteBegun(message: Message, { scope }: Frame): void {
  const now = performance.now();
  begunAt.set(message, now);
  const { callId } = message.event;
  if (callId === undefined) return;
  const begun = lastBegun.get(scope) ?? new Map<string, Begun>();
  lastBegun.set(scope, begun.set(callId, { at: now, request: message.event }));
}

function end(message: Message): void {
  const frame = framesOf.get(message);
  if (frame === undefined) return;
  const { type, event, result } = message;
  if (type === "languageModelCall") endModelCall(frame, message, result as SdkAnswer | undefined);
  else if (type === "executeTool") endTool(frame, event.toolCall, result);
  else if (type === "step") fillStep(frame, (result as SdkAnswer | undefined)?.content ?? []);
}

function endModelCall(frame: Frame, message: Message, answer: SdkAnswer | undefined): void {
  const { callId, modelId } = message.event;
  if (answer?.content === undefined || callId === undefined) return;
  note(answered, frame, callId);
  const response = answer.response?.modelId === undefined ? { modelId } : answer.response;
  const began = begunAt.get(message);
  recordModelCall(frame, {
    ...answer,
    response: response as { modelId: string },
    request: message.event,
    milliseconds: began === undefined ? undefined : performance.now() - began,
  });
}

function endTool(frame: Frame, call: SdkPart | undefined, result: unknown): void {
  const output = (result as { readonly output?: SdkPart } | undefined)?.output;
  if (output !== undefined) recordResult(frame, output);
  else if (call !== undefined) recordResult(frame, { ...call, type: "tool-result" });
}
