import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openWorkshop } from "./runner-project.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);

/** Kills the process it runs in when it hears of the fourth case, once; writes every call down before it answers. */
const source = `
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("calls.log", text + "\\n");
  if (text === "u3" && !existsSync("died")) {
    await new Promise((done) => setTimeout(done, 100));
    writeFileSync("died", "");
    execFileSync("kill", ["-9", String(process.pid)]);
  }
  return text;
}`;

const evalSet = {
  eval_set_id: "demo",
  eval_cases: Array.from({ length: 6 }, (_, index) => ({
    eval_id: `c${index}`,
    conversation: [{ user_content: `u${index}`, final_response: `u${index}` }],
  })),
};

const runners = {
  vitest: { program: "vitest/vitest.mjs", args: ["run"], entry: "assay/vitest" },
  "node:test": { program: "--test", args: ["demo.test.js"], entry: "assay/node-test" },
};

function killedProject({ entry }: { readonly entry: string }, agent: string): string {
  return workshop.project({
    "package.json": { type: "module" },
    "agent/agent.js": source,
    "demo.evalset.json": evalSet,
    "demo.test.js": `
      import { describeEvals } from "${entry}";
      ${agent === "path" ? "" : 'import { rootAgent } from "./agent/agent.js";'}
      const agent = ${agent === "path" ? '"agent"' : "rootAgent"};
      describeEvals(agent, "demo.evalset.json", undefined, { concurrency: 1 });
    `,
  });
}

const calls = (cwd: string) => readFileSync(join(cwd, "calls.log"), "utf8").trimEnd().split("\n");
const once = ["u0", "u1", "u2", "u3", "u3", "u4", "u5"];
const assay = "assay/bin/assay.js";

test.each(Object.entries(runners))(
  "a run of %s that was killed is resumed by the command",
  async (_, runner) => {
    const cwd = killedProject(runner, "path");
    expect((await workshop.run(cwd, runner.program, runner.args)).code).not.toBe(0);
    const { code, output } = await workshop.run(cwd, assay, ["eval", "--resume"]);
    expect(code, output).toBe(0);
    expect(output).toContain("6 passed, 0 failed, 0 not evaluated, of 6");
    expect(calls(cwd).sort()).toEqual(once);
  },
);

test.each(Object.entries(runners))(
  "a run of %s that was killed is resumed by running the tests again and asking for it",
  async (_, runner) => {
    const cwd = killedProject(runner, "object");
    expect((await workshop.run(cwd, runner.program, runner.args)).code).not.toBe(0);
    const refused = await workshop.run(cwd, assay, ["eval", "--resume"]);
    expect(refused.code).toBe(2);
    expect(refused.output).toContain("ASSAY_RESUME=1");
    const again = await workshop.run(cwd, runner.program, runner.args, { ASSAY_RESUME: "1" });
    expect(again.code, again.output).toBe(0);
    expect(calls(cwd).sort()).toEqual(once);
    const { output: runs } = await workshop.run(cwd, assay, ["runs"]);
    expect(runs.trim().split("\n")).toHaveLength(2);
    expect(runs).toMatch(/demo +6 passed$/m);
  },
);
