import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";

/** Each answer takes 10,000 tokens of a model that costs a dollar for a million: a cent. */
const agent = `import { appendFileSync } from "node:fs";
export const agent = (message, { turn }) => {
  appendFileSync("asked.txt", message + "\\n");
  turn.usage({ input: 10000, output: 0 }, { model: "my-model" });
  return message.replace("question", "answer");
};
`;

function forty(config: object = {}): string {
  const cases = Array.from({ length: 40 }, (_, index) => [
    `q${index}`,
    { user: `question ${index}`, answer: `answer ${index}` },
  ]);
  return project({
    "set.evalset.json": evalSet(Object.fromEntries(cases)),
    "test_config.json": {
      criteria: { response_match_score: 0.9 },
      model_prices: { "my-model": { input: 1, output: 1 } },
      ...config,
    },
    "agent.js": agent,
  });
}

const begin = ["eval", "agent.js", "set.evalset.json", "-j", "1", "-r", "json=report.json"];

function reportOf(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
}

function askedIn(cwd: string): readonly string[] {
  return readFileSync(join(cwd, "asked.txt"), "utf8").trim().split("\n");
}

test("a budget counts what the agent costs; more of it goes on, and nothing is asked twice", async () => {
  const cwd = forty();
  const first = await assay([...begin, "--budget", "0.10"], { cwd });
  expect(first.code).toBe(3);
  expect(first.stdout.replaceAll(/\s+/g, " ")).toMatch(
    /The budget of \$0\.1 is spent: \$0\.1\d00\. What is left goes on with --resume and a larger --budget/,
  );
  const asked = askedIn(cwd).length;
  expect(asked).toBeGreaterThanOrEqual(10);
  expect(asked).toBeLessThanOrEqual(12);
  expect(reportOf(cwd)).toMatchObject({
    run: { status: "incomplete", end: "stopped-early" },
    totals: { passed: asked, failed: 0, cases: 40 },
  });

  // what was spent stays spent
  const again = await assay(["eval", "--resume"], { cwd });
  expect(again.code).toBe(3);
  expect(askedIn(cwd)).toHaveLength(asked);

  const more = await assay(["eval", "--resume", "--budget", "1", "-r", "json=report.json"], {
    cwd,
  });
  expect(more.code).toBe(0);
  expect(new Set(askedIn(cwd)).size).toBe(40);
  expect(askedIn(cwd)).toHaveLength(40);
  expect(reportOf(cwd)).toMatchObject({ run: { end: "ended" }, totals: { passed: 40 } });
});

test("a gate on the cost is decided as soon as it is passed, and saves the rest of the money", async () => {
  const cwd = forty();
  const args = [...begin, "--gate", "pass-rate > 0.99", "--gate", "cost < 0.1", "--decide"];
  const { code, stdout } = await assay(args, { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("cost < 0.1: not met");
  const { run } = reportOf(cwd);
  expect(run.decided).toMatchObject({ outcome: "not-met" });
  expect(run.decided.saved.cases).toBeGreaterThan(25);
  expect(run.decided.saved.cost).toBeCloseTo(run.decided.saved.cases * 0.01, 9);
});

test("a run that is decided within its cost keeps it", async () => {
  const cwd = forty();
  const args = [...begin, "--gate", "pass-rate > 0.7", "--gate", "cost < 0.5", "--decide"];
  const { code, stdout } = await assay(args, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("cost < 0.5: met");
  expect(stdout.replaceAll(/\s+/g, " ")).toMatch(/which saved about \$0\.\d+/);
});
