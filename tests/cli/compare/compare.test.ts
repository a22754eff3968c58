import { execFileSync, type spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";

const COUNT = 12;

/** Rolls dice as asked; `wrong` says for which it takes another die. */
function dice(wrong: string): string {
  return `
import { appendFileSync } from "node:fs";
export async function rootAgent(text, { turn }) {
  appendFileSync("called.txt", text + "\\n");
  if (process.env.SLOW) await new Promise((resolve) => setTimeout(resolve, 100));
  const sides = Number(/\\d+/.exec(text)[0]);
  turn.call("1", "roll_die", { sides: (${wrong}) ? 6.5 : sides });
  turn.result("1", "roll_die", { output: 4 });
  return "You rolled a 4.";
}`;
}

function diceSet(count = COUNT, id = "dice") {
  const cases = Array.from({ length: count }, (_, at) => [
    `roll_d${at}`,
    {
      user: `Roll a d${at}`,
      answer: "You rolled a 4.",
      calls: [{ name: "roll_die", args: { sides: at } }],
    },
  ]);
  return evalSet(Object.fromEntries(cases), id);
}

function workspace(): { cwd: string; agent: (wrong: string) => void; commit: () => void } {
  const cwd = project({ "dice/agent.mjs": dice("false"), "dice/dice.evalset.json": diceSet() });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd });
  git("init", "--quiet", "--initial-branch=main");
  appendFileSync(join(cwd, ".gitignore"), "called.txt\n*.json.out\n");
  return {
    cwd,
    agent: (wrong) => writeFileSync(join(cwd, "dice/agent.mjs"), dice(wrong)),
    commit: () => {
      git("add", "--all");
      git("commit", "--quiet", "--message", "change");
    },
  };
}

const evaluate = async (cwd: string, ...args: readonly string[]) => {
  const { stderr, code } = await assay(["eval", "dice", ...args], { cwd });
  expect([0, 1], stderr).toContain(code);
};

const json = (cwd: string) => JSON.parse(readFileSync(join(cwd, "c.json"), "utf8"));

test("two commits are compared, with warnings first, what broke in front and both sides beside each other", async () => {
  const { cwd, agent, commit } = workspace();
  agent("sides % 4 === 0");
  commit();
  await evaluate(cwd);
  agent("sides === 7");
  commit();
  await evaluate(cwd);
  const args = ["--reporter", "json=c.json", "--reporter", "markdown=c.md"];
  const { code, stdout, stderr } = await assay(["compare", "main~1", "HEAD", ...args], { cwd });
  expect(code, stderr).toBe(0);
  const lines = stdout.split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const place = (text: string) => lines.findIndex((line) => line.includes(text));
  expect(place("! The agent is not the same in B: dice/agent.mjs.")).toBeGreaterThan(0);
  expect(place("Too few cases to tell")).toBeGreaterThan(place("The agent is not the same"));
  expect(stdout).toContain("4 cases changed: 1 broke, 3 fixed");
  expect(stdout).toMatch(/✓ → ✗ roll_d7 +sides is 6\.5, not 7/);
  expect(stdout).toMatch(/~ +roll_die\(sides: 7\) +roll_die\(sides: 6\.5\)/);
  expect(place("✓ → ✗ roll_d7")).toBeLessThan(place("✗ → ✓ roll_d0"));
  const compared = json(cwd);
  expect(compared).toMatchObject({
    schemaVersion: 1,
    verdict: "too-few",
    warnings: [{ kind: "changed-agent" }],
    passRate: {
      a: { mean: 0.75, n: 12 },
      difference: {
        p: expect.closeTo(0.375, 9),
        pAdjusted: expect.closeTo(0.375, 9),
        method: "mcnemar-midp",
      },
      wins: 3,
      losses: 1,
      ties: 8,
    },
  });
  expect(compared.metrics.map((metric: { name: string }) => metric.name)).toEqual([
    "tool_trajectory_avg_score",
    "response_match_score",
  ]);
  expect(compared.passRate.detectable).toBeGreaterThan(0.1);
  expect(compared.metrics[1]).toMatchObject({
    difference: { estimate: 0, interval: null, p: 1 },
    detectable: null,
  });
  expect(compared.cases.map((each: { change: string }) => each.change)).toEqual([
    "broke",
    "fixed",
    "fixed",
    "fixed",
  ]);
  expect(readFileSync(join(cwd, "c.md"), "utf8")).toMatch(
    /^### ⚠️ Too few cases to tell: \+17 points/,
  );
});

