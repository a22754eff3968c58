import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { UserFacingError } from "../../core/errors.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { readEvalSet } from "../reading/read-eval-set.ts";
import { checkOldRows } from "./check-old-rows.ts";
import { migrateFile } from "./migrate-file.ts";
import { defaultOldCriteria } from "./old-criteria.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-migrate-"));
});

const rows = `[{"query": "q", "reference": "r",
  "expected_tool_use": [{"tool_name": "t", "tool_input": {"n": 12345678901234567890}}]}]`;

async function migrating(text: string, options: { force?: boolean; session?: string } = {}) {
  const oldPath = join(folder, "old.test.json");
  const sessionPath = join(folder, "session.json");
  await writeFile(oldPath, text);
  if (options.session !== undefined) await writeFile(sessionPath, options.session);
  const newPath = join(folder, "smoke.evalset.json");
  await migrateFile({
    oldPath,
    newPath,
    initialSessionFile: options.session === undefined ? undefined : sessionPath,
    force: options.force,
    now: 5,
    newId: () => "id",
  });
  return readFile(newPath, "utf8");
}

test("the set is named after the new file, its case after the old one", async () => {
  const { evalSet } = readEvalSet(await migrating(rows));
  expect(evalSet).toMatchObject({ evalSetId: "smoke", evalCases: [{ evalId: "old" }] });
});

test("long integers keep their digits", async () => {
  expect(await migrating(rows)).toContain('"n": 12345678901234567890');
});

test("a session file is where the rows begin", async () => {
  const { evalSet } = readEvalSet(await migrating(rows, { session: '{"state": {"k": 1}}' }));
  expect(evalSet.evalCases[0]?.sessionInput?.state).toEqual({ k: 1 });
});

test("a file that is there is only written over by force", async () => {
  await migrating(rows);
  await expect(migrating(rows)).rejects.toMatchObject({ code: "eval-set/exists" });
  await expect(migrating(rows, { force: true })).resolves.toContain("smoke");
});

test("a file with mistakes writes nothing and says where they are", async () => {
  const error = await migrating('[\n  {"reference": "r"}\n]').catch((caught) => caught);
  expect((error as UserFacingError).message).toBe('[0] has no "query".');
  expect((error as UserFacingError).place).toMatchObject({ line: 2, path: "[0]" });
  expect(await readdir(folder)).toEqual(["old.test.json"]);
});

test("an eval set needs no migration", async () => {
  await expect(migrating('{"eval_set_id": "a", "eval_cases": []}')).rejects.toMatchObject({
    code: "eval-set/invalid",
  });
});

test("what ADK's test runner asks of the first row can be asked here, too", () => {
  const ask = (value: unknown, criteria = defaultOldCriteria) => {
    const context = new ParseContext();
    checkOldRows(value, criteria, context);
    return context.problems.map((each) => each.message);
  };
  expect(ask([{ query: "q", expected_tool_use: [], reference: "" }, {}])).toEqual([]);
  expect(ask([{ query: "q" }])).toMatchInlineSnapshot(`
    [
      "The first row has no "expected_tool_use", which tool_trajectory_avg_score needs.",
      "The first row has no "reference", which response_match_score needs.",
    ]
  `);
  expect(ask([{ query: "q" }], ["hallucinations_v1"])).toMatchInlineSnapshot(`
    [
      "ADK does not score old rows by hallucinations_v1.",
    ]
  `);
  expect(ask([])).toEqual(["The array of rows is empty."]);
  expect(ask(["q"])).toEqual(["The file is an array; an array of rows was expected."]);
});
