import { join } from "node:path";
import { expect, test } from "vitest";
import { trends } from "../../../src/api/trends.ts";
import { sqliteStore } from "../../../src/stores/sqlite/sqlite-store.ts";
import { aRunStart } from "../../../src/testing/builders.ts";
import { assay, project } from "../assay.ts";
import { lightsAgent, lightsSet } from "./lights.ts";

const lights = { "lights/agent.mjs": lightsAgent, "lights.evalset.json": lightsSet(20) };
const evaluated = ["eval", "lights", "lights.evalset.json"];

async function history(): Promise<string> {
  const cwd = project(lights);
  for (const wrong of ["99", "99", "5", "5", "5"]) {
    await assay(evaluated, { cwd, env: { WRONG: wrong } });
  }
  await assay(["eval", "--failed"], { cwd });
  return cwd;
}

test("a set's runs are shown with their rates, the drift and a row a case", async () => {
  const cwd = await history();
  const { code, stdout, stderr } = await assay(["trends"], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /The pass rate has fallen since run \w+ \(\d{4}-\d\d-\d\d\): 86 % of 42 verdicts\s+before/,
  );
  expect(stdout).toMatch(/only some cases: 15 of 18 passed/);
  expect(stdout).toMatch(/room_5 +✓✓✗✗✗✓ +fixed at \w+/);
  expect(stdout).toMatch(/room_0 +✗✗✗✗✗✗ +failed every time/);
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  const json = await assay(["trends", "lights", "--reporter", "json"], { cwd });
  const found = JSON.parse(json.stdout);
  expect(found.drift).toMatchObject({ direction: "down", runs: 5, cases: 21 });
  expect(found.runs.map(({ partial }: { partial: boolean }) => partial)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(await trends({ cwd, evalSet: "lights.evalset.json" })).toEqual(found);
  const two = await assay(["trends", "--limit", "2", "--reporter", "json"], { cwd });
  expect(JSON.parse(two.stdout)).toMatchObject({ leftOut: { older: 4 }, runs: [{}, {}] });
});

test("bad questions get an answer in words", async () => {
  const cwd = project(lights);
  const none = await assay(["trends"], { cwd });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no runs here yet")]);
  await assay(evaluated, { cwd });
  const one = await assay(["trends"], { cwd });
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining("One run is no trend yet.")]);
  const set = await assay(["trends", "ligths"], { cwd });
  expect([set.code, set.stderr]).toEqual([2, expect.stringContaining("Did you mean lights?")]);
  const agent = await assay(["trends", "--agent", "ligths"], { cwd });
  expect([agent.code, agent.stderr]).toEqual([2, expect.stringContaining("Did you mean lights?")]);
  const limit = await assay(["trends", "--limit", "0"], { cwd });
  expect([limit.code, limit.stderr]).toEqual([2, expect.stringContaining("from 1, or all")]);
  await expect(trends({ cwd, evalSte: "x" } as never)).rejects.toThrow(/no option "?evalSte/);
});

test("runs are called as no other run of the store is, whatever its set", async () => {
  const cwd = project(lights);
  for (const wrong of ["99", "5"]) await assay(evaluated, { cwd, env: { WRONG: wrong } });
  const { runs } = await trends({ cwd });
  const ids = runs.map(({ runId }) => runId);
  const store = sqliteStore(join(cwd, ".assay/assay.db"));
  const tails = ids.map((id) => id.slice(-6));
  for (const tail of tails) {
    // the same but for its last letter
    const like = `${tail.slice(0, 5)}${tail.endsWith("0") ? "1" : "0"}`;
    await store.append(aRunStart({ runId: `20200101-000000-${like}` }));
  }
  await store.close();
  const { stdout } = await assay(["trends", "lights"], { cwd });
  for (const tail of tails) expect(stdout).toContain(`\n  ${tail}   20`);
  expect(stdout).toContain(`Look closer:  assay compare ${tails.join(" ")}`);
  const next = await assay(["compare", ...tails], { cwd });
  expect(next.code, next.stderr).toBe(0);
  const clusters = await assay(["clusters", ids[1] ?? ""], { cwd });
  expect(clusters.stdout).toContain(`Look closer:  assay runs show ${tails[1]} --case`);
});
