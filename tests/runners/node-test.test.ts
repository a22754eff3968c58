import { afterAll, expect, test } from "vitest";
import { diffLines, heldFiles, houseFiles } from "./house.ts";
import { openWorkshop } from "./runner-project.ts";

const workshop = await openWorkshop();
afterAll(workshop.remove);

const files = houseFiles(
  "house.test.js",
  `
    import { describeEvals } from "assay/node-test";
    describeEvals("house", "house/smoke.evalset.json");
  `,
);

test("every case is a test, the diff is the failure message, and all are one run", async () => {
  const cwd = workshop.project(files);
  const { code, output } = await workshop.run(cwd, "--test", ["--test-reporter=spec"]);
  expect(output).toMatch(/✔ kitchen #critical/);
  expect(output).toMatch(/✖ cellar/);
  for (const line of diffLines) expect(output).toContain(line);
  expect(code).toBe(1);
  const { output: runs } = await workshop.run(cwd, "assay/bin/assay.js", ["runs"]);
  expect(runs.trim().split("\n")).toHaveLength(2);
  expect(runs).toMatch(/house +smoke +1 passed, 1 failed/);
});

test("a filter runs the cases that it names; the others of the block are reported as not run", async () => {
  const cwd = workshop.project(files);
  const { code } = await workshop.run(cwd, "--test", ["--test-name-pattern=#critical"]);
  expect(code).toBe(0);
  const { output: runs } = await workshop.run(cwd, "assay/bin/assay.js", ["runs"]);
  expect(runs).toMatch(/house +smoke +1 passed, 1 not/);
});

test("the assertions show what differs", async () => {
  const cwd = workshop.project({
    ...files,
    "house.test.js": `
      import { test } from "node:test";
      import { evaluate } from "assay";
      import { assertResponse, assertScore, assertTrajectory } from "assay/node-test";
      const run = await evaluate({ agent: "house", evalSet: "house/smoke.evalset.json" });
      const [kitchen, cellar] = run.cases;
      test("kitchen", () => {
        assertTrajectory(kitchen, ["look"]);
        assertResponse(kitchen, "It is dark in the kitchen.");
        assertScore(kitchen, "response_match_score", 1);
      });
      test("cellar", () => assertTrajectory(cellar, [{ name: "look", args: { at: "cellar" } }]));
    `,
  });
  const { code, output } = await workshop.run(cwd, "--test", ["--test-reporter=spec"]);
  expect(output).toMatch(/✔ kitchen/);
  expect(output).toContain(diffLines[2]);
  expect(code).toBe(1);
});

test("a case in quarantine is skipped with its reason, and is no case of the run", async () => {
  const text = `
    import { describeEvals } from "assay/node-test";
    describeEvals("house", "house/smoke.evalset.json");`;
  const cwd = workshop.project(heldFiles("house.test.js", text));
  const { code, output } = await workshop.run(cwd, "--test", ["--test-reporter=spec"]);
  expect(output).toMatch(/﹣ cellar.*# the stairs are wet/);
  expect(code).toBe(0);
  const { output: runs } = await workshop.run(cwd, "assay/bin/assay.js", ["runs"]);
  expect(runs).toMatch(/house +smoke +1 passed$/m);
});
