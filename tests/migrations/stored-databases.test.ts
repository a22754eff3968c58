import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCHEMA_VERSION } from "../../src/core/run.ts";
import { sqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { aRunStart, caseEvents } from "../../src/testing/builders.ts";
import { assay, project } from "../cli/assay.ts";

/** Workspaces as earlier versions left them: two cases of a parcel service, each held twice, one of them failed. */
const databases = [
  { version: 1, runId: "3f6154" },
  { version: 2, runId: "0482a3" },
];

function workspace(version: number): string {
  const cwd = project({});
  mkdirSync(join(cwd, ".assay"));
  const database = join(import.meta.dirname, `version-${version}.db`);
  copyFileSync(database, join(cwd, ".assay", "assay.db"));
  return cwd;
}

test.each(databases)(
  "a database of version $version is read and shown",
  async ({ version, runId }) => {
    const cwd = workspace(version);
    const { code, stdout } = await assay(["runs", "show", runId, "--case", "lost"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("Where is parcel 7?");
    expect(stdout).toContain("Parcel 7 is lost.");
    const exported = await assay(["runs", "export", runId, "--format", "json"], { cwd });
    const { totals, cases } = JSON.parse(exported.stdout);
    expect(totals).toMatchObject({ passed: 1, failed: 1, notEvaluated: 0 });
    expect(cases).toHaveLength(4);
  },
);

test.each(databases)("a run of version $version is scored again", async ({ version, runId }) => {
  const cwd = workspace(version);
  const { code, stdout } = await assay(["score", runId], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("1 passed, 1 failed, 0 not evaluated, of 2");
  const listed = await assay(["runs"], { cwd });
  expect(listed.stdout).toContain(runId.slice(0, 4));
});

test("a run of a version to come is refused with a sentence, and the others are not", async () => {
  const cwd = workspace(2);
  const store = sqliteStore(join(cwd, ".assay", "assay.db"));
  const runId = "20301116-025312-4c1e9a";
  await store.append({ ...aRunStart({ runId }), schemaVersion: SCHEMA_VERSION + 1 });
  for (const event of caseEvents({ runId })) await store.append(event);
  await store.close();
  for (const args of [["runs", "show"], ["score"], ["runs", "export", "--format", "json"]]) {
    const { code, stderr } = await assay([...args, runId], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`Run ${runId} was written by a newer version of Assay.`);
  }
  expect((await assay(["runs", "show", "0482a3"], { cwd })).code).toBe(0);
});
