import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";
import { report } from "../report.ts";
import { called, calls, cases, said, slowEcho, threeTurns } from "./counted-echo.ts";

test("a stored turn with a flipped bit is reported, and its case is run again from there", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": threeTurns });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const database = new DatabaseSync(join(cwd, ".assay", "assay.db"));
  database.exec(`UPDATE events SET body = replace(body, 'b 1', 'b 9')
    WHERE type = 'turn-end' AND eval_id = 'b' AND body LIKE '%"turn":1,%'`);
  database.close();
  rmSync(join(cwd, "calls.log"));
  const shown = await assay(["runs", "show", "latest"], { cwd });
  expect(shown.stdout).toContain("1 not evaluated");
  const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], { cwd });
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  expect(resumed.stderr).toMatch(
    /Event \d+ of run .* is damaged and was left out: its turn-end of b\./,
  );
  expect(resumed.stderr).toContain("The record of b is damaged, so it is run again");
  expect(calls(cwd)).toEqual(["b 1", "b 2"]);
  expect(report(cwd).totals).toMatchObject({ cases: 2, passed: 2 });
});

test("a run whose beginning is damaged is reported in a sentence", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": evalSet(cases(1)) });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const database = new DatabaseSync(join(cwd, ".assay", "assay.db"));
  database.exec("UPDATE events SET checksum = 1 WHERE type = 'run-start'");
  database.close();
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/The beginning of run .* is damaged\./);
});

test("a run whose database is deleted under it ends with the next event, and says so", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": evalSet(cases(60)) });
  const running = assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], { cwd });
  await called(cwd, 2);
  rmSync(join(cwd, ".assay"), { recursive: true });
  const { code, stderr } = await running;
  expect(code, stderr).toBe(2);
  expect(said(stderr)).toContain("was removed or replaced during the run");
  expect(calls(cwd).length).toBeLessThan(20);
});
