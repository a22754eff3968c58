import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trends } from "../../../src/api/trends.ts";
import { assay, evalSet, project } from "../assay.ts";

/** Wrong at every nth question; it writes down what it was asked. */
const agent = `import { appendFileSync } from "node:fs";
export const agent = async (message) => {
  appendFileSync("asked.txt", message + "\\n");
  await new Promise((done) => setTimeout(done, 2));
  const number = Number(message.split(" ")[1]);
  return number % Number(process.env.NTH ?? 1000) === 1 ? "no idea" : "answer " + number;
};
`;

function hundred(): string {
  const cases = Array.from({ length: 100 }, (_, index) => [
    `q${index}`,
    { user: `question ${index}`, answer: `answer ${index}` },
  ]);
  return project({
    "set.evalset.json": evalSet(Object.fromEntries(cases)),
    "test_config.json": { criteria: { response_match_score: 0.9 } },
    "agent.js": agent,
  });
}

const decided = ["eval", "agent.js", "set.evalset.json", "--decide", "--seed", "3"];

function reportOf(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
}

function askedIn(cwd: string): readonly string[] {
  return readFileSync(join(cwd, "asked.txt"), "utf8").trim().split("\n");
}

test("a gate that is met soon ends the run with 0, and nothing is said of what was not run", async () => {
  const cwd = hundred();
  const { code, stdout } = await assay(
    [...decided, "--gate", "pass-rate > 0.8", "-j", "1", "-r", "json=report.json"],
    { cwd },
  );
  expect(code).toBe(0);
  expect(stdout).toContain("29 passed, 0 failed, 0 not evaluated, 71 not run, of 100");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "Stopped early: met was decided after 29 cases. 71 cases were not run",
  );
  expect(stdout).not.toContain("--failed");
  expect(askedIn(cwd)).toHaveLength(29);
  const { run, gates, totals } = reportOf(cwd);
  expect(run).toMatchObject({
    status: "passed",
    exitCode: 0,
    end: "ended",
    order: { seed: 3 },
    decided: { after: 29, outcome: "met", saved: { cases: 71, conversations: 71, cost: null } },
  });
  expect(gates).toMatchObject([{ gate: "pass-rate > 0.8", outcome: "met", estimate: 1 }]);
  expect(totals).toMatchObject({ passed: 29, failed: 0, notEvaluated: 71, notRun: 71, cases: 100 });
  // there is nothing to go on with
  const again = await assay(["eval", "--resume"], { cwd });
  expect(again.code).toBe(0);
  expect(again.stderr).toContain("has ended; nothing was left to run");
  expect(askedIn(cwd)).toHaveLength(29);
});

test("a run that stopped early is no unfinished one where runs are compared", async () => {
  const cwd = hundred();
  await assay(["eval", "agent.js", "set.evalset.json"], { cwd });
  await assay([...decided, "--gate", "pass-rate > 0.8", "-j", "1"], { cwd });
  const { code, stdout } = await assay(["compare", "latest~1", "latest"], { cwd });
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
    /! B \(\S+\) stopped early, since its gates were decided: 71 cases were not run, and nothing is said of them\./,
  );
  expect(stdout).not.toContain("not finished");
  const json = await assay(["compare", "latest~1", "latest", "-r", "json"], { cwd });
  const { warnings, passRate } = JSON.parse(json.stdout);
  expect(warnings).toMatchObject([
    { kind: "stopped-early", count: 71 },
    { kind: "only-in-a", count: 71 },
    { kind: "changed-agent" },
  ]);
  expect(passRate).toMatchObject({ a: { n: 29 }, b: { n: 29 } });
  const found = await trends({ cwd });
  expect(found.leftOut).toMatchObject({ unfinished: 0, stoppedEarly: 1 });
  // one that is asked for all of its cases after all has not come to its end
  await assay(["eval", "--resume", "latest", "--gate", "none", "-j", "1"], { cwd });
  const whole = await assay(["compare", "latest~1", "latest", "-r", "json"], { cwd });
  expect(JSON.parse(whole.stdout).warnings[0]).toMatchObject({ kind: "unfinished", count: 71 });
});

