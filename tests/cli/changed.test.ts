import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "./assay.ts";

const agent = (answer = "text") => `
import { appendFileSync } from "node:fs";
import { shout } from "../lib/shout.mjs";
export function rootAgent(text) {
  appendFileSync("calls.txt", text + "\\n");
  return shout(${answer});
}`;
const lib = `
const tone = new URL("../lib/tone.txt", import.meta.url);
export const shout = (text) => text;`;

function house(): string {
  return project({
    "bot/agent.mjs": agent(),
    "lib/shout.mjs": lib,
    "lib/tone.txt": "Kind.",
    "bot/prompt.md": "Be kind.",
    "bot/demo.evalset.json": evalSet({
      a: { user: "a", answer: "a" },
      b: { user: "b", answer: "b" },
      c: { user: "c", answer: "other" },
    }),
    "bot/test_config.json": { criteria: { response_match_score: 0.8 } },
  });
}

const write = (cwd: string, name: string, text: string) => {
  mkdirSync(join(cwd, name, ".."), { recursive: true });
  writeFileSync(join(cwd, name), text);
};

/** Runs with `--changed` and tells what the agent was asked. */
async function changed(cwd: string, ...more: readonly string[]) {
  write(cwd, "calls.txt", "");
  const ran = await assay(["eval", "bot", "--changed", ...more], { cwd });
  const asked = readFileSync(join(cwd, "calls.txt"), "utf8").split("\n").filter(Boolean).sort();
  return { ...ran, stderr: ran.stderr.replaceAll(/\s+/g, " "), asked };
}

test("only what did not pass as it is now is run again, and the rest is named and not counted", async () => {
  const cwd = house();
  const first = await changed(cwd);
  expect(first.asked).toEqual(["a", "b", "c"]);
  expect(first.stderr).toContain("No case passed as it is now: 3 cases to run.");

  const again = await changed(cwd);
  expect(again.asked).toEqual(["c"]);
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(
    /2 cases unchanged \(2 since run \w+\), which passed: not run again/,
  );
  expect(again.stdout).toContain("0 passed, 1 failed, 0 not evaluated, of 1");
});

test("when everything passed as it is, nothing is done and that is said", async () => {
  const cwd = house();
  const args = ["--case", "a", "--case", "b"];
  expect((await changed(cwd, ...args)).code).toBe(0);
  const { code, asked, stdout, stderr } = await changed(cwd, ...args);
  expect({ code, asked, stdout }).toEqual({ code: 0, asked: [], stdout: "" });
  expect(stderr).toMatch(
    /Nothing to do: 2 cases unchanged .* which passed\. No agent was called\./,
  );
  const asking = await changed(cwd, ...args, "-r", "junit=out.xml");
  expect(asking.stderr).toContain("No agent was called and no report was written.");
  const runs = JSON.parse((await assay(["runs", "--json"], { cwd })).stdout);
  expect(runs).toHaveLength(1);
});

test.each<[what: string, change: (cwd: string) => void, runs: readonly string[]]>([
  ["the agent", (cwd) => write(cwd, "bot/agent.mjs", `${agent()}\n// more`), ["a", "b", "c"]],
  ["what it imports", (cwd) => write(cwd, "lib/shout.mjs", `${lib}\n// more`), ["a", "b", "c"]],
  ["a prompt", (cwd) => write(cwd, "bot/prompt.md", "Be rude."), ["a", "b", "c"]],
  ["a prompt elsewhere", (cwd) => write(cwd, "lib/tone.txt", "Rude."), ["a", "b", "c"]],
  ["a prompt that is new", (cwd) => write(cwd, "bot/more.md", "Be rude."), ["a", "b", "c"]],
  [
    "a threshold",
    (cwd) => write(cwd, "bot/test_config.json", '{ "criteria": { "response_match_score": 0.9 } }'),
    ["a", "b", "c"],
  ],
  [
    "one case",
    (cwd) => {
      const path = join(cwd, "bot/demo.evalset.json");
      writeFileSync(path, readFileSync(path, "utf8").replace('"text": "b"', '"text": "b!"'));
    },
    ["b!", "c"],
  ],
])("a change of %s is seen", async (_, change, runs) => {
  const cwd = house();
  await changed(cwd);
  change(cwd);
  expect((await changed(cwd)).asked).toEqual(runs);
});

