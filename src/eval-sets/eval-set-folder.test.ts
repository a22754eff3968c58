import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isUserFacingError } from "../core/errors.ts";
import { anEvalCase } from "../testing/builders.ts";
import { addScenarios } from "./editing/add-scenarios.ts";
import { readScenarios, readSessionInput } from "./editing/read-scenarios.ts";
import { type EvalSetFolder, evalSetFolder } from "./eval-set-folder.ts";

let agentsDir = "";
let folder: EvalSetFolder;

beforeEach(async () => {
  agentsDir = await mkdtemp(join(tmpdir(), "assay-folder-"));
  folder = evalSetFolder({ agentsDir, appName: "quay", now: () => 5 });
});

async function refusal(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return `${error.code}: ${error.message}${error.hint === undefined ? "" : `\n${error.hint}`}`;
  }
  throw new Error("was accepted");
}

async function order(): Promise<readonly string[]> {
  return (await folder.get("set"))?.evalCases.map((each) => each.evalId) ?? [];
}

test("a new set is empty, and written as ADK writes it", async () => {
  await folder.create("a-b.c");
  expect(await readFile(join(agentsDir, "quay/a-b.c.evalset.json"), "utf8")).toMatchInlineSnapshot(`
    "{
      "eval_set_id": "a-b.c",
      "name": "a-b.c",
      "eval_cases": [],
      "creation_timestamp": 5
    }"
  `);
});

test("an id is taken once, even when two ask at the same time", async () => {
  const tries = await Promise.allSettled([folder.create("set"), folder.create("set")]);
  expect(tries.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test.each(["a b", "", "a/b", "höhe", "abc\n", "..", "."])("%j is no id to create", async (id) => {
  expect(await refusal(folder.create(id))).toContain("name/invalid");
});

test("a set that is not there is undefined, and one outside is refused", async () => {
  expect(await folder.get("absent")).toBeUndefined();
  expect(await refusal(folder.get("../x"))).toContain("name/invalid");
  expect(() => evalSetFolder({ agentsDir, appName: "..", now: () => 0 })).toThrow();
});

test("an old file is read under the id it is asked for", async () => {
  await folder.create("other");
  await writeFile(
    join(agentsDir, "quay/old.evalset.json"),
    '[{"name": "a", "data": [{"query": "q"}]}]',
  );
  expect(await folder.get("old")).toMatchObject({ evalSetId: "old", evalCases: [{ evalId: "a" }] });
});

test("sets are listed by code point, other files are not", async () => {
  for (const id of ["b", "a", "B", "_"]) await folder.create(id);
  await writeFile(join(agentsDir, "quay/test_config.json"), "{}");
  expect(await folder.list()).toEqual(["B", "_", "a", "b"]);
  const nobody = evalSetFolder({ agentsDir, appName: "nobody", now: () => 0 });
  expect(await refusal(nobody.list())).toContain("agent/not-found");
});

test("cases are added at the end, updated in place and deleted", async () => {
  await folder.create("set");
  for (const evalId of ["a", "b", "c"]) await folder.addCase("set", anEvalCase({ evalId }));
  await folder.updateCase("set", anEvalCase({ evalId: "a", creationTimestamp: 9 }));
  await folder.deleteCase("set", "b");
  expect(await order()).toEqual(["a", "c"]);
  expect((await folder.getCase("set", "a"))?.creationTimestamp).toBe(9);
  expect(await folder.getCase("set", "b")).toBeUndefined();
  expect(await readdir(join(agentsDir, "quay"))).toEqual(["set.evalset.json"]);
});

test("what cannot be done is reported with what could", async () => {
  await folder.create("smoke");
  await folder.addCase("smoke", anEvalCase({ evalId: "lights" }));
  const refusals = [
    await refusal(folder.addCase("smoke", anEvalCase({ evalId: "lights" }))),
    await refusal(folder.updateCase("smoke", anEvalCase({ evalId: "light" }))),
    await refusal(folder.deleteCase("smoke", "x")),
    await refusal(folder.addCase("smok", anEvalCase())),
    await refusal(folder.create("smoke")),
  ];
  expect(refusals.join("\n").replaceAll(agentsDir, "AGENTS")).toMatchInlineSnapshot(`
    "eval-set/duplicate: Eval set smoke already has a case "lights".
    Choose another id, or update the case that is there.
    eval-set/unknown-case: Eval set smoke has no case "light".
    Did you mean lights?
    eval-set/unknown-case: Eval set smoke has no case "x".
    It has 1 cases.
    eval-set/not-found: There is no eval set smok in quay.
    Did you mean smoke?
    eval-set/exists: Eval set smoke of quay exists already.
    It is AGENTS/quay/smoke.evalset.json."
  `);
});

const scenario = { starting_prompt: "Hello", conversation_plan: "Ask the agent to do something" };

test("scenarios become cases, equal ones once", async () => {
  await folder.create("set");
  const scenarios = readScenarios(JSON.stringify({ scenarios: [scenario, scenario] }));
  const sessionInput = readSessionInput('{"app_name": "quay", "user_id": "u"}');
  expect(await addScenarios(folder, "set", { scenarios, sessionInput, now: 7 })).toEqual([
    { evalId: "a7aee3f8", added: true },
    { evalId: "a7aee3f8", added: false },
  ]);
  expect(await folder.getCase("set", "a7aee3f8")).toMatchObject({
    creationTimestamp: 7,
    sessionInput: { appName: "quay" },
  });
});

test("a scenarios file is told what is missing in it", () => {
  expect(() => readScenarios('{"scenarios": [{"starting_prompt": "x"}]}')).toThrowError(
    'scenarios[0] has no "conversation_plan".',
  );
  expect(() => readScenarios("[]")).toThrowError("a scenarios file was expected");
});
