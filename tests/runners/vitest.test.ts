import { afterAll, expect, test } from "vitest";
import { diffLines, heldFiles, houseFiles } from "./house.ts";
import { openWorkshop } from "./runner-project.ts";

const workshop = await openWorkshop();
afterAll(workshop.remove);

const vitest = "vitest/vitest.mjs";
const assay = "assay/bin/assay.js";
const files = houseFiles(
  "house.test.js",
  `
    import { describeEvals } from "assay/vitest";
    describeEvals("house", "house/smoke.evalset.json");
  `,
);

test("every case is a test, the diff is the failure message, and all are one run", async () => {
  const cwd = workshop.project(files);
  const { code, output } = await workshop.run(cwd, vitest, ["run", "--reporter=verbose"]);
  expect(output).toContain("✓ house.test.js > smoke > kitchen #critical");
  expect(output).toContain("× house.test.js > smoke > cellar");
  for (const line of diffLines) expect(output).toContain(line);
  expect(code).toBe(1);
  const { output: runs } = await workshop.run(cwd, assay, ["runs"]);
  expect(runs.trim().split("\n")).toHaveLength(2);
  expect(runs).toMatch(/house +smoke +1 passed, 1 failed/);
});

test("a filter runs the cases that it names by id or tag, and plans no others", async () => {
  const cwd = workshop.project(files);
  const { code, output } = await workshop.run(cwd, vitest, ["run", "-t", "#critical"]);
  expect(output).toContain("1 passed | 1 skipped (2)");
  expect(code).toBe(0);
  const { output: runs } = await workshop.run(cwd, assay, ["runs"]);
  expect(runs).toMatch(/house +smoke +1 passed$/m);
});

test("pools whose files share a process are refused in a sentence", async () => {
  const cwd = workshop.project({ ...files, "other.test.js": files["house.test.js"] });
  const args = ["run", "--pool=vmThreads", "--maxWorkers=1"];
  const { code, output } = await workshop.run(cwd, vitest, args);
  expect(output).toContain("Another copy of Assay guards this process already.");
  expect(output).toContain("choose the pool forks or threads");
  expect(output).not.toContain("TypeError");
  expect(code).toBe(1);
});

test("a retry asks nobody again: what failed has failed", async () => {
  const cwd = workshop.project({
    ...files,
    "vitest.config.js": "export default { test: { retry: 3 } };",
  });
  expect((await workshop.run(cwd, vitest, ["run"])).code).toBe(1);
  const { output } = await workshop.run(cwd, assay, ["runs", "show", "latest"]);
  expect(output).toContain("1 passed, 1 failed");
});

test("no time limit of the runner ends a test, or what is done after the last one", async () => {
  const cwd = workshop.project({
    ...files,
    "vitest.config.js": "export default { test: { testTimeout: 20, hookTimeout: 20 } };",
    "house.test.js": `
      import { setTimeout } from "node:timers/promises";
      import { describeEvals } from "assay/vitest";
      const agent = async (text) => (await setTimeout(200), text);
      const evalSet = {
        eval_set_id: "slow",
        eval_cases: [{ eval_id: "hi", conversation: [{ user_content: "hi", final_response: "hi" }] }],
      };
      const slowly = { onEnd: () => setTimeout(200) };
      describeEvals(agent, evalSet, { criteria: { response_match_score: 1 }, reporters: [slowly] });
    `,
  });
  const { code, output } = await workshop.run(cwd, vitest, ["run"]);
  expect(code, output).toBe(0);
});

test("what could not be evaluated fails its test with the reason", async () => {
  const cwd = workshop.project({
    ...files,
    "house.test.js": `
      import { describeEvals } from "assay/vitest";
      const evalSet = {
        eval_set_id: "bare",
        eval_cases: [{ eval_id: "hello", conversation: [{ user_content: "hello" }] }],
      };
      const config = { criteria: { response_match_score: 0.8 } };
      describeEvals((text) => text, evalSet, { config, trials: 2 });
    `,
  });
  const { code, output } = await workshop.run(cwd, vitest, ["run"]);
  expect(output).toContain("NotEvaluated: 0 of 2 trials passed; not evaluated: no reference");
  expect(code).toBe(1);
});

test("a mistake in a set stands at the head of the test file's failure, with its place", async () => {
  const cwd = workshop.project({
    ...files,
    "house/smoke.evalset.json": { eval_set_id: "smoke", eval_case: [] },
  });
  const { code, output } = await workshop.run(cwd, vitest, ["run"]);
  expect(output).toContain("house/smoke.evalset.json:1");
  expect(output).toContain('The file has no "eval_cases".');
  expect(code).toBe(1);
});

test("the matchers look at results of the library, and show what differs", async () => {
  const cwd = workshop.project({
    ...files,
    "house.test.js": `
      import { evaluate } from "assay";
      import { evalMatchers } from "assay/vitest";
      import { expect, test } from "vitest";
      expect.extend(evalMatchers);
      const run = await evaluate({ agent: "house", evalSet: "house/smoke.evalset.json" });
      const [kitchen, cellar] = run.cases;
      test("kitchen", () => {
        expect(kitchen).toFollowTrajectory(["look"]);
        expect(kitchen).toFollowTrajectory([{ name: "look", args: { at: "kitchen" } }]);
        expect(kitchen).toMatchResponse("It is dark in the kitchen.");
        expect(kitchen).toScore("tool_trajectory_avg_score", 1);
        expect(cellar).not.toScore("tool_trajectory_avg_score", 1);
      });
      test("cellar", () => {
        expect(cellar).toFollowTrajectory([{ name: "look", args: { at: "cellar" } }]);
      });
    `,
  });
  const { code, output } = await workshop.run(cwd, vitest, ["run", "--reporter=verbose"]);
  expect(output).toContain("✓ house.test.js > kitchen");
  for (const line of diffLines.slice(1)) expect(output).toContain(line);
  expect(code).toBe(1);
});

test("a case in quarantine is skipped with its reason, and is no case of the run", async () => {
  const text = `
    import { describeEvals } from "assay/vitest";
    describeEvals("house", "house/smoke.evalset.json");`;
  const cwd = workshop.project(heldFiles("house.test.js", text));
  const { code, output } = await workshop.run(cwd, vitest, ["run", "--reporter=verbose"]);
  expect(output).toContain("↓ house.test.js > smoke > cellar (quarantined: the stairs are wet)");
  expect(code).toBe(0);
  const { output: runs } = await workshop.run(cwd, "assay/bin/assay.js", ["runs"]);
  expect(runs).toMatch(/house +smoke +1 passed$/m);
});
