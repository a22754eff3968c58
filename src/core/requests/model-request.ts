import { readMessages } from "../messages/read-messages.ts";
import { readParts } from "../messages/read-parts.ts";
import { isObject } from "../schema/parse-context.ts";
import type { Message } from "../traces/message.ts";
import { readSettings } from "./request-settings.ts";
import { readTools, type ToolDeclaration } from "./tool-declarations.ts";

/** What a model was sent for one answer. */
export interface ModelRequest {
  /** Oldest first, its instructions before all others. */
  readonly messages: readonly Message[];
  /** What it may call. */
  readonly tools?: readonly ToolDeclaration[] | undefined;
  /** Temperature and the like, as `requestSettings` names them. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/** A request in the form of whoever sent it: plain data, any field may be missing. */
interface SentRequest {
  /** Instructions that stand apart from the messages. */
  readonly system?: unknown;
  readonly messages: unknown;
  readonly tools?: unknown;
  /** Objects in which settings stand, beside whatever else; those that are none of a model's are left alone. */
  readonly settings: readonly unknown[];
}

/** A request in any vendor's form as ours. */
export function modelRequest({ system, messages, tools, settings }: SentRequest): ModelRequest {
  const declared = readTools(tools);
  const set = readSettings(settings);
  return {
    messages: [...instructions(system), ...said(messages)],
    ...(declared.length > 0 && { tools: declared }),
    ...(Object.keys(set).length > 0 && { settings: set }),
  };
}

function instructions(system: unknown): readonly Message[] {
  const listed: readonly unknown[] = Array.isArray(system) ? system : [system];
  if (listed.every((each) => isObject(each) && "content" in each && !("type" in each))) {
    return (readMessages(listed) ?? []).map(({ parts }) => ({ role: "system", parts }));
  }
  const parts = readParts(isObject(system) && "parts" in system ? system.parts : system);
  return parts.length === 0 ? [] : [{ role: "system", parts }];
}

/** One text may stand for a list of one message. */
function said(messages: unknown): readonly Message[] {
  if (typeof messages === "string") return [{ role: "user", parts: readParts(messages) }];
  return readMessages(messages) ?? [];
}
