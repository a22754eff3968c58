import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluate } from "../../../src/index.ts";
import { assay, evalSet } from "../assay.ts";
import { desk, two } from "./desk.ts";

test("eval alone runs what the config names, by its criteria, trials and reporters", async () => {
  const cwd = desk({
    agents: "agents/desk",
    criteria: { response_match_score: 0.9 },
    trials: 2,
    require: "all",
    reporters: ["terminal", "junit=reports/out.xml"],
  });
  const { code, stdout } = await assay(["eval"], { cwd });
  expect(stdout).toContain("desk · 1 case · 2 trials each");
  expect(stdout).toContain("response ≥ 0.9\n  config: assay.config.json");
  expect(existsSync(join(cwd, "reports/out.xml"))).toBe(true);
  expect(code).toBe(0);
});

test("it is found from a folder below, and its paths start from it", async () => {
  const cwd = desk({ agents: "agents/desk", evalSets: ["agents/desk/a.evalset.json:greeting"] });
  const below = join(cwd, "sub/deep");
  const { code, stdout } = await assay(["eval"], { cwd: below });
  expect(stdout).toContain("1 passed");
  expect(code).toBe(0);
  expect(existsSync(join(cwd, ".assay/assay.db"))).toBe(true);
  expect(existsSync(join(below, ".assay"))).toBe(false);
  expect((await assay(["runs"], { cwd: below })).stdout).toContain("desk");
  expect((await assay(["score", "latest"], { cwd: below })).code).toBe(0);
});

test("an id or a name in it is never a set of the folder that the command is run in", async () => {
  const stranger = evalSet({ stranger: { user: "hi" } }, "a");
  const cwd = desk({ agents: "agents/desk", evalSets: ["a:greeting"] }, { "sub/a": stranger });
  const below = join(cwd, "sub");
  expect((await assay(["eval"], { cwd: below })).stdout).toContain("1 passed");
  writeFileSync(join(below, "b"), JSON.stringify(stranger));
  writeFileSync(
    join(cwd, "assay.config.json"),
    JSON.stringify({ agents: "agents/desk", evalSets: "b" }),
  );
  const { code, stderr } = await assay(["eval"], { cwd: below });
  expect(stderr).toContain(`There is no eval set ${join("..", "b")}.`);
  expect(stderr).toContain("in assay.config.json to its own folder");
  expect(code).toBe(2);
});

test("a store that it names is the store of every command", async () => {
  const cwd = desk({ agents: "agents/desk", store: "kept/runs.db" });
  await assay(["eval"], { cwd });
  expect(existsSync(join(cwd, "kept/runs.db"))).toBe(true);
  expect((await assay(["runs"], { cwd })).stdout).toContain("desk");
  expect((await assay(["runs", "--store", "other.db"], { cwd })).stdout).not.toContain("desk");
});

