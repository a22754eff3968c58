import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteTraceStore } from "../../../src/stores/sqlite/traces/sqlite-trace-store.ts";
import { aBatch, aSpan } from "../../../src/testing/trace-store/trace-store-batches.ts";
import { assay, project } from "../assay.ts";
import { startServe } from "./start-serve.ts";

const HOUR = 60 * 60 * 1000;

/** Sessions a, b, c and d, of one span each, an hour and 24 hours and 48 hours and 72 hours ago; c is golden. */
async function days(files: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const cwd = project(files);
  const store = sqliteTraceStore(join(cwd, ".assay", "assay.db"));
  for (const [place, key] of ["d", "c", "b", "a"].entries()) {
    const spans = [aSpan({ traceId: key.padEnd(32, "0") })];
    const receivedAt = Date.now() - (3 - place) * 24 * HOUR - HOUR;
    await store.append(aBatch({ spans, receivedAt, sighting: { key: { kind: "name", key } } }));
  }
  await store.markGolden("c", true);
  await store.close();
  return cwd;
}

/** What is there after a server has begun and ended. */
async function kept(cwd: string, args: readonly string[] = []): Promise<string> {
  const { child } = await startServe(cwd, args);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const { stdout } = await assay(["sessions", "-o", "json"], { cwd });
  return JSON.parse(stdout)
    .map(({ id }: { id: string }) => id)
    .join("");
}

test("nothing of an agent is forgotten unless somebody says so", async () => {
  expect(await kept(await days())).toBe("dcba");
});

test.each([
  [["--keep_days", "2"], "cba"],
  [["--keep_sessions", "2"], "ca"],
  [["--keep-spans", "3"], "cba"],
  [["--keep_sessions", "1", "--keep_days", "1"], "c"],
] as const)("%j keeps %s, the golden one always", async (args, names) => {
  expect(await kept(await days(), args)).toBe(names);
});

test("the project says it too, and a flag goes before it", async () => {
  const config = { "assay.config.json": { retention: { sessions: 2, days: 30 } } };
  expect(await kept(await days(config))).toBe("ca");
  expect(await kept(await days(config), ["--keep_sessions", "3"])).toBe("cba");
});

test("limits that are none are told with their place", async () => {
  const cwd = project({ "assay.config.json": { retention: { sessions: 0, hours: 3 } } });
  const env = { ASSAY_STORE: join(cwd, "given.db") };
  // a store that was given elsewhere does not hide what the project says
  expect(await assay(["serve", "--port", "0"], { cwd, env })).toMatchObject({ code: 2 });
  const { code, stderr } = await assay(["serve", "--port", "0"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("assay.config.json");
  expect(stderr).toContain("hours");
  const flag = await assay(["serve", "--keep_spans", "few"], { cwd: project({}) });
  expect(flag.code).toBe(2);
  expect(flag.stderr).toContain("--keep_spans");
});
