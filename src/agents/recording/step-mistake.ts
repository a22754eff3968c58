import { isObject, shown } from "../../core/schema/parse-context.ts";
import { nearest } from "../../core/text/nearest.ts";

type Kind = "why" | "text" | "object" | "number" | "boolean" | "list" | "anything";

/** What a program or a generator may report, by type, with the keys of each. A new type is a line here. */
const messages: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  call: { id: "text", tool: "text", name: "text", args: "object" },
  result: { id: "text", tool: "text", name: "text", output: "anything", error: "anything" },
  text: { text: "text", thought: "boolean" },
  usage: {
    input: "number",
    output: "number",
    calls: "number",
    cached: "number",
    reasoning: "number",
    usage: "object",
    model: "text",
  },
  pause: { id: "text", why: "why", tool: "text", name: "text", detail: "anything" },
  fault: { message: "text", code: "text" },
  state: { state: "object" },
  ask: { id: "text", tool: "text", name: "text", args: "object" },
  done: { text: "text", state: "object" },
};

const countNames: readonly string[] = ["input", "output", "calls", "cached", "reasoning"];

const everywhere: Readonly<Record<string, Kind>> = { type: "text", author: "text", within: "list" };

const outputCounts = ["outputtokens", "output_tokens", "completiontokens", "completion_tokens"];

/** Words of other protocols, too far from ours to look like a typing error. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  input: ["in", "prompt", "inputtokens", "input_tokens", "prompttokens", "prompt_tokens"],
  args: ["arguments", "parameters", "params", "input", "tool_input"],
  tool: ["tool_name", "function", "function_name"],
  output: ["result", "response", "content", "out", "completion", ...outputCounts],
  text: ["answer", "response", "content", "message", "output", "final_response"],
  message: ["error", "text", "detail"],
};

/** A record of a logger has one of these, and is the program's own print. */
const logKeys = ["level", "severity", "msg", "logger", "timestamp", "ts", "time"];

/**
 * What is wrong with a reported step, in a sentence; undefined when nothing is. A key that nobody knows is passed over, unless
 * it is close to one that would have been read: a slip must not look like a tool that was never called.
 */
export function stepMistake(message: Readonly<Record<string, unknown>>): string | undefined {
  const { type } = message;
  if (typeof type !== "string") return untyped(message);
  const keys = Object.hasOwn(messages, type) ? messages[type] : undefined;
  if (keys === undefined) return unknownType(type, message);
  for (const [key, value] of Object.entries(message)) {
    const kind = kindOf(key, keys);
    const wrong = kind === undefined ? misspelt(key, keys, message) : mistyped(key, kind, value);
    if (wrong !== undefined) return `A "${type}" ${wrong}`;
  }
  if (type === "call" && message.tool === undefined && message.name === undefined) {
    return 'A "call" needs "tool", the name of what is called.';
  }
  return type === "result" ? withoutOutcome(message) : undefined;
}

/** What is wrong with the third argument of `turn.result`. Every tool result passes here, so the usual ones do quickly. */
export function outcomeMistake(outcome: unknown): string | undefined {
  if (!isObject(outcome)) {
    const given = outcome === undefined ? "nothing" : shown(outcome);
    return `turn.result was given ${given}; { output } or { error } was expected.`;
  }
  const keys = Object.keys(outcome);
  if (keys.every((key) => key === "output" || key === "error")) return undefined;
  const mistake = stepMistake({ ...outcome, type: "result" });
  return mistake === undefined ? undefined : `turn.result was given a wrong result. ${mistake}`;
}

/** What is wrong with the counts that `turn.usage` was given: one that nobody reads would be none without a word. */
export function usageMistake(usage: unknown): string | undefined {
  if (!isObject(usage))
    return `turn.usage was given ${usage === undefined ? "nothing" : shown(usage)}; { input, output } was expected.`;
  const keys = Object.keys(usage);
  const unknown = keys.find((key) => !countNames.includes(key));
  const areCounts = keys.every((key) => usage[key] === undefined || isA("number", usage[key]));
  if (unknown === undefined && areCounts) return undefined;
  const mistake =
    stepMistake({ ...usage, type: "usage" }) ??
    (keys.some((key) => countNames.includes(key))
      ? undefined
      : `A "usage" has "${unknown}" and none of ${countNames.join(", ")}.`);
  return mistake === undefined ? undefined : `turn.usage was given wrong counts. ${mistake}`;
}

