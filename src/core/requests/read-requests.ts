import type { KeptMessage, Run, TurnRequests } from "./kept-requests.ts";
import type { ToolDeclaration } from "./tool-declarations.ts";

/** A request as it is on record: of a message that was too long, only who said it is known, and how long it was. */
export interface RecordedRequest {
  readonly messages: readonly KeptMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** True: only its instructions were read. */
  readonly isPart?: true;
}

interface ReadOptions {
  /** True: nothing but instructions is read, which is quick: what was said stands in every request again. */
  readonly onlyInstructions?: boolean;
}

/** Of a turn: what its model call with this number was sent, where that is on record. */
export type RequestOfCall = (call: number) => RecordedRequest | undefined;

/** No request has more; who writes that it has is not believed. */
const MOST = 50_000;

/** The requests of a conversation, turn by turn. Each is put together when it is asked for. */
export function readRequests(
  turns: readonly (TurnRequests | undefined)[],
  { onlyInstructions = false }: ReadOptions = {},
): readonly RequestOfCall[] {
  let messages: KeptMessage[] = [];
  let tools: ToolDeclaration[] = [];
  return turns.map((turn) => {
    if (turn === undefined) return () => undefined;
    const [message, tool] = turn.from;
    messages = addedAt(messages, message, turn.messages);
    tools = addedAt(tools, tool, turn.tools ?? []);
    return onlyInstructions ? instructionsOf(turn, messages) : requestsOf(turn, messages, tools);
  });
}

/** A conversation that another process went on with counts from the beginning, and what was said before keeps its own list. */
function addedAt<Item>(known: Item[], from: number, items: readonly Item[]): Item[] {
  const list = from < known.length ? known.slice(0, from) : known;
  for (const [at, item] of items.entries()) list[from + at] = item;
  return list;
}

function requestsOf(
  { calls, settings: sets = [] }: TurnRequests,
  messages: readonly KeptMessage[],
  tools: readonly ToolDeclaration[],
): RequestOfCall {
  return (call) => {
    const kept = calls.find((each) => each.call === call);
    if (kept === undefined) return undefined;
    return {
      messages: taken(kept.messages, messages).map((each) => each ?? LOST),
      tools: taken(kept.tools ?? [], tools).filter((each) => each !== undefined),
      settings: sets[kept.settings ?? -1] ?? {},
    };
  };
}

function instructionsOf({ calls }: TurnRequests, messages: readonly KeptMessage[]): RequestOfCall {
  return (call) => {
    const kept = calls.find((each) => each.call === call);
    if (kept === undefined) return undefined;
    const found: KeptMessage[] = [];
    for (const [first, count] of kept.messages) {
      for (let at = first; at < first + count; at += 1) {
        const message = messages[at];
        if (message?.role !== "system") {
          return { messages: found, tools: [], settings: {}, isPart: true };
        }
        found.push(message);
      }
    }
    return { messages: found, tools: [], settings: {}, isPart: true };
  };
}

/** Of a turn that is not on record. */
const LOST: KeptMessage = { role: "user", tooLong: 0 };

function taken<Item>(runs: readonly Run[], from: readonly Item[]): readonly (Item | undefined)[] {
  const found: (Item | undefined)[] = [];
  for (const [first, count] of runs) {
    for (let at = first; at < first + count && found.length < MOST; at += 1) found.push(from[at]);
  }
  return found;
}
