import type { AgentAdapter, Conversation, ConversationStart } from "../../core/agent.ts";
import { plainCopy } from "../recording/plain-data.ts";
import { fillStep, recordModelCall, type SdkPart } from "./ai-sdk-content.ts";
import { simulateTools } from "./ai-sdk-environment.ts";
import { currentFrame, type Frame, frames, record } from "./ai-sdk-frame.ts";
import { earlierMessages, keptMemory } from "./ai-sdk-history.ts";
import { messageOf, type SdkMessage, type Waiting } from "./ai-sdk-messages.ts";
import { observedModel } from "./ai-sdk-model.ts";
import type { Context, SdkResult, SdkStep } from "./ai-sdk-result.ts";
import { readStream, type SdkStream } from "./ai-sdk-stream.ts";

/** An agent of the Vercel AI SDK, 6 or later: a `ToolLoopAgent`, or whatever else has its brand. */
interface SdkAgent {
  readonly version: "agent-v1";
  readonly id?: string | undefined;
  readonly tools?: Readonly<Record<string, unknown>>;
  /** Private in its types; only read, and only for what a call may set anyway. */
  readonly settings?: {
    readonly model?: unknown;
    readonly runtimeContext?: Context;
    readonly experimental_context?: Context;
    readonly onError?: unknown;
    readonly callOptionsSchema?: { readonly shape?: object };
  };
  generate(call: object): Promise<SdkResult>;
  stream?(call: object): SdkStream | Promise<SdkStream>;
}

export const aiSdkAdapter: AgentAdapter = {
  name: "Vercel AI SDK agent",
  wrap(target, { name, model }) {
    if (!isSdkAgent(target)) return undefined;
    return {
      name: target.id ?? name,
      asksEnvironment: true,
      ...(model !== undefined && { model }),
      start: (init) => sdkConversation(target, init, model),
    };
  },
};

function isSdkAgent(target: unknown): target is SdkAgent {
  if (typeof target !== "object" || target === null) return false;
  const { version, generate } = target as Partial<SdkAgent>;
  return version === "agent-v1" && typeof generate === "function";
}

/** The SDK's agents keep nothing between calls: the messages and the context of a conversation are kept here. */
function sdkConversation(
  agent: SdkAgent,
  init: ConversationStart,
  given: string | undefined,
): Conversation {
  const { id, user, history } = init;
  if (init.isSimulated === true) simulateTools(agent.tools ?? {});
  const own = agent.settings?.runtimeContext ?? agent.settings?.experimental_context ?? {};
  const state = plainCopy(init.state);
  const begun = plainCopy(init.firstState ?? init.state);
  const earlier = earlierMessages(init, agent.tools ?? {});
  const messages: SdkMessage[] = [...earlier.messages];
  let context: Context = { ...own, ...state };
  let waiting: readonly Waiting[] = earlier.waiting;
  let answer: readonly SdkMessage[] = [];

  async function send(frame: Frame, signal: AbortSignal): Promise<SdkResult> {
    const model = agent.settings?.model;
    const { onText } = frame.scope;
    const call = {
      messages: [...messages],
      abortSignal: signal,
      options: optionsOf(agent, { userId: user, sessionId: id, ...begun }),
      runtimeContext: context,
      experimental_context: context,
      ...(given === undefined ? {} : { model: given }),
      ...(given === undefined && typeof model === "object"
        ? { model: observedModel(model, agent.tools ?? {}) }
        : {}),
    };
    if (onText === undefined || typeof agent.stream !== "function") {
      return frames.run(frame, () => agent.generate(call));
    }
    // only where somebody reads along
    const streamed = { ...frame, isStreamed: true };
    const onError = agent.settings?.onError ?? ignore;
    return frames.run(streamed, async () =>
      readStream(await agent.stream?.({ ...call, onError }), onText),
    );
  }

  return {
    resumed: history !== undefined,
    async send(input, turn) {
      const frame = { ...currentFrame(), author: agent.id } as Frame;
      messages.push(messageOf(input, waiting));
      const result = await send(frame, turn.signal);
      const steps = result.steps ?? [];
      seeSteps(frame, steps);
      answer = result.responseMessages ?? result.response?.messages ?? [];
      messages.push(...answer);
      waiting = waitingIn(steps.at(-1)?.content ?? []);
      seeWaiting(frame, waiting);
      context = steps.at(-1)?.runtimeContext ?? steps.at(-1)?.experimental_context ?? context;
      return result.text || undefined;
    },
    memory: () => keptMemory({ messages: answer, waiting }),
    state() {
      const entries = Object.entries(context).filter(([key]) => key in state || !(key in own));
      return entries.length === 0 ? undefined : plainCopy(Object.fromEntries(entries));
    },
  };
}

/** Who reads a stream hears of its errors; the SDK would print them. */
function ignore(): void {}

/** A schema that names its keys may refuse others. */
function optionsOf({ settings }: SdkAgent, known: Context): Context {
  const { shape } = settings?.callOptionsSchema ?? {};
  if (shape === undefined) return known;
  return Object.fromEntries(Object.entries(known).filter(([key]) => key in shape));
}

/** Where telemetry is turned off, what the agent says it did is all there is. */
function seeSteps(frame: Frame, steps: readonly SdkStep[]): void {
  const isWatched = frame.scope.sources?.has("ai-sdk") === true;
  for (const step of steps) {
    if (!isWatched) recordModelCall(frame, step);
    fillStep(frame, step.content ?? []);
  }
}

function waitingIn(content: readonly SdkPart[]): readonly Waiting[] {
  const asked = content.filter((part) => part.type === "tool-approval-request");
  return content.flatMap((part): Waiting[] => {
    const { type, toolCallId, toolName = "unknown", providerExecuted } = part;
    if (type !== "tool-call" || toolCallId === undefined) return [];
    const approval = asked.find((each) => each.toolCall?.toolCallId === toolCallId);
    if (approval !== undefined) {
      const isDecided = approval.isAutomatic === true;
      return isDecided ? [] : [{ toolCallId, toolName, approvalId: approval.approvalId }];
    }
    const isDone = content.some((each) => each.toolCallId === toolCallId && each !== part);
    return isDone || providerExecuted === true ? [] : [{ toolCallId, toolName }];
  });
}

/** A tool without a function of its own waits for whoever has one. */
function seeWaiting(frame: Frame, waiting: readonly Waiting[]): void {
  for (const { toolCallId, toolName, approvalId } of waiting) {
    if (approvalId !== undefined) continue;
    record(frame, (turn, origin) => turn.pause(toolCallId, "input", { ...origin, tool: toolName }));
  }
}
