import { once } from "node:events";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";

/** An agent that answers at once, with one tool call: what is left is our own work. */
const quickAgent = `
export function rootAgent(text, { turn }) {
  const number = text.slice(text.lastIndexOf(" ") + 1);
  turn.call("1", "look_up", { number });
  turn.result("1", "look_up", { output: { found: true } });
  return "The parcel with the number " + number + " is on its way.";
}
`;

/** The same, wrong three times of ten: what a comparison has to tell of. */
const moodyAgent = quickAgent.replace(
  '  return "The',
  '  if (Math.random() < 0.3) return "I do not know.";\n  return "The',
);

const slowAgent = `
export async function rootAgent(text) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return "The parcel is on its way.";
}
`;

const agents = { quick: quickAgent, moody: moodyAgent, slow: slowAgent };

export async function makeProject(
  folder: string,
  { cases, kind = "quick" }: { cases: number; kind?: keyof typeof agents },
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "agent.mjs"), agents[kind]);
  const file = createWriteStream(join(folder, "bench.evalset.json"));
  file.write('{"eval_set_id": "bench", "eval_cases": [\n');
  for (let index = 0; index < cases; index += 1) {
    const text = JSON.stringify(evalCase(index, kind === "slow"));
    if (!file.write(`${index === 0 ? "" : ",\n"}${text}`)) {
      await once(file, "drain");
    }
  }
  file.end("\n]}");
  await finished(file);
  return folder;
}

function evalCase(index: number, slow: boolean) {
  const number = `p${index}`;
  const answer = slow
    ? "The parcel is on its way."
    : `The parcel with the number ${number} is on its way.`;
  const calls = slow ? [] : [{ name: "look_up", args: { number } }];
  return {
    eval_id: `parcel_${index}`,
    conversation: [
      {
        invocation_id: `turn_${index}`,
        user_content: { role: "user", parts: [{ text: `Where is my parcel ${number}` }] },
        final_response: { role: "model", parts: [{ text: answer }] },
        intermediate_data: { tool_uses: calls },
      },
    ],
    session_input: { app_name: "bench", user_id: "user", state: {} },
  };
}
