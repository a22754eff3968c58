import { recordedAgent } from "../agents/recorded-agent.ts";
import type { Agent } from "../core/agent.ts";
import { textContent } from "../core/content.ts";
import type { EvalCase } from "../core/eval-set.ts";

/** An agent whose result is known beforehand: if a set says otherwise, something is wrong with the set. */
export interface SanityAgent {
  readonly name: "null" | "echo" | "refusal" | "oracle";
  /** The share of cases that it may pass at most, or must pass at least. */
  readonly atMost?: number;
  readonly atLeast?: number;
  agentFor(evalCase: EvalCase): Agent;
}

const MOST_BY_LUCK = 0.05;

export const sanityAgents: readonly SanityAgent[] = [
  { name: "null", atMost: MOST_BY_LUCK, agentFor: () => saying("null", () => undefined) },
  { name: "echo", atMost: MOST_BY_LUCK, agentFor: () => saying("echo", (text) => text) },
  {
    name: "refusal",
    atMost: MOST_BY_LUCK,
    agentFor: () => saying("refusal", () => "I'm sorry, but I can't help with that."),
  },
  { name: "oracle", atLeast: 1 - MOST_BY_LUCK, agentFor: oracle },
];

function saying(name: string, answer: (text: string) => string | undefined): Agent {
  return {
    name,
    start: () => ({
      async send(input) {
        return "text" in input ? answer(input.text) : undefined;
      },
    }),
  };
}

/** Does what the case expects: its calls, its answers, its state. */
export function oracle(evalCase: EvalCase): Agent {
  const turns = (evalCase.conversation ?? []).map((turn) =>
    // where no answer is expected any will do, but none would be no answer at all
    turn.finalResponse === undefined
      ? { ...turn, finalResponse: textContent("model", "Done.") }
      : turn,
  );
  const recorded = recordedAgent(turns, "oracle");
  const { finalSessionState: state } = evalCase;
  return {
    name: "oracle",
    async start(init) {
      const conversation = await recorded.start(init);
      return { ...conversation, state: () => ({ ...init.state, ...state }) };
    },
  };
}
