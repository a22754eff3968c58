import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TURNS = 3;

/** Three turns a case; every tenth is one that the agent gets wrong, so that reports hold failures too. */
function evalCase(index: number) {
  return {
    eval_id: `case_${index}`,
    conversation: Array.from({ length: TURNS }, (_, turn) => {
      const said = `case ${index} turn ${turn}`;
      const right = `echo ${said}, ${turn} before`;
      return {
        user_content: { role: "user", parts: [{ text: said }] },
        final_response: {
          role: "model",
          parts: [{ text: index % 10 === 0 ? "something else" : right }],
        },
        intermediate_data: { tool_uses: [{ name: "note", args: { said } }] },
      };
    }),
    session_input: { app_name: "workers", user_id: "u", state: { count: 0 } },
  };
}

const agentSource = `
export async function rootAgent(text, { turn, state }) {
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.AGENT_MS)));
  turn.call("1", "note", { said: text });
  turn.result("1", "note", { output: { ok: true } });
  const before = state.count;
  state.count += 1;
  return "echo " + text + ", " + before + " before";
}
`;

/** Writes down when it is asked what, the way a provider's bill would. Its answer carries the nonce of its question. */
const judgeSource = `
import { appendFileSync } from "node:fs";
export default {
  criteria: {
    tool_trajectory_avg_score: 1,
    final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
  },
  judgeModel: async function writesDown(request) {
    // a process that is stopped right here was asked before, and not after
    const asked = Date.now();
    const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(JSON.stringify(request).replaceAll('\\\\"', '"'))?.[1];
    appendFileSync(process.env.CALLS_LOG, asked + " " + nonce + "\\n");
    await new Promise((resolve) => setTimeout(resolve, 5));
    return JSON.stringify({ nonce, rationale: "By rule.", verdict: "valid" });
  },
};
`;

export function makeWorkerProject(folder: string, cases: number): void {
  mkdirSync(folder, { recursive: true });
  const evalCases = Array.from({ length: cases }, (_, index) => evalCase(index));
  writeFileSync(join(folder, "agent.mjs"), agentSource);
  writeFileSync(join(folder, "judge.config.mjs"), judgeSource);
  writeFileSync(
    join(folder, "set.evalset.json"),
    JSON.stringify({ eval_set_id: "workers", eval_cases: evalCases }),
  );
}

/** What evaluates it. `AGENT_MS` says how long the agent takes for a turn, `CALLS_LOG` where the judge writes down its calls. */
export const evalArguments = [
  ...["eval", "agent.mjs", "set.evalset.json"],
  ...["--config_file_path", "judge.config.mjs"],
] as const;