test("one run is compared with its baseline, and a gate decides the exit code", async () => {
  const { cwd, agent, commit } = workspace();
  commit();
  await evaluate(cwd);
  agent("sides < 9");
  commit();
  await evaluate(cwd);
  const plain = await assay(["compare"], { cwd });
  expect(plain.code, plain.stderr).toBe(0);
  expect(plain.stdout).toMatch(/The baseline is run \w+ of commit \w{7}, one commit before\./);
  expect(plain.stdout).toContain("B is worse: −75 points");
  const gated = (gate: string) => assay(["compare", "latest", "--gate", gate], { cwd });
  expect((await gated("no-worse 0.02")).code).toBe(1);
  expect((await gated("pass-rate > 0.01")).code).toBe(0);
  const undecided = await gated("pass-rate > 0.3");
  expect(undecided.code).toBe(3);
  expect(undecided.stdout).toContain("– pass-rate > 0.3: undecided");
});

test("names find runs, keep protects them, and --release lets them go", async () => {
  const { cwd } = workspace();
  await evaluate(cwd, "--name", "before");
  await evaluate(cwd);
  const run = (...args: readonly string[]) => assay(["runs", ...args], { cwd });
  expect((await run("name", "latest", "after")).stdout).toMatch(/^Run \w+ is called after\.\n$/);
  expect((await run("keep", "before")).code).toBe(0);
  const listed = (await run()).stdout;
  expect(listed).toMatch(/after +\d{4}-.*12 passed\n/);
  expect(listed).toMatch(/before +\d{4}-.*12 passed · kept\n/);
  const refused = await run("rm", "after", "before", "--yes");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/Run \w+ is kept, so it is not removed\./);
  expect(JSON.parse((await run("--json")).stdout)).toMatchObject([
    { name: "after" },
    { name: "before", kept: true },
  ]);
  const compared = await assay(["compare", "before", "after"], { cwd });
  expect(compared.stdout).toContain("No case changed.");
  expect((await run("keep", "before", "--release")).code).toBe(0);
  expect((await run("rm", "before", "--yes")).code).toBe(0);
  expect((await run("name", "after", "--remove")).code).toBe(0);
  expect((await assay(["compare", "after", "latest"], { cwd })).stderr).toContain(
    'There is no run "after".',
  );
});