/** A tool may give nothing; one whose result has other things in the place of its output surely gave those. */
function withoutOutcome(message: Readonly<Record<string, unknown>>): string | undefined {
  if (Object.hasOwn(message, "output") || Object.hasOwn(message, "error")) return undefined;
  const passedOver = ["at", ...logKeys];
  const key = Object.keys(message).find(
    (each) => kindOf(each, messages.result ?? {}) === undefined && !passedOver.includes(each),
  );
  if (key === undefined) return undefined;
  return `A "result" has "${key}" and neither "output" nor "error". What the tool gave stands under "output".`;
}

function kindOf(key: string, keys: Readonly<Record<string, Kind>>): Kind | undefined {
  if (Object.hasOwn(keys, key)) return keys[key];
  return Object.hasOwn(everywhere, key) ? everywhere[key] : undefined;
}

/**
 * Without a type it may be any JSON that a program prints. A misspelt "type" is surely meant for us, and so is what says
 * nothing but what messages say, in their words: whoever wrote it waits for us, and we would wait for them.
 */
function untyped(message: Readonly<Record<string, unknown>>): string | undefined {
  const keys = Object.keys(message);
  const key = keys.find((each) => nearest(each, ["type"]) !== undefined);
  const value = key === undefined ? undefined : message[key];
  if (key !== undefined && typeof value === "string" && Object.hasOwn(messages, value)) {
    return `It has "${key}" where "type" was expected.`;
  }
  if (!keys.every((each) => saidInMessages.has(each)) || !keys.some((each) => each in meant)) {
    return undefined;
  }
  const type = keys.map((each) => meant[each]).find((each) => each !== undefined) ?? "done";
  return `It has no "type". Expected was ${examples[type]}; there are ${Object.keys(messages).join(", ")}.`;
}

/** What a message without a type was meant for, by the key that tells. */
const meant: Readonly<Record<string, keyof typeof examples>> = {
  __proto__: null as never,
  tool: "call",
  args: "call",
  text: "done",
};
const examples = {
  call: '{"type": "call", "id": …, "tool": …, "args": …}',
  done: '{"type": "done", "text": …}',
};

const saidInMessages: ReadonlySet<string> = new Set([
  ...Object.values(messages).flatMap((keys) => Object.keys(keys)),
  ...Object.keys(everywhere),
]);

function unknownType(type: string, message: Readonly<Record<string, unknown>>): string | undefined {
  if (logKeys.some((key) => Object.hasOwn(message, key))) return undefined;
  const near = nearest(type, Object.keys(messages));
  const advice =
    near === undefined
      ? `There are ${Object.keys(messages).join(", ")}.`
      : `Did you mean "${near}"?`;
  return `There is no type "${type}". ${advice}`;
}

function misspelt(
  key: string,
  keys: Readonly<Record<string, Kind>>,
  message: Readonly<Record<string, unknown>>,
): string | undefined {
  const free = [...Object.keys(keys), "author", "within"].filter(
    (each) => !Object.hasOwn(message, each),
  );
  const other = free.find((each) => otherWords[each]?.includes(key.toLowerCase()));
  const near = other ?? nearest(key, free);
  return near === undefined ? undefined : `has no key "${key}". Did you mean "${near}"?`;
}

function mistyped(key: string, kind: Kind, value: unknown): string | undefined {
  if (value === undefined || value === null || isA(kind, value)) return undefined;
  return `has "${key}": ${shown(value)}; ${expected[kind]} was expected.`;
}

const expected: Readonly<Record<Kind, string>> = {
  text: "a string",
  object: "an object",
  number: "a number",
  boolean: "a boolean",
  list: "an array",
  anything: "anything",
  why: "approval, input or pending",
};

const reasonsToPause: readonly unknown[] = ["approval", "input", "pending"];

function isA(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case "anything":
      return true;
    case "object":
      return isObject(value);
    case "list":
      return Array.isArray(value);
    case "text":
      return typeof value === "string";
    case "why":
      return reasonsToPause.includes(value);
    default:
      return typeof value === kind;
  }
}
