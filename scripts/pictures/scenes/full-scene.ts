import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAssay } from "../run-assay.ts";
import type { Scene } from "../screen.ts";
import type { Served } from "../serve-workspace.ts";
import { newestRun } from "./newest-run.ts";

const agent = `
export async function* rootAgent(text, { turn }) {
  const number = Number(/\\d+/.exec(text)?.[0] ?? 0);
  for (let call = 0; call <= number % 4; call += 1) {
    turn.usage({ input: 900 + number, output: 60 }, { model: "gemini-2.5-flash", milliseconds: 1 });
    turn.call(String(call), "look_up_the_order_in_the_archive_of_all_orders_ever_made", { number });
    turn.result(String(call), undefined, { output: { found: number % 7 !== 0 } });
  }
  if (number % 97 === 0) throw new Error("The archive of all orders is away. ".repeat(12));
  yield number % 11 === 0 ? "There is nothing to be found. ".repeat(30) : \`Order \${number} is on its way.\`;
}`;

const long = "a_name_that_somebody_made_by_joining_every_word_of_the_question_"
  .repeat(4)
  .slice(0, 190);

const turnOf = (number: number) => ({
  user_content: { role: "user", parts: [{ text: `Where is order ${number}?` }] },
  final_response: { role: "model", parts: [{ text: `Order ${number} is on its way.` }] },
  intermediate_data: {
    tool_uses: Array.from({ length: 1 + (number % 4) }, () => ({
      name: "look_up_the_order_in_the_archive_of_all_orders_ever_made",
      args: { number },
    })),
  },
});

/** More than anybody wants to see at once: 10,000 cases, names of 200 letters, 60 turns. */
export const fullScene: Scene = {
  name: "full",
  async make(folder) {
    const cases = Array.from({ length: 10_000 }, (_, at) => ({
      eval_id: at % 3 === 0 ? `${long}_${at}` : `case_${at}`,
      conversation: Array.from({ length: at === 1 ? 60 : 1 }, (_, turn) => turnOf(at * 79 + turn)),
      assay: { tags: [`tag_${at % 40}`, ...(at % 5 === 0 ? [long.slice(0, 60)] : [])] },
    }));
    const set = { eval_set_id: "archive", eval_cases: cases };
    mkdirSync(join(folder, "archive"));
    writeFileSync(join(folder, "archive/agent.mjs"), agent);
    writeFileSync(join(folder, "archive/archive.evalset.json"), JSON.stringify(set, null, 1));
    const criteria = {
      tool_trajectory_avg_score: 1,
      tool_trajectory_f1: 1,
      response_match_score: 0.8,
      response_latency: 5,
      no_tool_errors: 1,
      tool_call_count_v1: { threshold: 3 },
      single_tool_use: {
        threshold: 1,
        tool: "look_up_the_order_in_the_archive_of_all_orders_ever_made",
      },
      response_contains: { threshold: 1, texts: ["Order"] },
    };
    writeFileSync(join(folder, "archive/test_config.json"), JSON.stringify({ criteria }));
    await runAssay(["eval", "archive"], folder);
    await runAssay(["eval", "archive"], folder);
  },
  async fill(served: Served) {
    return { known: { run: await newestRun(served) } };
  },
  screens: [
    { name: "full-overview", path: () => "/" },
    { name: "full-agent", path: () => "/agents/archive" },
    { name: "full-set", path: () => "/sets/archive" },
    { name: "full-editor", path: () => "/sets/archive/cases/case_1" },
    { name: "full-editor-long", path: () => `/sets/archive/cases/${long}_0` },
    { name: "full-run", path: ({ run }) => `/runs/${run}` },
    { name: "full-clusters", path: ({ run }) => `/runs/${run}?tab=clusters` },
    { name: "full-cost", path: ({ run }) => `/runs/${run}?tab=cost` },
    { name: "full-log", path: ({ run }) => `/runs/${run}?tab=log` },
    { name: "full-case", path: ({ run }) => `/runs/${run}/cases/case_1?set=archive` },
    { name: "full-case-long", path: ({ run }) => `/runs/${run}/cases/${long}_0?set=archive` },
    { name: "full-trace", path: ({ run }) => `/runs/${run}/cases/case_1/trace?set=archive` },
    { name: "full-compare", path: () => "/compare?runs=latest~1,latest" },
    { name: "full-trends", path: () => "/trends?set=archive" },
  ],
};
