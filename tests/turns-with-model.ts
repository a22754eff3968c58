import { type AgentFunction, functionAgent } from "../src/agents/function-agent.ts";
import { recordTurn } from "../src/agents/recording/record-turn.ts";
import type { ConversationStart, Step, TurnRecord } from "../src/core/agent.ts";
import { textContent } from "../src/core/content.ts";

export const init: ConversationStart = {
  id: "s",
  user: "u",
  state: {},
  signal: new AbortController().signal,
};

/** Talks to a function as a run does. */
export async function turnsOf(
  run: AgentFunction,
  { messages = ["hello"], timeoutMs = 10_000 } = {},
): Promise<TurnRecord[]> {
  const conversation = await functionAgent(run).start(init);
  const turns: TurnRecord[] = [];
  for (const text of messages) {
    const content = textContent("user", text);
    turns.push(await recordTurn(conversation, { text, content }, { timeoutMs }));
  }
  return turns;
}

export async function turnOf(run: AgentFunction, timeoutMs?: number): Promise<TurnRecord> {
  const [turn] = await turnsOf(run, timeoutMs === undefined ? {} : { timeoutMs });
  if (turn === undefined) throw new Error("a message makes a turn");
  return turn;
}

/** Asks a model as a client without a framework does. */
export function chat(url: string, body: object = {}, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }], ...body }),
    ...init,
  });
}

/** Steps without their times, and without what models were sent. */
export function shown(steps: readonly Step[]): readonly object[] {
  return steps.map(({ at, ...step }) => {
    if (step.type !== "usage") return step;
    const { milliseconds, request, ...counted } = step;
    return counted;
  });
}

export function types(steps: readonly Step[]): readonly string[] {
  return steps.map(({ type }) => type);
}
