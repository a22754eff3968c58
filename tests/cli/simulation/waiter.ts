import { join } from "node:path";
import { onTestFinished } from "vitest";
import { loopbackModels, type ModelScript } from "../../../src/testing/index.ts";
import { project } from "../assay.ts";

export async function modelServer(script: ModelScript) {
  const models = await loopbackModels(script);
  onTestFinished(() => models.close());
  return { ...models, env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` } };
}

export const model = "openai-compatible/player";

/** Asks how many until it is told, then books. */
export const waiter = `
  import { tool } from "assay/agents";
  export async function rootAgent(text: string, { turn }: any) {
    const [size] = /\\d+/.exec(text) ?? [];
    if (size === undefined) return "For how many?";
    const book = tool(turn, "book", ({ size }: any): any => ({ table: 1, size }));
    const { table, error_message } = await book({ size: Number(size) });
    return table === undefined ? "Sorry: " + error_message : "You have table " + table + ".";
  }
`;

export const scenario = {
  starting_prompt: "I need a table.",
  conversation_plan: "Get a table for 4 people, and be content as soon as it has a number.",
};

export function waiterWith(config: object, evalCase: object = { conversation_scenario: scenario }) {
  return project({
    "waiter/agent.ts": waiter.replace("assay/agents", agentsModule),
    "waiter/tables.evalset.json": {
      eval_set_id: "tables",
      eval_cases: [{ eval_id: "table", ...evalCase }],
    },
    "waiter/test_config.json": { criteria: { tool_call_count_v1: 5 }, ...config },
  });
}

/** A copy of its own, as an agent has it; the command is another. */
export const agentsModule = join(import.meta.dirname, "../../../src/agents/index.ts");

export const run = ["eval", "waiter", "waiter/tables.evalset.json"];

/** Gives the number when asked, and leaves when it has a table. */
export const guest: ModelScript = ({ messages }) => {
  const shown = messages.at(-1)?.text ?? "";
  return { text: shown.includes("You have table") ? "</finished>" : "For 4, please." };
};
