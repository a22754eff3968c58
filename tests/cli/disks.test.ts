import { spawnSync } from "node:child_process";
import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "./assay.ts";

const command = resolve(import.meta.dirname, "../../bin/assay.js");
const passing = evalSet({ hello: { user: "hello", answer: "hello" } });
const long = "x".repeat(300);

const house = () =>
  project({
    "home/agent.mjs": echoAgent,
    "home/demo.evalset.json": passing,
    "home/test_config.json": { criteria: { response_match_score: 0.5 } },
  });

const linux = process.platform === "linux";

test.runIf(linux).each([
  [
    "a report where no folder can be made",
    ["eval", "home", "--reporter", "json=/proc/nope/out.json"],
  ],
  ["the same deeper", ["eval", "home", "--reporter", "junit=/proc/nope/a/b/out.xml"]],
  ["a report that is a folder", ["eval", "home", "--reporter", "json=home"]],
  ["a report below a file", ["eval", "home", "--reporter", "json=home/agent.mjs/out.json"]],
  ["a report with an endless name", ["eval", "home", "--reporter", `json=${long}.json`]],
  ["a store where no folder can be made", ["eval", "home", "--store", "/proc/nope/a/x.db"]],
  ["a store that is a folder", ["eval", "home", "--store", "home"]],
  ["a store below a file", ["eval", "home", "--store", "home/agent.mjs/x.db"]],
  ["a store with an endless name", ["eval", "home", "--store", `${long}.db`]],
  ["a folder that is not there", ["init", "nowhere"]],
  ["a name too long for a file", ["eval-set", "create", "home", long]],
  ["an app below a file", ["eval-set", "create", "home/agent.mjs/x", "smoke"]],
])("%s is a sentence and exit 2, before anything is run", async (_, args) => {
  const cwd = house();
  const { code, stdout, stderr } = await assay(args, { cwd });
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error {2}\S/m),
  });
  expect(`${stdout}${stderr}`).not.toMatch(/^\s+at |bug {4}|passed/m);
});

test.runIf(linux)(
  "a pipe that nobody reads is reported at once; one with a reader gets the report",
  async () => {
    const cwd = house();
    spawnSync("sh", ["-c", "mkfifo pipe"], { cwd });
    const unread = await assay(["eval", "home", "--reporter", "json=pipe"], { cwd });
    expect(unread.code).toBe(2);
    expect(unread.stderr).toContain("nobody reads from this pipe");
    const script = `cat pipe > copy.json & "${process.execPath}" "${command}" eval home --reporter json=pipe > /dev/null; wait; grep -q '"passed":1' copy.json && echo whole`;
    const read = spawnSync("sh", ["-c", script], { cwd, encoding: "utf8" });
    expect(read.stdout.trim()).toBe("whole");
  },
);

test.runIf(linux)("standard output on a full disk is no success", () => {
  const script = `"${process.execPath}" "${command}" eval home > /dev/full`;
  const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: house(), encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("the disk is full");
});

test.runIf(linux)("a folder that was removed under one's feet is a sentence", () => {
  const cwd = house();
  const gone = join(cwd, "gone");
  mkdirSync(gone);
  const script = `cd gone && rmdir ../gone && "${process.execPath}" "${command}" runs`;
  const { status, stderr } = spawnSync("sh", ["-c", script], { cwd, encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("The folder you are in does not exist any more.");
  expect(() => rmdirSync(gone)).toThrow();
});

test("an eval set with an endless id is evaluated; only its copy for ADK is a note", async () => {
  const cwd = house();
  writeFileSync(
    join(cwd, "home/demo.evalset.json"),
    JSON.stringify({ ...passing, eval_set_id: long }),
  );
  const plain = await assay(["eval", "home"], { cwd });
  expect(plain.code).toBe(0);
  const { code, stderr } = await assay(["eval", "home", "--adk_results"], { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain("note   The results for ADK were not written.");
});

test("results for ADK that cannot be written are a note, and the verdict stands", async () => {
  const cwd = house();
  writeFileSync(join(cwd, "home/.adk"), "in the way");
  const { code, stderr } = await assay(["eval", "home", "--adk_results", "always"], { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain("note   The results for ADK were not written.");
});

test("a run timeout of a year does not end the run", async () => {
  const { code, stdout } = await assay(["eval", "home", "--run_timeout", "31536000"], {
    cwd: house(),
  });
  expect(code).toBe(0);
  expect(stdout).toContain("1 passed");
});
