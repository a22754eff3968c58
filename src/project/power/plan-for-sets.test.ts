import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";
import { planPower } from "../../api/plan-power.ts";
import { trends } from "../../api/trends.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { planForSets } from "./plan-for-sets.ts";

const evalSet = {
  evalSetId: "numbers",
  evalCases: Array.from({ length: 6 }, (_, at) => ({
    evalId: `case ${at}`,
    conversation: [{ userContent: `${at}`, finalResponse: `${at}` }],
  })),
};
const agent = (text: string) => (Number(text) < 2 ? "no idea" : text);

test("a misspelt option is no option that was left out", () => {
  expect(() => planPower({ detect: 0.05, trails: 3 } as never)).toThrow(
    'planPower has no option "trails".',
  );
});

test("a plan for a metric names the runs that have it", async () => {
  const store = memoryStore();
  const criteria = { response_match_score: 0.8 };
  const first = await evaluate(agent, evalSet, { store, criteria });
  await evaluate(agent, evalSet, { store, criteria: { tool_trajectory_avg_score: 1 } });
  const asked = { evalSets: ["numbers"], detect: 0.05, cwd: temporaryFolder() };
  const plan = await planForSets(store, { ...asked, metric: "response_match_score" });
  expect(plan).toMatchObject({ runIds: [first.runId], spread: { runs: 1 } });
  expect((await planForSets(store, asked)).runIds).toHaveLength(2);
});

test("a metric that no run has had is one of ours whose scores have two ends, or refused", async () => {
  const store = memoryStore();
  const cwdOfSet = temporaryFolder();
  const setFile = "numbers.evalset.json";
  const written = {
    eval_set_id: "numbers",
    eval_cases: [{ eval_id: "one", conversation: [{ user_content: "1", final_response: "1" }] }],
  };
  writeFileSync(join(cwdOfSet, setFile), JSON.stringify(written));
  const planned = (metric: string) =>
    planForSets(store, { evalSets: [setFile], detect: 0.05, metric, cwd: cwdOfSet });
  const { plans } = await planned("response_match_score");
  expect(plans[0]?.cases).toBe(1396);
  // a scale from 1 to 5 is four times as wide
  expect((await planned("response_coherence")).plans[0]?.cases).toBeGreaterThan(15 * 1396);
  await expect(planned("respnse_match_score")).rejects.toMatchObject({
    code: "metric/unknown",
    hint: "Did you mean response_match_score?",
  });
  await expect(planned("invocation_duration_v1")).rejects.toMatchObject({
    hint: expect.stringContaining("no upper end"),
  });
});

test("the trend of runs in a store of one's own", async () => {
  const store = memoryStore();
  const criteria = { response_match_score: 0.8 };
  for (let time = 0; time < 2; time += 1) await evaluate(agent, evalSet, { store, criteria });
  const { runs, cases } = await trends({ store });
  expect(runs).toMatchObject([{ passed: 4, failed: 2 }, { passed: 4 }]);
  expect(cases[0]).toMatchObject({ evalId: "case 0", course: "always-failed" });
});

test("runs of another file with the same id have no part, unless there are no others", async () => {
  const cwd = temporaryFolder();
  const store = memoryStore();
  const smoke = JSON.stringify({
    eval_set_id: "smoke",
    eval_cases: Array.from({ length: 6 }, (_, at) => ({
      eval_id: `case ${at}`,
      conversation: [{ user_content: `${at}`, final_response: `${at}` }],
    })),
  });
  const criteria = { response_match_score: 0.8 };
  const run = (file: string) => evaluate(agent, file, { store, criteria, cwd });
  for (const name of ["ours", "theirs"]) {
    writeFileSync(join(cwd, `${name}.evalset.json`), smoke);
  }
  const planned = (file: string) => planForSets(store, { evalSets: [file], detect: 0.1, cwd });
  const theirs = await run("theirs.evalset.json");
  expect((await planned("ours.evalset.json")).runIds).toEqual([theirs.runId]);
  const ours = await run("ours.evalset.json");
  await run("theirs.evalset.json");
  expect((await planned("ours.evalset.json")).runIds).toEqual([ours.runId]);
  renameSync(join(cwd, "ours.evalset.json"), join(cwd, "moved.evalset.json"));
  expect((await planned("moved.evalset.json")).runIds).toEqual([ours.runId]);
});
