import { setOwn } from "../../core/json/set-own.ts";
import { readMessage } from "../../core/messages/read-messages.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";

/**
 * Messages that were written one attribute a field: `gen_ai.prompt.0.role`. `unwrap` says which of the words in a path name
 * nothing of their own, as `message` in `llm.input_messages.0.message.role`.
 */
export function indexedMessages(
  attributes: Attributes,
  prefix: string,
  unwrap: readonly string[] = [],
): readonly Message[] | undefined {
  const tree: Record<string, unknown> = {};
  let found = false;
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const path = key
      .slice(prefix.length + 1)
      .split(".")
      .filter((word) => !unwrap.includes(word));
    if (!/^\d+$/.test(path[0] ?? "")) continue;
    found = true;
    put(tree, path, value);
  }
  if (!found) return undefined;
  const messages = asLists(tree);
  return (Array.isArray(messages) ? messages : []).flatMap((each) => {
    const message = readMessage(each as Readonly<Record<string, unknown>>);
    return message === undefined ? [] : [message];
  });
}

function put(tree: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = tree;
  for (const word of path.slice(0, -1)) {
    const next = Object.hasOwn(at, word) ? at[word] : undefined;
    const child = typeof next === "object" && next !== null ? next : {};
    if (child !== next) setOwn(at, word, child);
    at = child as Record<string, unknown>;
  }
  const last = path.at(-1);
  if (last !== undefined) setOwn(at, last, value);
}

/** Objects whose keys all are places become lists, in the order of these. */
function asLists(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (JSON.isRawJSON(value)) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, each]) => asLists(each));
  }
  const object: Record<string, unknown> = {};
  for (const [key, each] of entries) setOwn(object, key, asLists(each));
  return object;
}
