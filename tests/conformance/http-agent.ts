/** The agent of a vector. */
interface ScriptedAgent {
  readonly name: string;
  readonly instruction?: string;
  readonly tools?: readonly { readonly name: string; readonly returns: unknown }[];
  readonly replies: readonly unknown[];
  readonly otherwise: string;
}

/** The text of a module whose agent follows a vector's script. */
export function scriptedHttpAgent(agent: ScriptedAgent): string {
  return `
import { randomUUID } from "node:crypto";
const script = ${JSON.stringify(agent)};
export const rootAgent = {
  name: script.name,
  instruction: script.instruction,
  tools: script.tools,
  start({ state, history }) {
    return {
      resumed: history !== undefined,
      state: () => state,
      async send({ text }, turn) {
        const found = script.replies.find(({ when }) => when === text);
        const steps = found?.steps ?? [{ text: script.otherwise }];
        for (const step of steps) {
          if (step.raise !== undefined) throw new Error(step.raise);
          if (step.text !== undefined) turn.text(step.text);
          const id = "adk-" + randomUUID();
          if (step.call) turn.call(id, step.call.name, step.call.args);
          const { usage } = step;
          if (usage) {
            const reasoning = usage.thoughts_token_count;
            const output = (usage.candidates_token_count ?? 0) + (reasoning ?? 0);
            turn.usage({ input: usage.prompt_token_count, output, reasoning });
          }
          if (!step.call) continue;
          const tool = script.tools.find(({ name }) => name === step.call.name);
          turn.result(id, step.call.name, { output: tool.returns });
        }
      },
    };
  },
};
`;
}
