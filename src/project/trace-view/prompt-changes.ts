import { parsed } from "../../core/messages/parsed.ts";
import { readParts } from "../../core/messages/read-parts.ts";
import { messagesText, messageText } from "../../core/traces/message.ts";
import type { SpanView } from "../../traces/dialects/span-view.ts";
import { agentIn } from "./agent-in.ts";
import type { PromptChange } from "./trace-view.ts";

const INSTRUCTIONS = "gen_ai.system_instructions";
/** Characters of requests that are read for this. Each may have all that was said before it once more. */
const MOST_READ = 8_000_000;

/** Model calls of these, in the order of their start, whose instructions changed. */
export function promptChanges(views: readonly SpanView[]): ReadonlyMap<SpanView, PromptChange> {
  const found = new Map<SpanView, PromptChange>();
  const last = new Map<string | undefined, string>();
  let room = MOST_READ;
  for (const view of views) {
    if (view.role !== "model") continue;
    room -= lengthOf(view);
    if (room < 0) break;
    const prompt = promptOf(view);
    if (prompt === undefined) continue;
    const asker = askerOf(view);
    const before = last.get(asker);
    last.set(asker, prompt);
    if (before !== undefined && before !== prompt) found.set(view, changeBetween(before, prompt));
  }
  return found;
}

/** The agent that asked a model or called a tool. */
export function askerOf(view: SpanView): string | undefined {
  if (view.agentName !== undefined) return view.agentName;
  for (let at: SpanView | undefined = view; at !== undefined; at = at.parent) {
    const name = agentIn(at);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The instructions that a model was sent; undefined where what it was sent is not known. */
function promptOf(view: SpanView): string | undefined {
  const { input } = view;
  if (input !== undefined) {
    return messagesText(input.filter(({ role }) => role === "system")) ?? "";
  }
  const own = view.span.attributes[INSTRUCTIONS];
  if (own === undefined) return undefined;
  return messageText({ role: "system", parts: readParts(parsed(own)) });
}

function lengthOf({ span: { attributes } }: SpanView): number {
  let length = 0;
  for (const value of Object.values(attributes)) {
    if (typeof value === "string") length += value.length;
  }
  return length;
}

function changeBetween(before: string, now: string): PromptChange {
  const [old, own] = [before.split("\n"), now.split("\n")];
  const fresh = linesOnlyIn(own, old);
  return { lines: Math.max(fresh === 0 ? linesOnlyIn(old, own) : fresh, 1), of: own.length };
}

function linesOnlyIn(lines: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line)).length;
}
