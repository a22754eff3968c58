import { afterAll, expect, test } from "vitest";
import { expectCallsOnce, killedProject } from "./killed-run.ts";
import { openWorkshop } from "./runner-project.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);

const runners = {
  vitest: { program: "vitest/vitest.mjs", args: ["run"], entry: "assay/vitest" },
  "node:test": { program: "--test", args: ["demo.test.js"], entry: "assay/node-test" },
};

const assay = "assay/bin/assay.js";

test.each(Object.entries(runners))(
  "a run of %s that was killed is resumed by the command",
  async (_, runner) => {
    const cwd = killedProject(workshop, runner.entry, "path");
    expect((await workshop.run(cwd, runner.program, runner.args)).code).not.toBe(0);
    const { code, output } = await workshop.run(cwd, assay, ["eval", "--resume"]);
    expect(code, output).toBe(0);
    expect(output).toContain("6 passed, 0 failed, 0 not evaluated, of 6");
    expectCallsOnce(cwd);
  },
);

test.each(Object.entries(runners))(
  "a run of %s that was killed is resumed by running the tests again and asking for it",
  async (_, runner) => {
    const cwd = killedProject(workshop, runner.entry, "object");
    expect((await workshop.run(cwd, runner.program, runner.args)).code).not.toBe(0);
    const refused = await workshop.run(cwd, assay, ["eval", "--resume"]);
    expect(refused.code).toBe(2);
    expect(refused.output).toContain("ASSAY_RESUME=1");
    const again = await workshop.run(cwd, runner.program, runner.args, { ASSAY_RESUME: "1" });
    expect(again.code, again.output).toBe(0);
    expectCallsOnce(cwd);
    const { output: runs } = await workshop.run(cwd, assay, ["runs"]);
    expect(runs.trim().split("\n")).toHaveLength(2);
    expect(runs).toMatch(/demo +6 passed$/m);
  },
);
