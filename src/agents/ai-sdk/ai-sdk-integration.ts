import { hasAnswered, isStream, lastBegunOf } from "./ai-sdk-channel.ts";
import {
  errorText,
  fillStep,
  recordCall,
  recordLateModelCall,
  recordModelCall,
  recordResult,
  type SdkPart,
} from "./ai-sdk-content.ts";
import { claimTurn, currentFrame, record } from "./ai-sdk-frame.ts";
import { isObserved } from "./ai-sdk-model.ts";
import { noteStepStart, requestOfStep, type StepStart } from "./ai-sdk-requests.ts";
import { followTools } from "./ai-sdk-tools.ts";

interface StepEvent {
  /** Only version 7 and later have it. */
  readonly callId?: string;
  readonly stepNumber?: number;
  readonly modelId?: string;
  /** Of `generateObject` only. */
  readonly objectText?: string;
  readonly content?: readonly SdkPart[];
  readonly usage?: { readonly raw?: object };
  readonly response?: { readonly modelId?: string };
}

interface ToolEvent {
  readonly toolCall: SdkPart & { readonly toolCallId: string };
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly success?: boolean;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** What the AI SDK reports to everything in `AI_SDK_TELEMETRY_INTEGRATIONS`: all of version 6, and the streams of 7. */
export const aiSdkIntegration = {
  onStart(event: { readonly callId?: string; readonly tools?: Record<string, unknown> }): void {
    const frame = currentFrame();
    if (frame === undefined || event.callId !== undefined) return;
    claimTurn(frame);
    followTools(event.tools ?? {});
  },

  onStepStart(event: StepStart): void {
    const frame = currentFrame();
    if (frame !== undefined && event.callId === undefined) noteStepStart(frame, event);
  },

  onToolCallStart({ toolCall, messages }: ToolEvent): void {
    const frame = currentFrame();
    // an approved call was recorded when it was made, in an earlier turn
    if (frame === undefined || isOpenIn(messages ?? [], toolCall.toolCallId)) return;
    recordCall(frame, toolCall);
  },

  onToolCallFinish({ toolCall, success, output, error }: ToolEvent): void {
    const frame = currentFrame();
    if (frame === undefined) return;
    const type = success === false ? "tool-error" : "tool-result";
    const { toolCallId, toolName } = toolCall;
    recordResult(frame, { type, toolCallId, toolName, output, error } as SdkPart);
  },

  onStepFinish(event: StepEvent): void {
    const frame = currentFrame();
    if (frame === undefined || event.callId !== undefined) return;
    const request = requestOfStep(frame, event.stepNumber);
    if (!isObserved(event.usage?.raw)) recordLateModelCall(frame, { ...event, request });
    fillStep(frame, event.content ?? []);
  },

  onLanguageModelCallEnd(event: StepEvent): void {
    const frame = currentFrame();
    if (frame === undefined || event.callId === undefined) return;
    if (hasAnswered(frame, event.callId)) return;
    const { modelId } = event;
    const answer = { ...event, ...lastBegunOf(frame, event.callId) };
    recordModelCall(frame, modelId === undefined ? answer : { ...answer, response: { modelId } });
  },

  onStepEnd(event: StepEvent): void {
    const frame = currentFrame();
    if (frame !== undefined) fillStep(frame, event.content ?? []);
  },

  onObjectStepEnd({ modelId, usage, objectText }: StepEvent): void {
    const frame = currentFrame();
    if (frame === undefined) return;
    const content = objectText === undefined ? [] : [{ type: "text", text: objectText }];
    recordModelCall(frame, { content, usage, response: modelId === undefined ? {} : { modelId } });
  },

  /** A stream that fails throws nothing at whoever reads it. */
  onError({ callId, error }: { readonly callId?: string; readonly error?: unknown }): void {
    const frame = currentFrame();
    if (frame === undefined || callId === undefined || !isStream(frame, callId)) return;
    if (frame.isStreamed === true && frame.within === undefined) return;
    record(frame, (turn, origin) => turn.fault(errorText(error), origin));
  },
};

/** Whether a call stands in the messages without its result. */
function isOpenIn(messages: NonNullable<ToolEvent["messages"]>, id: string): boolean {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const has = (type: string) =>
    parts.some((part: SdkPart) => part.type === type && part.toolCallId === id);
  return has("tool-call") && !has("tool-result");
}