test("proposed commands repeat the store of the command line, and no other", async () => {
  const cwd = desk({ agents: "agents/desk" });
  const proposed = async (words: readonly string[], env = {}) =>
    (await assay(words, { cwd, env })).stdout.split("\n").filter((line) => / {2}assay /.test(line));
  const said = [
    await proposed(["eval"]),
    await proposed(["runs", "show", "latest"]),
    await proposed(["eval"], { ASSAY_STORE: join(cwd, "usual.db") }),
  ];
  expect(said.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(said.join("\n")).not.toContain("--store");
  expect((await proposed(["eval", "--store", "typed.db"])).join("\n")).toContain(
    "--store typed.db",
  );
});

test("flags win over it, and it wins over the defaults", async () => {
  const config = {
    agents: "agents/desk",
    criteria: { response_match_score: 0.9 },
    trials: 3,
    concurrency: 2,
  };
  const cwd = desk(config, { "strict.json": { criteria: { response_match_score: 0.4 } } });
  const began = JSON.parse(
    (await assay(["eval", "--reporter", "jsonl"], { cwd })).stdout.split("\n")[0] ?? "",
  );
  expect(began).toMatchObject({ trials: 3, concurrency: 2 });
  const { stdout } = await assay(["eval", "--num_runs", "1", "--config", "strict.json"], { cwd });
  expect(stdout).toContain("desk · 1 case · response ≥ 0.4");
});

test("its deadlines hold, and a flag moves them", async () => {
  const late =
    "export const rootAgent = () => new Promise((done) => setTimeout(done, 60_000, 'hi'));\n";
  const config = { agents: "agents/desk", timeouts: { turn: 0.05, run: 300 } };
  const cwd = desk(config, { "agents/desk/agent.js": late });
  expect((await assay(["eval"], { cwd })).stdout).toContain("50 ms");
  expect((await assay(["eval", "--timeout", "0.07"], { cwd })).stdout).toContain("70 ms");
});

test("a test config beside a set decides its criteria, and the project those of the others", async () => {
  const cwd = desk(
    { agents: "agents/desk", evalSets: ["agents/desk", "more"], config: "shared.json" },
    {
      "shared.json": { criteria: { response_match_score: 0.3 } },
      "agents/desk/test_config.json": { criteria: { response_match_score: 0.8 } },
      "more/b.evalset.json": evalSet({ b: { user: "hi", answer: "You said: hi" } }, "b"),
    },
  );
  const { code, stdout } = await assay(["eval", "--verbose"], { cwd });
  expect(stdout).toContain("agents/desk/test_config.json");
  expect(stdout).toContain("shared.json");
  expect(code).toBe(0);
});

test.each([
  ['{\n  "agent": "agents/desk"\n}', "assay.config.json:2:3", 'Did you mean "agents"?'],
  ['{\n  "concurency": 3\n}', "assay.config.json:2:3", 'Did you mean "concurrency"?'],
  ['{\n  "timeouts": { "trun": 3 }\n}', "assay.config.json:2:17", 'Did you mean "turn"?'],
  ['{\n  "trials": 0\n}', "assay.config.json:2:13", "a whole number from 1"],
  ['{\n  "require": "most"\n}', "assay.config.json:2:14", "one of pooled, all, any"],
  ['{\n  "require": 3\n}', "assay.config.json:2:14", "can never hold with 1 trial."],
  ['{\n  "agents": { "-x": "a" }\n}', "assay.config.json:2:15", "no name for an agent"],
  [
    '{\n  "judge": "gemini"\n}',
    "assay.config.json:2:12",
    'such as { "model": "openai/gpt-5-mini" }',
  ],
  ['{\n  "agents": ', "assay.config.json:", ""],
  ["[]", "assay.config.json", "a project config was expected"],
])("a mistake is told with its place and what was meant: %s", async (text, place, said) => {
  const cwd = desk(undefined, { "assay.config.json": text });
  const { code, stderr } = await assay(["eval", "agents/desk"], { cwd });
  expect(stderr).toContain(place);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(said);
  expect(stderr).not.toContain("    at ");
  expect(code).toBe(2);
});

test("a misspelt metric in it has its place there", async () => {
  const text = '{\n  "agents": "agents/desk",\n  "criteria": { "response_mach_score": 1 }\n}';
  const cwd = desk(undefined, { "assay.config.json": text });
  const { code, stderr } = await assay(["eval"], { cwd });
  expect(stderr).toContain("assay.config.json:3:17");
  expect(stderr).toContain('Did you mean "response_match_score"?');
  expect(code).toBe(2);
});

test("a config in code may hold metrics as they are, and what it prints stays out of reports", async () => {
  const cwd = desk(undefined, {
    "assay.config.ts": `
      console.log("printed while loading");
      const score: number = 1;
      export default {
        agents: "agents/desk",
        config: { criteria: { polite: 1 }, customMetrics: { polite: () => score } },
      };
    `,
  });
  const { code, stdout } = await assay(["eval", "--reporter", "json"], { cwd });
  expect(JSON.parse(stdout)).toBeDefined();
  expect(stdout).toContain("polite");
  expect(code).toBe(0);
});

test("its judge is asked where a test config names none, and not where one does", async () => {
  const judged = { final_response_match_v2: 0.5 };
  const files = {
    "assay.config.mjs": `
      import { writeFileSync } from "node:fs";
      export default {
        agents: "agents/desk",
        judge: { model: () => (writeFileSync("asked", ""), "I cannot say."), check: "off" },
      };
    `,
  };
  const cwd = desk(undefined, {
    ...files,
    "agents/desk/test_config.json": { criteria: judged },
  });
  expect((await assay(["eval"], { cwd })).code).toBe(3);
  expect(existsSync(join(cwd, "asked"))).toBe(true);
  const own = desk(undefined, {
    ...files,
    "agents/desk/test_config.json": { criteria: judged, judge_model: "nobody/nothing" },
  });
  const { code, stderr } = await assay(["eval"], { cwd: own });
  expect(stderr).toContain("nobody/nothing");
  expect(existsSync(join(own, "asked"))).toBe(false);
  expect(code).toBe(2);
});

test.each([
  ["process.exit(0);", "assay.config.mjs"],
  ["process.exitCode = 0; throw new Error('broken here');", "broken here"],
  ["export default { agents: ;", "assay.config.mjs:1"],
  ["export const nothing = 1;", "exports no project config"],
  ["export default { agents: 7 };", "agents is 7"],
  ["import 'no-such-package'; export default {};", "no-such-package"],
])("an error while it is loaded is a sentence, and never our exit code: %s", async (code, said) => {
  const cwd = desk(undefined, { "assay.config.mjs": code });
  const outcome = await assay(["eval", "agents/desk"], { cwd });
  expect(outcome.stderr).toContain(said);
  expect(outcome.stderr).not.toContain("Assay has a bug");
  expect(outcome.code).toBe(2);
});

test("what it leaves behind does not decide how a command ends", async () => {
  const cwd = desk(undefined, {
    "assay.config.mjs": `
      process.exitCode = 0;
      process.on("exit", () => { process.exitCode = 0; process.exit(0); });
      export default { agents: "agents/other", criteria: { response_match_score: 0.9 } };
    `,
    ...two,
  });
  expect((await assay(["eval"], { cwd })).code).toBe(1);
});

/** Answers its first case at once and the other when there is a file called go. */
const gated = `
import { existsSync, writeFileSync } from "node:fs";
export async function rootAgent(text) {
  if (text === "second") writeFileSync("second", "");
  while (text === "second" && !existsSync("go")) await new Promise((done) => setTimeout(done, 20));
  return "You said: " + text;
}
`;

test.each([
  [
    "assay.config.json",
    (limit: number) =>
      `{ "agents": "agents/desk", "concurrency": 1, "criteria": { "response_match_score": ${limit} } }`,
  ],
  [
    "assay.config.mjs",
    (limit: number) =>
      `export default { agents: "agents/desk", concurrency: 1, criteria: { response_match_score: ${limit} } };`,
  ],
])("a run goes on by the %s that it began with, and not by another", async (name, text) => {
  const cwd = desk(undefined, {
    [name]: text(0.9),
    "agents/desk/agent.js": gated,
    "agents/desk/a.evalset.json": evalSet({
      first: { user: "first", answer: "You said: first" },
      second: { user: "second", answer: "You said: second" },
    }),
  });
  let kill = () => {};
  const stopped = assay(["eval"], {
    cwd,
    onSpawn: (child) => (kill = () => child.kill("SIGKILL")),
  });
  await expect.poll(() => existsSync(join(cwd, "second")), { timeout: 20_000 }).toBe(true);
  kill();
  await stopped;
  writeFileSync(join(cwd, "go"), "");
  writeFileSync(join(cwd, name), text(0.1));
  const refused = await assay(["eval", "--resume"], { cwd });
  expect(refused.stderr).toContain("Since the run began");
  expect(refused.code).toBe(2);
  writeFileSync(join(cwd, name), text(0.9));
  const { code, stdout } = await assay(["eval", "--resume"], { cwd });
  expect(stdout).toContain("2 passed");
  expect(code).toBe(0);
});

test("commands that it says nothing to do not load it", async () => {
  const cwd = desk(undefined, { "assay.config.mjs": "throw new Error('not needed');" });
  expect((await assay(["metrics"], { cwd })).code).toBe(0);
  expect((await assay(["runs", "--store", "runs.db"], { cwd })).stderr).not.toContain("not needed");
  expect((await assay(["runs"], { cwd })).stderr).toContain("not needed");
});

test("the nearest one counts", async () => {
  const cwd = desk(
    { agents: "nowhere" },
    { "sub/assay.config.json": { agents: "../agents/desk" } },
  );
  expect((await assay(["eval"], { cwd: join(cwd, "sub/deep") })).code).toBe(0);
  expect(readFileSync(join(cwd, "assay.config.json"), "utf8")).toContain("nowhere");
});

test("programs measure by it only when they name it", async () => {
  const cwd = desk({ agents: "agents/desk", criteria: { response_match_score: 0.3 }, trials: 2 });
  const set = join(cwd, "agents/desk/a.evalset.json");
  const metrics = async (options: object) => {
    const run = await evaluate(join(cwd, "agents/desk"), set, { cwd, store: "memory", ...options });
    return run.about.sets.flatMap(({ config }) =>
      config.metrics.flatMap(({ name, threshold }) =>
        threshold === undefined ? [] : [[name, threshold]],
      ),
    );
  };
  expect(await metrics({})).toEqual([
    ["tool_trajectory_avg_score", 1],
    ["response_match_score", 0.8],
  ]);
  expect(await metrics({ config: "assay.config.json" })).toEqual([["response_match_score", 0.3]]);
});