test("a run that was killed and went on compares as one that was left alone", async () => {
  const { cwd, agent } = workspace();
  await evaluate(cwd);
  agent("sides % 3 === 0");
  await evaluate(cwd);
  await assay(["compare", "latest~1", "latest", "--reporter", "json=c.json"], { cwd });
  const undisturbed = json(cwd);
  const before = readFileSync(join(cwd, "called.txt"), "utf8").split("\n").length;
  const child = await new Promise<ReturnType<typeof spawn>>((started) => {
    void assay(["eval", "dice", "-j", "1"], { cwd, env: { SLOW: "1" }, onSpawn: started });
  });
  const called = () => readFileSync(join(cwd, "called.txt"), "utf8").split("\n").length - before;
  for (let tries = 0; called() < 5 && tries < 1200; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const over = new Promise((done) => child.once("close", done));
  child.kill("SIGKILL");
  await over;
  const half = await assay(["compare", "latest~2", "latest"], { cwd });
  expect(half.stdout).toMatch(/! B \(.*\) is not finished: \d+ cases have no verdict in\s+it\./);
  expect((await assay(["eval", "--resume"], { cwd })).code).toBe(1);
  await assay(["compare", "latest~2", "latest", "--reporter", "json=c.json"], { cwd });
  const resumed = json(cwd);
  for (const key of ["verdict", "sentence", "passRate", "metrics", "cases", "warnings"]) {
    expect(resumed[key], key).toEqual(undisturbed[key]);
  }
});

test("conversations that were scored again are compared like any others", async () => {
  const { cwd } = workspace();
  writeFileSync(
    join(cwd, "strict.json"),
    JSON.stringify({ criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.5 } }),
  );
  await evaluate(cwd);
  const scored = await assay(["score", "latest", "--config", "strict.json"], { cwd });
  expect(scored.code, scored.stderr).toBe(0);
  const { code, stdout } = await assay(["compare", "latest~1", "latest"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("! response_match_score has other settings in B");
});

test("more than two runs are set beside each other by what quality costs", async () => {
  const { cwd, agent } = workspace();
  await evaluate(cwd, "--name", "one");
  agent("sides < 3");
  await evaluate(cwd, "--name", "two");
  agent("sides < 6");
  await evaluate(cwd, "--name", "three");
  const args = ["compare", "one", "two", "three", "--reporter", "json=c.json"];
  const { code, stdout, stderr } = await assay(args, { cwd });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("3 runs on 12 cases that all of them evaluated");
  expect(stdout).toMatch(/three +50 % \(25 to 75 %\)/);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  const compared = json(cwd);
  expect(compared.runs.map((run: { name: string }) => run.name)).toEqual(["one", "two", "three"]);
  expect(compared.comparisons).toHaveLength(2);
});

test("bad questions are answered in words", async () => {
  const { cwd, commit } = workspace();
  writeFileSync(join(cwd, "dice/other.evalset.json"), JSON.stringify(diceSet(2, "other")));
  commit();
  await evaluate(cwd, "dice/dice.evalset.json");
  await evaluate(cwd, "dice/other.evalset.json");
  const ask = async (...args: readonly string[]) => {
    const { code, stderr, stdout } = await assay(["compare", ...args], { cwd });
    return { code, said: stderr.replaceAll(/\s+/g, " "), stdout };
  };
  expect(await ask("latest~1", "latest")).toMatchObject({
    code: 2,
    said: expect.stringMatching(/A \(run \w+\) has 12 cases of "dice", B .* no case in common/),
  });
  expect(await ask("latest")).toMatchObject({
    code: 2,
    said: expect.stringContaining('No finished run of "other" with the same metrics was made'),
  });
  expect(await ask("latest", "latest", "--metric", "safty")).toMatchObject({
    code: 2,
    said: expect.stringContaining("Neither run has a metric safty."),
  });
  expect(await ask("mian", "latest")).toMatchObject({
    code: 2,
    said: expect.stringContaining("Did you mean main?"),
  });
  expect(await ask("latest~9", "latest")).toMatchObject({
    code: 2,
    said: expect.stringContaining("there are only 2 runs"),
  });
  expect(await ask("latest", "latest", "--detect", "none")).toMatchObject({ code: 2 });
  expect(await ask("latest", "latest", "--reporter", "json=no/such/../c.json")).toMatchObject({
    code: 0,
  });
  expect(existsSync(join(cwd, "no/c.json"))).toBe(true);
});

test("a report on standard output leaves it to programs", async () => {
  const { cwd } = workspace();
  await evaluate(cwd);
  const { stdout, stderr } = await assay(["compare", "latest", "latest", "-r", "json"], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ kind: "same-run" }] });
  expect(stderr).toContain("A and B are the same run.");
  const output = await assay(["compare", "latest", "latest", "--output", "out.md"], { cwd });
  expect(output.code).toBe(0);
  expect(readFileSync(join(cwd, "out.md"), "utf8")).toContain("| `pass rate` | 100 % | 100 % |");
});

test("a config that lies beside the agent is not taken for a change of it", async () => {
  const { cwd } = workspace();
  const config = (threshold: number) =>
    JSON.stringify({ criteria: { response_match_score: threshold } });
  writeFileSync(join(cwd, "dice/strict.json"), config(0.9));
  writeFileSync(join(cwd, "dice/mild.json"), config(0.5));
  await evaluate(cwd, "--config_file_path", "dice/strict.json");
  await evaluate(cwd, "--config_file_path", "dice/mild.json");
  const { stdout } = await assay(["compare", "latest~1", "latest"], { cwd });
  expect(stdout).toContain("! response_match_score has other settings in B");
  expect(stdout).not.toContain("The agent is not the same");
});
