import type { Origin, Step, Turn, Usage } from "../core/agent.ts";
import { type Frame, see } from "./ai-sdk-frame.ts";
import { nameAndMessage } from "./explain-load-error.ts";

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
}

/** Writes a model call the moment it has answered, before its tools run. */
export function seeModelCall(frame: Frame, answer: SdkAnswer): void {
  see(frame, (turn, origin) => {
    for (const part of answer.content ?? []) {
      seeText(turn, part, origin);
      seeCall(turn, part, origin);
      seeResult(turn, part, origin);
    }
    seeUsage(turn, answer, origin);
  });
}

/** Writes a model call whose tools have already run: its words stand before their calls, its tokens after. */
export function seeLateModelCall(frame: Frame, answer: SdkAnswer): void {
  const { content = [] } = answer;
  const steps = frame.scope.recording?.steps ?? [];
  const isOwnCall = (step: Step) =>
    step.type === "call" && content.some((part) => part.toolCallId === step.id);
  const first = steps.findIndex(isOwnCall);
  if (first === -1) {
    seeModelCall(frame, answer);
    return;
  }
  const seeTexts = (turn: Turn, origin: Origin) => {
    for (const part of content) seeText(turn, part, origin);
  };
  see(frame, seeTexts, first);
  const afterCalls = steps.findLastIndex(isOwnCall) + 1;
  see(frame, (turn, origin) => seeUsage(turn, answer, origin), afterCalls);
}

/** Adds what a finished step holds and no model call or tool has told: failed calls, approvals, the provider's tools. */
export function fillStep(frame: Frame, content: readonly SdkPart[]): void {
  see(frame, (turn, origin) => {
    for (const part of content) {
      seeCall(turn, part, origin);
      seeResult(turn, part, origin);
      if (part.type === "tool-approval-request" && part.isAutomatic !== true) {
        seeApproval(frame, turn, part, origin);
      }
    }
  });
}

export function seeCall(turn: Turn, part: SdkPart, origin: Origin): void {
  const { type, toolCallId, toolName = "unknown", input } = part;
  if (type !== "tool-call" || toolCallId === undefined || turn.has("call", toolCallId)) return;
  turn.call(toolCallId, toolName, parsed(input), origin);
}

export function seeResult(turn: Turn, part: SdkPart, origin: Origin): void {
  const { type, toolCallId, toolName, error, preliminary } = part;
  if (type !== "tool-result" && type !== "tool-error") return;
  if (toolCallId === undefined || preliminary === true || turn.has("result", toolCallId)) return;
  const output = part.output ?? part.result;
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
function seeApproval(frame: Frame, turn: Turn, part: SdkPart, origin: Origin): void {
  const { toolCallId = part.toolCallId, toolName, input } = part.toolCall ?? part;
  const id = toolCallId ?? part.approvalId ?? "";
  const steps = frame.scope.recording?.steps ?? [];
  if (steps.some((step) => step.type === "pause" && step.id === id)) return;
  turn.pause(id, "approval", { ...origin, ...(toolName && { tool: toolName }), detail: input });
}

function seeUsage(turn: Turn, { usage, response }: SdkAnswer, origin: Origin): void {
  const counts = usageOf(usage);
  const model = response?.modelId;
  if (counts !== undefined) turn.usage(counts, { ...origin, ...(model && { model }) });
}

interface Counted {
  readonly total?: number;
  readonly cacheRead?: number;
  readonly reasoning?: number;
}

/** Models count in objects, the SDK in plain numbers. A model that counts nothing was called all the same. */
function usageOf(usage: unknown): Partial<Usage> | undefined {
  if (typeof usage !== "object" || usage === null) return undefined;
  const told = usage as {
    inputTokens?: number | Counted;
    outputTokens?: number | Counted;
    inputTokenDetails?: { cacheReadTokens?: number };
    outputTokenDetails?: { reasoningTokens?: number };
  };
  const input = counted(told.inputTokens);
  const output = counted(told.outputTokens);
  return {
    input: input.total ?? 0,
    output: output.total ?? 0,
    cached: input.cacheRead ?? told.inputTokenDetails?.cacheReadTokens,
    reasoning: output.reasoning ?? told.outputTokenDetails?.reasoningTokens,
  };
}

function counted(count: number | Counted | undefined): Counted {
  return typeof count === "number" ? { total: count } : (count ?? {});
}

/** Text that is no JSON is what the model wrote; it is told as it is. */
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