test("one that is not met ends it with 1, in an order that the seed draws", async () => {
  const [one, other] = [hundred(), hundred()];
  const args = [...decided, "--gate", "pass-rate > 0.8", "-j", "1"];
  for (const cwd of [one, other]) {
    const { code, stdout } = await assay(args, { cwd, env: { NTH: "2" } });
    expect(code).toBe(1);
    expect(stdout).toContain("pass-rate > 0.8: not met");
    expect(stdout).toContain("Stopped early: not met was decided");
  }
  expect(askedIn(one).length).toBeLessThan(60);
  expect(askedIn(other)).toEqual(askedIn(one));
  expect(askedIn(one).slice(0, 5)).not.toEqual(
    [0, 1, 2, 3, 4].map((number) => `question ${number}`),
  );
});

test("many at once come to the same answer, and the rest is told by JUnit as skipped", async () => {
  const cwd = hundred();
  const { code } = await assay(
    [...decided, "--gate", "pass-rate > 0.8", "-r", "junit=report.xml", "-r", "json=report.json"],
    { cwd },
  );
  expect(code).toBe(0);
  const { run, totals } = reportOf(cwd);
  expect(run.decided.after).toBe(29);
  expect(totals.notRun).toBe(100 - totals.passed);
  const xml = readFileSync(join(cwd, "report.xml"), "utf8");
  expect(xml).toContain(`tests="101" failures="0" errors="0" skipped="${totals.notRun}"`);
  expect(xml.match(/<skipped message="not run: the gates were decided"\/>/g)).toHaveLength(
    totals.notRun,
  );
});

test("what all cases cannot decide is undecided, by the interval that bears to be looked at", async () => {
  const { code, stdout } = await assay([...decided, "--gate", "pass-rate > 0.9"], {
    cwd: hundred(),
    env: { NTH: "12" },
  });
  expect(code).toBe(3);
  expect(stdout).toContain("pass-rate > 0.9: undecided");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("It was looked at after each of 100 cases");
});

test("an interrupted run goes on in the same order, to the same answer", async () => {
  const [calm, stopped] = [hundred(), hundred()];
  const args = [...decided, "--gate", "pass-rate > 0.8", "-j", "1", "-r", "json=report.json"];
  await assay(args, { cwd: calm });
  const first = await assay(args, {
    cwd: stopped,
    onSpawn: (child) => {
      const look = setInterval(() => {
        try {
          if (askedIn(stopped).length < 9) return;
        } catch {
          return;
        }
        clearInterval(look);
        child.kill("SIGKILL");
      }, 1);
    },
  });
  expect(first.signal).toBe("SIGKILL");
  const { code } = await assay(["eval", "--resume", "-r", "json=report.json"], { cwd: stopped });
  expect(code).toBe(0);
  const { run, gates, totals } = reportOf(stopped);
  expect({ gates, totals, after: run.decided.after }).toEqual({
    gates: reportOf(calm).gates,
    totals: reportOf(calm).totals,
    after: reportOf(calm).run.decided.after,
  });
});

test.each([
  [["--decide"], "--decide needs a gate"],
  [["--decide", "--gate", "pass-rate > 0.8", "--gate_by", "point"], "do not go together"],
  [["--decide", "--gate", "pass-rate > 0.8", "--order", "risk"], "cases in a random order"],
  [["--budget", "much"], '--budget is "much"; an amount in dollars was expected.'],
])("%j is answered in words", async (more, sentence) => {
  const args = ["eval", "agent.js", "set.evalset.json", ...more];
  const { code, stderr } = await assay(args, { cwd: hundred() });
  expect(code).toBe(2);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(sentence);
});
