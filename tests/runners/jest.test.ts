import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installFolder } from "../install-example.ts";
import { diffLines, heldFiles, houseFiles } from "./house.ts";
import { expectCallsOnce, killedProject } from "./killed-run.ts";
import { openWorkshop, type Workshop } from "./runner-project.ts";

let workshop: Workshop;
beforeAll(async () => {
  const installed = await installFolder(resolve(import.meta.dirname, "fixtures/jest"));
  workshop = await openWorkshop({ packagesOf: [installed] });
}, 600_000);
afterAll(() => workshop?.remove());

const files = houseFiles(
  "house.test.js",
  `
    import { describeEvals } from "assay/jest";
    describeEvals("house", "house/smoke.evalset.json");
  `,
);
const jest = (cwd: string, ...args: string[]) =>
  workshop.run(cwd, "--experimental-vm-modules", ["../node_modules/jest/bin/jest.js", ...args]);

test("every case is a test, the diff is the failure message, and all are one run", async () => {
  const cwd = workshop.project(files);
  const { code, output } = await jest(cwd, "--verbose");
  expect(output).toMatch(/✓ kitchen #critical/);
  expect(output).toMatch(/✕ cellar/);
  for (const line of diffLines) expect(output).toContain(line);
  expect(code).toBe(1);
  const { output: runs } = await workshop.run(cwd, "assay/bin/assay.js", ["runs"]);
  expect(runs.trim().split("\n")).toHaveLength(2);
  expect(runs).toMatch(/house +smoke +1 passed, 1 failed/);
});

test("an agent that replaces a built-in fails its own case, and the others are still run", async () => {
  const cwd = workshop.project({
    ...files,
    "house.test.js": `
      import { setTimeout } from "node:timers/promises";
      import { describeEvals } from "assay/jest";
      const agent = async (text) => {
        if (text === "replaces") JSON.parse = () => 1;
        else await setTimeout(300);
        return text;
      };
      const cases = ["replaces", "answers"].map((id) => ({
        eval_id: id,
        conversation: [{ user_content: id, final_response: id }],
      }));
      const evalSet = { eval_set_id: "tampering", eval_cases: cases };
      describeEvals(agent, evalSet, { criteria: { response_match_score: 1 } });
    `,
  });
  const { code, output } = await jest(cwd, "--verbose");
  expect(output).toMatch(/✕ replaces/);
  expect(output).toContain("The agent changed JSON.parse");
  expect(output).toMatch(/✓ answers/);
  expect(code).toBe(1);
});

test("a filter runs only the cases that it names", async () => {
  const cwd = workshop.project(files);
  const { code, output } = await jest(cwd, "-t", "#critical");
  expect(output).toContain("1 skipped, 1 passed");
  expect(code).toBe(0);
  const { output: runs } = await workshop.run(cwd, "assay/bin/assay.js", ["runs"]);
  expect(runs).toMatch(/house +smoke +1 passed, 1 not/);
});

test("the matchers look at results of the library, and show what differs", async () => {
  const cwd = workshop.project({
    ...files,
    "house.test.js": `
      import { evaluate } from "assay";
      import { evalMatchers } from "assay/jest";
      expect.extend(evalMatchers);
      const run = await evaluate({ agent: "house", evalSet: "house/smoke.evalset.json" });
      const [kitchen, cellar] = run.cases;
      test("kitchen", () => {
        expect(kitchen).toFollowTrajectory(["look"]);
        expect(kitchen).toMatchResponse("It is dark in the kitchen.");
        expect(kitchen).toScore("response_match_score", 1);
      });
      test("cellar", () => {
        expect(cellar).toFollowTrajectory([{ name: "look", args: { at: "cellar" } }]);
      });
    `,
  });
  const { code, output } = await jest(cwd, "--verbose");
  expect(output).toMatch(/✓ kitchen/);
  for (const line of diffLines.slice(1)) expect(output).toContain(line);
  expect(code).toBe(1);
});

test("a run that was killed is resumed by the command", async () => {
  const cwd = killedProject(workshop, "assay/jest", "path");
  expect((await jest(cwd)).code).not.toBe(0);
  const { code, output } = await workshop.run(cwd, "assay/bin/assay.js", ["eval", "--resume"]);
  expect(code, output).toBe(0);
  expect(output).toContain("6 passed, 0 failed, 0 not evaluated, of 6");
  expectCallsOnce(cwd);
});

test("a run that was killed is resumed by running the tests again and asking for it", async () => {
  const cwd = killedProject(workshop, "assay/jest", "object");
  expect((await jest(cwd)).code).not.toBe(0);
  const again = await workshop.run(
    cwd,
    "--experimental-vm-modules",
    ["../node_modules/jest/bin/jest.js"],
    { ASSAY_RESUME: "1" },
  );
  expect(again.code, again.output).toBe(0);
  expectCallsOnce(cwd);
});

test("a case in quarantine is skipped with its reason, and is no case of the run", async () => {
  const text = `
    import { describeEvals } from "assay/jest";
    describeEvals("house", "house/smoke.evalset.json");`;
  const cwd = workshop.project(heldFiles("house.test.js", text));
  const { code, output } = await jest(cwd, "--verbose");
  expect(output).toMatch(/○ skipped cellar \(quarantined: the stairs are wet\)/);
  expect(code).toBe(0);
  const { output: runs } = await workshop.run(cwd, "assay/bin/assay.js", ["runs"]);
  expect(runs).toMatch(/house +smoke +1 passed$/m);
});