test("a prompt that was changed while a run ran is a change all the same", async () => {
  const cwd = house();
  const writing = agent().replace(
    "return shout",
    'writeFileSync("bot/prompt.md", "Be rude."); return shout',
  );
  write(
    cwd,
    "bot/agent.mjs",
    writing.replace("{ appendFileSync", "{ appendFileSync, writeFileSync"),
  );
  await changed(cwd);
  expect((await changed(cwd)).asked).toEqual(["a", "b", "c"]);
  expect((await changed(cwd)).asked).toEqual(["c"]);
});

test("code of a metric of one's own is part of the config", async () => {
  const cwd = house();
  write(
    cwd,
    "bot/test_config.json",
    JSON.stringify({
      criteria: { mine: 1 },
      custom_metrics: { mine: { code_config: { name: "./mine.mjs:mine" } } },
    }),
  );
  write(cwd, "bot/mine.mjs", "export const mine = () => 1;");
  await changed(cwd);
  expect((await changed(cwd)).asked).toEqual([]);
  // beside the agent it is part of the agent too; another folder shows that the config alone is enough
  write(cwd, "metrics/mine.mjs", "export const mine = () => 1;");
  write(
    cwd,
    "metrics/c.json",
    JSON.stringify({
      criteria: { mine: 0.5 },
      custom_metrics: { mine: { code_config: { name: "./mine.mjs:mine" } } },
    }),
  );
  const config = ["--config_file_path", "metrics/c.json"];
  expect((await changed(cwd, ...config)).asked).toHaveLength(3);
  expect((await changed(cwd, ...config)).asked).toEqual([]);
  write(cwd, "metrics/mine.mjs", "export const mine = () => 1; // changed");
  expect((await changed(cwd, ...config)).asked).toHaveLength(3);
});

test("a newer failure of the same counts more than an older pass", async () => {
  const cwd = house();
  write(cwd, "bot/agent.mjs", agent('process.env.MOOD === "bad" ? "no" : text'));
  const args = ["eval", "bot", "--case", "a"];
  expect((await assay(args, { cwd })).code).toBe(0);
  expect((await assay(args, { cwd, env: { MOOD: "bad" } })).code).toBe(1);
  expect((await changed(cwd, "--case", "a")).asked).toEqual(["a"]);
});

test("more trials than a case has passed are run, fewer are not", async () => {
  const cwd = house();
  const args = ["--case", "a", "--num_runs", "2"];
  expect((await changed(cwd, "--case", "a")).asked).toEqual(["a"]);
  expect((await changed(cwd, ...args)).asked).toEqual(["a", "a"]);
  expect((await changed(cwd, "--case", "a")).asked).toEqual([]);
});

test("--order risk begins with what is critical and what failed, and reports in the order of the file", async () => {
  const cases = {
    calm: { user: "calm", answer: "calm" },
    failing: { user: "failing", answer: "other" },
    vital: { user: "vital", answer: "vital", assay: { tags: ["critical"] } },
  };
  const cwd = project({
    "bot/agent.mjs": agent(),
    "lib/shout.mjs": lib,
    "bot/demo.evalset.json": evalSet(cases),
  });
  const order = async (...more: readonly string[]) => {
    write(cwd, "calls.txt", "");
    await assay(["eval", "bot", "--concurrency", "1", "-r", "json=out.json", ...more], { cwd });
    return readFileSync(join(cwd, "calls.txt"), "utf8").trim().split("\n");
  };
  expect(await order()).toEqual(["calm", "failing", "vital"]);
  expect(await order("--order", "risk")).toEqual(["vital", "failing", "calm"]);
  const report = JSON.parse(readFileSync(join(cwd, "out.json"), "utf8"));
  expect(report.cases.map(({ evalId }: { evalId: string }) => evalId)).toEqual(Object.keys(cases));
  expect(report.totals.tags).toEqual({
    critical: {
      ...{ cases: 1, passed: 1, failed: 0, notEvaluated: 0, flaky: 0 },
      passRate: { passed: 1, of: 1, interval: null, clusters: null },
    },
  });
  expect((await assay(["eval", "bot", "--order", "rsk"], { cwd })).code).toBe(2);
});
