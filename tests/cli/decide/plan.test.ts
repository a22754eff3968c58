import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluate } from "../../../src/api/evaluate.ts";
import { planPower } from "../../../src/api/plan-power.ts";
import { assay, evalSet, project } from "../assay.ts";

/** Says the answer to every third question only when it is asked the first time. */
const forgetful = `let asked = 0;
export const agent = (message) => {
  asked += 1;
  const number = Number(message.split(" ")[1]);
  return number % 3 === 0 && asked % 2 === 0 ? "no idea" : "answer " + number;
};
`;

function forty(): string {
  const cases = Array.from({ length: 40 }, (_, index) => [
    `q${index}`,
    { user: `question ${index}`, answer: `answer ${index}` },
  ]);
  return project({
    "set.evalset.json": evalSet(Object.fromEntries(cases)),
    "test_config.json": { criteria: { response_match_score: 0.9 } },
    "agent.js": forgetful,
  });
}

test("a set that was never run is planned with an assumed spread, 80 columns wide", async () => {
  const { code, stdout, stderr } = await assay(["plan", "set.evalset.json"], { cwd: forty() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("takes 1,396 cases with 1 trial each");
  expect(stdout).toContain("No earlier run tells the spread");
  expect(stdout).toMatch(/^ +10 +454 +521 +4,540 +not known +not known$/m);
  expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test("a plan has its price where the agent tells of its model calls", async () => {
  const cwd = project({
    "set.evalset.json": evalSet({
      one: { user: "1", answer: "yes" },
      two: { user: "2", answer: "yes" },
    }),
    "test_config.json": {
      criteria: { response_match_score: 0.9 },
      model_prices: { small: { input: 1000, output: 1000 } },
    },
    "agent.js": `export const agent = (message, { turn }) => {
  turn.usage({ input: 100, output: message === "1" ? 100 : 300 }, { model: "small" });
  return "yes";
};
`,
  });
  await assay(["eval", "agent.js", "set.evalset.json"], { cwd });
  const { stdout } = await assay(["plan", "demo", "-n", "1", "--json"], { cwd });
  const [plan] = JSON.parse(stdout).plans;
  // 200 and 400 tokens at a dollar a thousand: 0.30 a conversation
  expect(plan.cost).toBeCloseTo(0.3 * plan.conversations, 9);
  const run = await evaluate("agent.js", "set.evalset.json", { cwd, store: "memory" });
  const inProgram = planPower({ detect: 0.05, runs: [run], trials: 1, cases: 2 });
  expect(inProgram.plans).toEqual([expect.objectContaining({ cost: plan.cost })]);
});

test("earlier runs tell the spread and the time; the set may be named by its id", async () => {
  const cwd = forty();
  await assay(["eval", "agent.js", "set.evalset.json", "--num_runs", "3"], { cwd });
  const { stdout, code } = await assay(
    ["plan", "demo", "--detect", "10%", "-n", "3", "-r", "json=plan.json"],
    { cwd },
  );
  expect(code).toBe(0);
  expect(stdout).toContain("The spread is that of 1 earlier run with up to 40 cases");
  expect(stdout).not.toMatch(/3 +\d+ .*not known$/m);
  const plan = JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8"));
  expect(plan).toMatchObject({
    detect: 0.1,
    power: 0.8,
    spread: { source: "runs", runs: 1, cases: 40, isSplitAssumed: false },
    sets: [{ evalSetId: "demo", cases: 40 }],
    set: { cases: 40, shows: [{ trials: 3 }] },
  });
  expect(plan.plans).toHaveLength(1);
  expect(plan.runIds).toHaveLength(1);
});

test.each([
  [["plan"], "assay plan needs EVALSET."],
  [["plan", "nothing.json"], "There is no eval set nothing.json."],
  [["plan", "set.evalset.json:q99"], 'set.evalset.json has no case "q99".'],
  [["plan", "set.evalset.json", "--detect", "5"], "Did you mean --detect 5%?"],
  [["plan", "set.evalset.json", "--detect", "0"], "A difference of 0 is never seen"],
  [["plan", "set.evalset.json", "--power", "1"], "No number of cases finds a difference every"],
  [["plan", "set.evalset.json", "--num_runs", "0"], "a whole number from 1 was expected"],
  [["plan", "set.evalset.json", "--baseline", "main"], "There are no runs here yet."],
  [["plan", "set.evalset.json", "--reporter", "html"], "assay plan has no reporter html."],
])("%j is answered in words", async (args, sentence) => {
  const { code, stderr, stdout } = await assay(args, { cwd: forty() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr.replaceAll(/\n +/g, " ")).toContain(sentence);
});

test("a set is as large as its whole runs, whatever was run of it since", async () => {
  const cwd = forty();
  const run = (...args: readonly string[]) => assay(["eval", "agent.js", ...args], { cwd });
  const planned = async () => {
    const { stdout } = await assay(["plan", "demo", "--json"], { cwd });
    const { sets, runIds } = JSON.parse(stdout);
    return { cases: sets[0].cases, runs: runIds.length };
  };
  await run("set.evalset.json:q1,q2");
  expect(await planned()).toEqual({ cases: 2, runs: 1 });
  await run("set.evalset.json");
  await run("set.evalset.json", "--failed");
  await run("set.evalset.json:q1");
  expect(await planned()).toEqual({ cases: 40, runs: 3 });
});
