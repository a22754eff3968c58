import type { Agent, Conversation, TurnInput, TurnRecord } from "../core/agent.ts";
import { textContent } from "../core/content.ts";

export type RecordTurn = (
  conversation: Conversation,
  input: TurnInput,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<TurnRecord>;

interface TurnOptions {
  readonly timeoutMs?: number;
  readonly state?: Readonly<Record<string, unknown>>;
}

interface ContractTalk {
  /** Runs a whole conversation with a new agent. */
  conversation(
    messages: readonly string[],
    options?: TurnOptions,
  ): Promise<{ readonly turns: readonly TurnRecord[]; readonly state: unknown }>;
  /** The only turn of a conversation. */
  turnOf(message: string, options?: TurnOptions): Promise<TurnRecord>;
}

/** How the contract of agents speaks to the one under test, as the user Ada. */
export function contractConversation(
  makeAgent: () => Agent | Promise<Agent>,
  recordTurn: RecordTurn,
): ContractTalk {
  const { signal } = new AbortController();

  const conversation: ContractTalk["conversation"] = async (
    messages,
    { timeoutMs = 10_000, state = {} } = {},
  ) => {
    const agent = await makeAgent();
    const conversation = await agent.start({ id: "session", user: "Ada", state, signal });
    try {
      const turns: TurnRecord[] = [];
      for (const message of messages) {
        turns.push(await recordTurn(conversation, say(message), { timeoutMs }));
      }
      return { turns, state: await conversation.state?.() };
    } finally {
      await conversation.close?.();
      await agent.dispose?.();
    }
  };

  return {
    conversation,
    async turnOf(message, options) {
      const [turn] = (await conversation([message], options)).turns;
      if (turn === undefined) throw new Error("a message makes a turn");
      return turn;
    },
  };
}

export function say(text: string): TurnInput {
  return { text, content: textContent("user", text) };
}
