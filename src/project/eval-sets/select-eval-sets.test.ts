import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isUserFacingError } from "../../core/errors.ts";
import { evalSetFilesIn } from "./eval-set-files.ts";
import { parseSelectors } from "./parse-selectors.ts";
import { findEvalSets } from "./select-eval-sets.ts";

let cwd = "";

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "assay-select-"));
  for (const file of [
    "agent/agent.ts",
    "agent/smoke.evalset.json",
    "agent/evals/b.test.json",
    "agent/evals/a.evalset.json",
    "agent/evals/test_config.json",
    "agent/node_modules/x/c.evalset.json",
    "agent/.adk/d.evalset.json",
    "empty/readme.md",
    "one/only.test.json",
  ]) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), "{}");
  }
});

async function find(...args: string[]): Promise<string> {
  try {
    const { sets, notes } = await findEvalSets(parseSelectors(args), {
      agentDirectory: join(cwd, "agent"),
      cwd,
    });
    const lines = sets.map(({ name, cases }) => [name, ...cases].join(" "));
    return [...lines, ...notes].join("\n");
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return `${error.code}: ${error.message}\n${error.hint}`;
  }
}

test("a set that lies deeper, or ends in .test.json, is named in full to those who gave its name alone", async () => {
  expect(await find("a")).toContain("Did you mean agent/evals/a.evalset.json?");
  expect(await find("b")).toContain("Did you mean agent/evals/b.test.json?");
});

test("nothing named means every set below the agent, in order", async () => {
  expect(await find()).toMatchInlineSnapshot(`
    "agent/evals/a.evalset.json
    agent/evals/b.test.json
    agent/smoke.evalset.json"
  `);
});

test("an argument is a file, a folder or the id of a set", async () => {
  expect(await find("one/only.test.json:x,y", "agent/evals", "smoke")).toMatchInlineSnapshot(`
    "one/only.test.json x y
    agent/evals/a.evalset.json
    agent/evals/b.test.json
    agent/smoke.evalset.json"
  `);
});

test("two names of one file are one set, and a whole one wins aloud", async () => {
  expect(
    await find("agent/smoke.evalset.json:x", "./agent/smoke.evalset.json", "smoke:y"),
  ).toMatchInlineSnapshot(`
      "agent/smoke.evalset.json
      agent/smoke.evalset.json is named whole and by case; all of its cases are meant."
    `);
});

test("a file that is not there is answered with the nearest that is", async () => {
  expect(await find("agent/smok.evalset.json")).toMatchInlineSnapshot(`
    "eval-set/not-found: There is no eval set agent/smok.evalset.json.
    Did you mean agent/smoke.evalset.json?"
  `);
  expect(await find("agent/smoke.json")).toMatchInlineSnapshot(`
    "eval-set/not-found: There is no eval set agent/smoke.json.
    Did you mean agent/smoke.evalset.json?"
  `);
  expect(await find("smokee")).toMatchInlineSnapshot(`
    "eval-set/not-found: There is no eval set smokee.
    Did you mean smoke?"
  `);
  expect(await find("agent/smoke.evalest.json")).toContain(
    "Did you mean agent/smoke.evalset.json?",
  );
  expect(await find("agent/other.evalset.json")).toContain("Check the path");
  expect(await find("nowhere/at/all.json")).toMatchInlineSnapshot(`
    "eval-set/not-found: There is no eval set nowhere/at/all.json.
    Check the path; it is relative to the folder you run the command in."
  `);
});

test("an id cannot lead out of the agent's folder", async () => {
  expect(await find("../one/only")).toContain("eval-set/not-found");
});

test("a folder without eval sets says so", async () => {
  expect(await find("empty")).toMatchInlineSnapshot(`
    "eval-set/not-found: empty contains no eval set.
    In a folder, files ending in .evalset.json and .test.json are eval sets."
  `);
});

test("cases of a folder are only clear when it holds one set", async () => {
  expect(await find("one:x")).toBe("one/only.test.json x");
  expect(await find("agent/evals:x")).toMatchInlineSnapshot(`
    "cli/usage: agent/evals contains 2 eval sets, so it is not clear whose cases are meant.
    Name the file:  agent/evals/a.evalset.json:…"
  `);
});

test("a second colon and an empty name are mistakes", async () => {
  expect(await find("smoke:a:b")).toMatchInlineSnapshot(`
    "cli/usage: smoke is followed by more than one colon.
    Cases are separated by commas:  smoke:case_1,case_2"
  `);
  expect(await find(":a")).toMatchInlineSnapshot(`
    "cli/usage: An argument names no eval set.
    Give a file, a folder or the id of a set:  evals/smoke.evalset.json:case_1,case_2"
  `);
});

test("a linked file is found, a linked folder is not walked", async () => {
  await symlink(join(cwd, "one/only.test.json"), join(cwd, "empty/linked.test.json"));
  await symlink(cwd, join(cwd, "empty/loop"));
  expect(evalSetFilesIn(join(cwd, "empty"))).toEqual([join(cwd, "empty/linked.test.json")]);
});
