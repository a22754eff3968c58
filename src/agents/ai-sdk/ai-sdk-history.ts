import type { ConversationStart } from "../../core/agent.ts";
import { type FunctionResponse, type Part, textOf } from "../../core/content.ts";
import {
  type Invocation,
  isRecorded,
  toolCallsOf,
  toolResponsesOf,
} from "../../core/invocation.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { plainData } from "../recording/plain-data.ts";
import { messageOf, type SdkMessage, type Waiting } from "./ai-sdk-messages.ts";

type Tools = Readonly<Record<string, unknown>>;

/** What a turn left behind: the messages that answer it, and the calls that still wait. */
export interface TurnMemory {
  readonly messages: readonly SdkMessage[];
  readonly waiting: readonly Waiting[];
}

/** As it can be kept; undefined when there is something in it that no text can hold, such as the bytes of an image. */
export function keptMemory(memory: TurnMemory): unknown {
  return isPlain(memory) ? plainData(memory) : undefined;
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== null && !isRootPrototype(prototype)) return false;
  return Object.values(value).every(isPlain);
}

/** Of this realm or another one's: test runners have several. */
function isRootPrototype(prototype: unknown): boolean {
  return Object.getPrototypeOf(prototype) === null;
}

/** The conversation as the agent would know it, had it never been interrupted. */
export function earlierMessages(
  { history = [], memory = [] }: Pick<ConversationStart, "history" | "memory">,
  tools: Tools,
): TurnMemory {
  const messages: SdkMessage[] = [];
  let waiting: readonly Waiting[] = [];
  for (const [at, turn] of history.entries()) {
    const content = turn.userContent;
    messages.push(messageOf({ content, text: textOf(content) ?? "" }, waiting));
    const kept = memory[at];
    const left = isMemory(kept) ? kept : recalled(turn, waiting, tools);
    messages.push(...left.messages);
    waiting = left.waiting;
  }
  return { messages, waiting };
}

function isMemory(kept: unknown): kept is TurnMemory {
  return isObject(kept) && Array.isArray(kept.messages) && Array.isArray(kept.waiting);
}

/** The messages of a turn from what was recorded of it: less than the models had, all that they need. */
function recalled(turn: Invocation, asked: readonly Waiting[], tools: Tools): TurnMemory {
  const { intermediateData, finalResponse } = turn;
  const events = isRecorded(intermediateData) ? intermediateData.invocationEvents : [];
  const parts = [...events, { content: finalResponse }].flatMap(
    ({ content }) => content?.parts ?? [],
  );
  const answered = new Set(toolResponsesOf(turn).map(({ id }) => id));
  const waiting = toolCallsOf(turn).flatMap(
    ({ id: toolCallId, name: toolName = "" }): Waiting[] => {
      if (toolCallId === undefined || answered.has(toolCallId)) return [];
      // what the agent can run itself waits for a yes, anything else for its result
      const approvalId = canRun(tools, toolName) ? `approval-${toolCallId}` : undefined;
      return [{ toolCallId, toolName, approvalId }];
    },
  );
  const given = new Set(
    asked.flatMap((each) => (each.approvalId === undefined ? [each.toolCallId] : [])),
  );
  const messages: { role: string; content: object[] }[] = [];
  // a call that was declined has no response, and the SDK wants one for each
  const declined = asked.filter((each) => each.approvalId && !answered.has(each.toolCallId));
  if (declined.length > 0) messages.push({ role: "tool", content: declined.map(denied) });
  for (const part of parts) {
    const [role, content] = contentOf(part, waiting);
    const isGiven = role === "tool" && given.has(part.functionResponse?.id ?? "");
    if (content.length === 0 || isGiven) continue;
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content: [...content] });
  }
  return { messages, waiting };
}

function contentOf(
  { text, thought, functionCall, functionResponse }: Part,
  waiting: readonly Waiting[],
): readonly [role: string, content: readonly object[]] {
  if (functionResponse !== undefined) return ["tool", [resultOf(functionResponse)]];
  if (functionCall !== undefined) {
    const { id: toolCallId = "", name: toolName = "", args: input = {} } = functionCall;
    const asked = waiting.find((each) => each.toolCallId === toolCallId)?.approvalId;
    const request = { type: "tool-approval-request", approvalId: asked, toolCallId };
    const call = { type: "tool-call", toolCallId, toolName, input };
    return ["assistant", asked === undefined ? [call] : [call, request]];
  }
  // thoughts carry a signature that was not recorded, and providers refuse them without
  return ["assistant", text && thought !== true ? [{ type: "text", text }] : []];
}

function denied({ toolCallId, toolName }: Waiting): object {
  return { type: "tool-result", toolCallId, toolName, output: { type: "execution-denied" } };
}

function resultOf({ id = "", name = "", response = {} }: FunctionResponse): object {
  const keys = Object.keys(response);
  const [only] = keys.length === 1 ? keys : [];
  const value = only === undefined ? undefined : response[only];
  const part = { type: "tool-result", toolCallId: id, toolName: name };
  if (only === "error" && typeof value === "string") {
    return { ...part, output: { type: "error-text", value } };
  }
  // texts are recorded under this key
  if (only === "result" && typeof value === "string") {
    return { ...part, output: { type: "text", value } };
  }
  return { ...part, output: { type: "json", value: response } };
}

function canRun(tools: Tools, name: string): boolean {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  return typeof (tool as { execute?: unknown } | undefined)?.execute === "function";
}
