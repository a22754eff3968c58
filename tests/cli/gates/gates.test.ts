import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";
import { report } from "../report.ts";
import { numbers } from "./numbers.ts";

const most = "pass-rate > 0.8";
const begin = ["eval", "agent.mjs", "demo.evalset.json", "--reporter", "json=report.json"];
const wrong = (count: number) => ({ WRONG: String(count) });

test.each([
  [50, 5, 0, "met"],
  [20, 2, 3, "undecided"],
  [50, 25, 1, "not-met"],
])("of %i cases %i fail: exit %i", async (cases, failing, code, outcome) => {
  const cwd = project(numbers(cases));
  const run = await assay([...begin, "--gate", most], { cwd, env: wrong(failing) });
  expect(run.code, run.stderr).toBe(code);
  const { gates, run: about, totals } = report(cwd);
  expect(gates).toMatchObject([{ gate: most, outcome, estimate: 1 - failing / cases }]);
  expect(about).toMatchObject({ exitCode: code, heldAgainst: { conditions: [most], by: "bound" } });
  expect(totals.failed).toBe(failing);
  const shown = await assay(["runs", "show"], { cwd });
  for (const { stdout } of [run, shown]) expect(stdout).toContain(outcome.replace("-", " "));
  if (outcome === "undecided") {
    expect(gates[0].needed).toBe(44);
    expect(run.stdout.replace(/\s+/g, " ")).toContain("About 44 cases would decide it");
  } else expect(gates[0]).not.toHaveProperty("needed");
});

test("without a gate every case has to pass, and reports say nothing of gates", async () => {
  const cwd = project(numbers(3));
  const run = await assay(begin, { cwd, env: wrong(1) });
  expect(run.code).toBe(1);
  expect(report(cwd)).not.toHaveProperty("gates");
  expect(run.stdout).not.toContain("gate");
});

test("the point compares the estimate, and says what the bound is", async () => {
  const cwd = project(numbers(20));
  const run = await assay([...begin, "--gate", "pass-rate >= 0.9", "--gate_by", "point"], {
    cwd,
    env: wrong(2),
  });
  expect(run.code).toBe(0);
  expect(run.stdout.replace(/\s+/g, " ")).toContain(
    "By the estimate alone, as ADK does: with 95 % confidence it is at least 0.738.",
  );
});

test("no-worse compares with the baseline, in the pass rate and in a metric", async () => {
  const cwd = project(numbers(150));
  expect((await assay([...begin, "--name", "good"], { cwd, env: wrong(5) })).code).toBe(1);
  const gates = ["--gate", "no-worse 0.05", "--gate", "no-worse 0.05 response_match_score"];
  const held = (count: number) =>
    assay([...begin, "--baseline", "good", ...gates], { cwd, env: wrong(count) });
  expect((await held(5)).code).toBe(0);
  const worse = await held(60);
  expect(worse.code).toBe(1);
  expect(worse.stderr).toContain("The baseline is run");
  expect((await held(10)).code).toBe(3);
});

test("every report shows the gates", async () => {
  const cwd = project(numbers(20));
  const files = ["junit=r.xml", "markdown=r.md", "jsonl=r.jsonl", "adk=r.txt", "github"];
  const reporters = files.flatMap((name) => ["--reporter", name]);
  const env = { ...wrong(2), GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };
  const gates = ["--gate", most, "--gate", "pass-rate > 0.6", "--gate", "pass-rate > 0.99"];
  const run = await assay([...begin, ...gates, ...reporters], { cwd, env });
  expect(run.code).toBe(1);
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");
  const xml = read("r.xml");
  expect(xml).toContain('<testsuite name="gates" tests="3" failures="1" errors="1" skipped="0">');
  expect(xml).toMatch(/<testsuites name="assay" tests="23" failures="3" errors="1"/);
  for (const name of ["r.md", "summary.md"]) {
    expect(read(name)).toContain("| ⚠️ `pass-rate > 0.8` | undecided |");
    expect(read(name)).toContain("| ✅ `pass-rate > 0.6` | met |");
    expect(read(name)).toContain("| ❌ `pass-rate > 0.99` | not met |");
  }
  expect(read("r.txt")).toContain("Gate pass-rate > 0.99: not met. The pass rate is 0.900");
  const lines = read("r.jsonl").trim().split("\n");
  const told = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "gate");
  expect(told.map(({ outcome }) => outcome)).toEqual(["undecided", "met", "not-met"]);
  expect(run.stdout).toContain("::error title=gate pass-rate > 0.99 not met::");
  expect(run.stdout).toContain("::notice title=gate pass-rate > 0.6 met::");
});

test("gates stand in a test config and in the project's, and a flag goes before both", async () => {
  const cwd = project({
    ...numbers(50),
    "test_config.json": {
      criteria: { response_match_score: 0.8 },
      gates: [most, "response_match_score > 0.7"],
    },
    "assay.config.json": { gates: ["pass-rate > 0.99"], gateBy: "point" },
  });
  expect((await assay(begin, { cwd, env: wrong(5) })).code).toBe(0);
  expect(report(cwd).gates.map(({ gate }: { gate: string }) => gate)).toEqual([
    most,
    "response_match_score > 0.7",
  ]);
  const flag = await assay([...begin, "--gate", "pass-rate > 0.95"], { cwd, env: wrong(5) });
  expect(flag.code).toBe(1);
  expect((await assay([...begin, "--gate", "none"], { cwd, env: wrong(5) })).code).toBe(1);
  expect(report(cwd)).not.toHaveProperty("gates");
  const part = await assay([...begin, "--failed"], { cwd });
  expect(part.stderr).toContain("The gates of the config are left out");
});

