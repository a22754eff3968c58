import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksOf } from "./read-pages.ts";

const root = resolve(import.meta.dirname, "../..");
const tasks = ["metric", "reporter", "adapter", "command"].map(
  (name) => `docs/contributing/${name}.md`,
);
/** Tests of rules, which look at a new thing without a line of its own. */
const ruleTests = /house\.test\.ts$|reporters\/reporter[^/]*\.test\.ts$|cli\/commands\.test\.ts$/;
let house = "";
/** The files that the pages write or add a line to; the others are linted where they were copied from. */
const changed: string[] = [];

/** A copy of the source in which every page has been followed to the letter. */
beforeAll(() => {
  house = realpathSync(mkdtempSync(join(tmpdir(), "assay-house-")));
  const whatBuilds = ["src", "bin", "scripts", "package.json", "tsconfig.json"];
  const whatChecks = ["biome.json", "vitest.config.ts", "CONTRIBUTING.md", "bench", "tests"];
  for (const name of [...whatBuilds, "tsconfig.build.json", ...whatChecks]) {
    const filter = (path: string) => !/\.test(-d)?\.ts$/.test(path) || ruleTests.test(path);
    cpSync(join(root, name), join(house, name), { recursive: true, filter });
  }
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
  // the page of the HTML report is built with the UI, which nobody changes here
  cpSync(join(root, "dist/report"), join(house, "dist/report"), { recursive: true });
  for (const page of tasks) follow(page);
  node(["scripts/build.mjs", "--command-only"]);
  writeFileSync(join(house, "parrot.mjs"), parrotAgent);
  writeFileSync(join(house, "echo.evalset.json"), JSON.stringify(evalSet));
  const criteria = {
    tool_trajectory_avg_score: 1,
    answer_words: { threshold: 3, unique_only: true },
  };
  writeFileSync(join(house, "config.json"), JSON.stringify({ criteria }));
}, 120_000);

afterAll(() => rmSync(house, { recursive: true, force: true }));

const parrotAgent =
  'export const rootAgent = { kind: "parrot", reply: async (text) => ({ said: text }) };\n';

const text = "one two two three";
const evalSet = {
  eval_set_id: "echoes",
  eval_cases: [
    {
      eval_id: "echo",
      conversation: [
        {
          invocation_id: "1",
          user_content: { role: "user", parts: [{ text }] },
          final_response: { role: "model", parts: [{ text }] },
          intermediate_data: { tool_uses: [{ name: "reply", args: { text } }] },
        },
      ],
    },
  ],
};

/** Writes the page's file, and adds its one line: after the line it names, or at the end. */
function follow(page: string): void {
  const blocks = blocksOf(page);
  const [file, line, ...more] = blocks;
  expect(more, `${page} is one file and one line`).toEqual([]);
  if (file?.file === undefined || line === undefined) throw new Error(`${page} lacks a block`);
  expect(line.text.trimEnd().split("\n"), page).toHaveLength(1);
  mkdirSync(dirname(join(house, file.file)), { recursive: true });
  writeFileSync(join(house, file.file), file.text);
  const mark = /^<!-- line: (\S+)(?: after (".*"))? -->$/m.exec(
    readFileSync(join(root, page), "utf8"),
  );
  const table = join(house, mark?.[1] ?? "");
  changed.push(join(house, file.file), table);
  const lines = readFileSync(table, "utf8").trimEnd().split("\n");
  const before = mark?.[2] === undefined ? undefined : (JSON.parse(mark[2]) as string);
  const at =
    before === undefined ? lines.length : lines.findIndex((each) => each.startsWith(before)) + 1;
  expect(at, `${page}: ${before}`).toBeGreaterThan(0);
  lines.splice(at, 0, line.text.trimEnd());
  writeFileSync(table, `${lines.join("\n")}\n`);
}

function node(args: readonly string[]): string {
  return execFileSync(process.execPath, args, {
    cwd: house,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

const assay = (...args: readonly string[]) => node(["bin/assay.js", ...args]);
const evaluate = (...args: readonly string[]) =>
  assay("eval", "parrot.mjs", "echo.evalset.json", "--config_file_path", "config.json", ...args);

const tsc = join(root, "node_modules/typescript/bin/tsc");
/** More checkers are sooner done where cores are idle, and each checks again what they share. */
const fewCheckers = ["--checkers", "2"];

test("what the pages show type-checks", () => {
  node([tsc, "-p", ".", ...fewCheckers]);
});

test("they pass the linter, the rules for files and folders, and the contracts of reporters and commands", () => {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  node([biome, "ci", "--colors=off", "--vcs-enabled=false", ...changed]);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const ran = node([vitest, "run", "tests/house", "src/reporters", "src/cli"]);
  expect(ran).toMatch(/Test Files .*4 passed \(4\)/);
});

test("a program that uses the package may name the new metric, with its settings", () => {
  // what it declares has been checked above
  node([tsc, "-p", "tsconfig.build.json", "--emitDeclarationOnly", "--noCheck"]);
  mkdirSync(join(house, "user/node_modules"), { recursive: true });
  symlinkSync(house, join(house, "user/node_modules/assay"));
  writeFileSync(join(house, "user/package.json"), '{ "type": "module" }');
  writeFileSync(join(house, "user/use.ts"), program("answer_words", "uniqueOnly"));
  writeFileSync(join(house, "user/wrong.ts"), program("answer_words", "onlyUnique"));
  const check = [tsc, "--ignoreConfig", "--noEmit", "--module", "nodenext"];
  const { status, stdout } = spawnSync(
    process.execPath,
    [...check, "user/use.ts", "user/wrong.ts"],
    {
      cwd: house,
      encoding: "utf8",
    },
  );
  expect(stdout).toMatch(/^user\/wrong\.ts\(\d+,\d+\): error TS\d+: .*onlyUnique/);
  expect(stdout).not.toContain("use.ts(");
  expect(status).not.toBe(0);
});

function program(metric: string, setting: string): string {
  const criteria = `{ ${metric}: { threshold: 3, ${setting}: true } }`;
  return `import { defineConfig } from "assay";\ndefineConfig({ criteria: ${criteria} });\n`;
}

test("the metric is listed and scores a case, and the adapter wraps the framework's object", () => {
  expect(assay("metrics", "answer_words")).toContain("Words of the longest answer");
  const report = evaluate("--reporter", "json");
  expect(report).toContain('"answer_words"');
  const { cases } = JSON.parse(report) as { cases: readonly object[] };
  expect(JSON.stringify(cases)).toMatch(/"name":"answer_words"[^}]*"score":3\b/);
  // the tool call that the adapter reported is the expected one
  expect(JSON.stringify(cases)).toMatch(/"name":"tool_trajectory_avg_score"[^}]*"score":1\b/);
});

test("the reporter writes its report, and help and export know its name", () => {
  expect(evaluate("--reporter", "status")).toBe("passed echo\n");
  expect(assay("eval", "--help")).toContain("github, status");
  expect(assay("runs", "export", "latest", "--format", "status")).toBe("passed echo\n");
});

test("the command runs, and is in help", () => {
  expect(JSON.parse(assay("where", "--json"))).toEqual({ cwd: house });
  expect(assay("--help")).toMatch(/^ {2}where +Print the folder/m);
  expect(assay("where", "--help")).toContain("assay where --json");
});
