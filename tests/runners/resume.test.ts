import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { expectCallsOnce, killedProject } from "./killed-run.ts";
import { openWorkshop } from "./runner-project.ts";

const workshop = await openWorkshop();
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

const judgedByFunction = `
import { appendFileSync } from "node:fs";
import { describeEvals } from "assay/node-test";
const criterion = { threshold: 0.5, judge_model_options: { num_samples: 1 } };
async function judge(request) {
  if (process.env.JUDGE === "down") throw Object.assign(new Error("no key"), { statusCode: 401 });
  appendFileSync("judged.log", "asked\\n");
  const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(JSON.stringify(request).replaceAll('\\\\"', '"'))?.[1];
  return JSON.stringify({ nonce, rationale: "By rule.", verdict: "valid" });
}
async function echo(text) {
  appendFileSync("held.log", text + "\\n");
  return text;
}
describeEvals(echo, "demo.evalset.json", {
  config: { criteria: { final_response_match_v2: criterion }, judgeModel: judge },
});
`;

test("tests whose judge was away ask it again, and not their agent", async () => {
  const said = (role: string, text: string) => ({ role, parts: [{ text }] });
  const cwd = workshop.project({
    "package.json": { type: "module" },
    "demo.test.js": judgedByFunction,
    "demo.evalset.json": {
      eval_set_id: "demo",
      eval_cases: ["a", "b"].map((id) => ({
        eval_id: id,
        conversation: [{ user_content: said("user", id), final_response: said("model", id) }],
      })),
    },
  });
  const { program, args } = runners["node:test"];
  const away = await workshop.run(cwd, program, args, { JUDGE: "down" });
  expect(away.code, away.output).toBe(1);
  const again = await workshop.run(cwd, program, args, { ASSAY_RESUME: "1" });
  expect(again.code, again.output).toBe(0);
  const linesOf = (name: string) => readFileSync(join(cwd, name), "utf8").trim().split("\n");
  expect(linesOf("held.log")).toHaveLength(2);
  expect(linesOf("judged.log")).toHaveLength(2);
});
