import { type ChatReply, ModelError, type ModelUsage } from "../core/chat-model.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";

const finishes: ReadonlySet<unknown> = new Set<ChatReply["finish"]>([
  "stop",
  "length",
  "refusal",
  "other",
]);

/**
 * What code of the user's gave as a reply, as plain data: each of its fields is looked at once, so that nobody who reads it
 * later reads something else. Throws a ModelError where it is none.
 */
export function ownReply(who: string, given: unknown): ChatReply {
  if (typeof given === "string") return { text: given, finish: "stop" };
  const { text, finish = "stop", usage, model } = isObject(given) ? given : {};
  if (typeof text !== "string") {
    const gave = `gave ${shown(given)}; a string, or an object with one, was expected.`;
    throw new ModelError("invalid", `${who} ${gave}`);
  }
  if (!finishes.has(finish)) {
    const gave = `gave the finish ${shown(finish)}; "stop", "length", "refusal" or "other" was expected.`;
    throw new ModelError("invalid", `${who} ${gave}`);
  }
  return {
    text,
    finish: finish as ChatReply["finish"],
    ...(isObject(usage) ? { usage: { ...usage } as unknown as ModelUsage } : {}),
    ...(typeof model === "string" ? { model } : {}),
  };
}