test.each([
  [["--gate", "pass-rat > 0.9"], "Did you mean pass-rate?"],
  [["--gate", "response_mach_score > 0.9"], "Did you mean response_match_score?"],
  [["--gate", "safety_v1 > 0.9"], "It has response_match_score"],
  [["--gate", "pass-rate > 1"], "Nobody can meet it"],
  [["--gate", "pass-rate >= 0"], "Every run meets it"],
  [["--gate", "response_match_score > 1.5"], "Nobody can meet it"],
  [["--gate", "cost < 0"], "Nobody can meet it"],
  [["--gate", "pass^3 > 0.5"], "--num_runs 3"],
  [["--gate", "no-worse"], "needs a margin"],
  [["--gate", "no-worse 0.02"], "There is no run to compare with"],
  [["--gate", "no-worse 0.02", "--baseline", "nobody"], 'There is no run "nobody"'],
  [["--gate", "pass-rate"], "It is not understood"],
  [["--gate", most, "--gate_by", "pont"], "Did you mean --gate_by point?"],
  [["--gate", most, "--failed"], "Leave out --failed"],
])("%j is refused before the agent is called", async (flags, words) => {
  const cwd = project(numbers(3));
  if (flags.includes("nobody") || flags.includes("--failed")) await assay(begin, { cwd });
  const calls = () => {
    try {
      return readFileSync(join(cwd, "calls.log"), "utf8").length;
    } catch {
      return 0;
    }
  };
  const before = calls();
  const { code, stderr } = await assay([...begin, ...flags], { cwd });
  expect(code).toBe(2);
  expect(stderr.replace(/\s+/g, " ")).toContain(words);
  expect(calls()).toBe(before);
});

test("a misspelt gate in a config is told with its place", async () => {
  const cwd = project({
    ...numbers(3),
    "test_config.json": { criteria: { response_match_score: 0.8 }, gates: ["pass-rate > 90"] },
  });
  const { code, stderr } = await assay(begin, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("test_config.json:6:5");
  expect(stderr).toContain("Did you mean 90%?");
});

test("a set that is too small to show it is told before it is paid for", async () => {
  const cwd = project(numbers(5));
  const { code, stderr } = await assay([...begin, "--gate", "pass-rate > 0.9"], { cwd });
  expect(code).toBe(3);
  expect(stderr.replace(/\s+/g, " ")).toContain(
    'The gate "pass-rate > 0.9" cannot be met with 5 cases, even if all goes well: that takes at least 25.',
  );
});

test("what was not evaluated can only make it undecided, and says so", async () => {
  const cwd = project({
    ...numbers(50),
    "test_config.json": {
      criteria: { own: 0.5 },
      custom_metrics: { own: { code_config: { name: "./own.mjs:own" } } },
    },
    "own.mjs": `export const own = (_, actual) => {
      const [{ finalResponse }] = actual;
      return JSON.stringify(finalResponse).includes("something") ? { status: "NOT_EVALUATED" } : 1;
    };`,
  });
  const run = await assay([...begin, "--gate", "pass-rate > 0.9"], { cwd, env: wrong(5) });
  expect(run.code).toBe(3);
  expect(report(cwd).gates).toMatchObject([{ outcome: "undecided", estimate: 1 }]);
  expect(run.stdout.replace(/\s+/g, " ")).toContain("5 of 50 cases were not evaluated");
});

test("scoring again can be held against gates of its own", async () => {
  const cwd = project({
    ...numbers(50),
    "strict.json": { criteria: { response_match_score: 1 }, gates: ["pass-rate > 0.99"] },
  });
  await assay([...begin, "--gate", most], { cwd, env: wrong(5) });
  const again = ["score", "latest", "--reporter", "json=report.json"];
  expect((await assay(again, { cwd })).code).toBe(1);
  expect(report(cwd)).not.toHaveProperty("gates");
  expect((await assay([...again, "--gate", most], { cwd })).code).toBe(0);
  expect(report(cwd).gates).toMatchObject([{ gate: most, outcome: "met" }]);
  const strict = await assay([...again, "--config_file_path", "strict.json"], { cwd });
  expect(strict.code).toBe(1);
  expect(report(cwd).gates).toMatchObject([{ gate: "pass-rate > 0.99", outcome: "not-met" }]);
});

test("a config with a baseline has a first run, and --gate none takes the baseline away too", async () => {
  const within = (...gates: readonly string[]) => {
    const cwd = project({
      "agent.mjs": "export const rootAgent = (text) => text;",
      "echo.evalset.json": evalSet({ hi: { user: "hi there", answer: "hi there" } }, "echo"),
      "test_config.json": { criteria: { response_match_score: 0.8 }, gates, baseline: "main" },
    });
    return (...args: readonly string[]) =>
      assay(["eval", "agent.mjs", "echo.evalset.json", ...args], { cwd });
  };
  const first = await within("pass-rate > 0.1")();
  expect(first.code, first.stderr).toBe(3);
  expect(first.stderr.replaceAll(/\s+/g, " ")).toContain(
    "The baseline of the config, main, is left out, since no gate needs it",
  );

  const run = within("no-worse 0.02");
  const refused = await run();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--gate none");
  expect((await run("--gate", "none")).code).toBe(0);
  expect((await run("--baseline", "nope", "--gate", "pass-rate > 0.1")).code).toBe(2);
});
