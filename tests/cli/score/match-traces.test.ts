import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { turn } from "../../traces/one-turn.ts";
import { otlpText, TRACE_ID } from "../../traces/trace-builder.ts";
import { vendorDialects } from "../../traces/vendor-dialects.ts";
import { assay, evalSet, project } from "../assay.ts";

const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });
const other = trace.replaceAll(TRACE_ID, "1".repeat(32));
const calls = [{ name: "look_up", args: { order: 7 } }];
const golden = {
  ...evalSet({
    first: { user: "Something else", calls },
    order: { user: turn.user, calls },
  }),
};
golden.eval_cases.push({
  eval_id: "played",
  conversation_scenario: { starting_prompt: "Hi", conversation_plan: "Ask." },
} as never);

const files = { "a.json": trace, "b.json": other, "golden.json": golden };

async function casesBy(...flags: readonly string[]) {
  const cwd = project(files);
  const args = ["score", "a.json", "b.json", "-e", "golden.json", "-o", "json", ...flags];
  const { stdout, stderr, code } = await assay(args, { cwd });
  const { traces, skipped } = JSON.parse(stdout);
  return { cases: traces.map((each: { case: unknown }) => each.case), skipped, stderr, code };
}

describe("the cases of traces", () => {
  test("are found by text; scenarios are skipped, since they need a run", async () => {
    const { cases, skipped, stderr, code } = await casesBy();
    const found = { id: "order", how: "user-text" };
    expect(cases).toEqual([found, found]);
    expect(skipped).toEqual([{ case: "played", why: "needs-a-run" }]);
    expect(stderr).toContain("played skipped: needs a run.");
    expect(code).toBe(0);
  });

  test("are found by order, by id alone, or are given", async () => {
    const ordered = [
      { id: "first", how: "order" },
      { id: "order", how: "order" },
    ];
    expect((await casesBy("--match", "order")).cases).toEqual(ordered);
    const unnamed = await casesBy("--match", "id");
    expect(unnamed.cases[0]).toEqual({ id: null, why: "not-named" });
    expect(unnamed.stderr).toContain("The trace names no case");
    expect(unnamed.code).toBe(3);
    const given = { id: "first", how: "given" };
    expect((await casesBy("--case", "first")).cases).toEqual([given, given]);
  });

  test.each([
    ["--case", "frist", "Did you mean first?"],
    ["--case", "played", 'The case "played" needs a run.'],
    ["--match", "ordr", "Did you mean order?"],
  ])("%s %s is refused", async (flag, value, said) => {
    const cwd = project(files);
    const outcome = await assay(["score", "a.json", "-e", "golden.json", flag, value], { cwd });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(said);
  });
});

test("the report says which trace has which name where several have one case", async () => {
  const cwd = project(files);
  const args = ["score", "a.json", "b.json", "-e", "golden.json", "-o", "json"];
  const { traces, cases } = JSON.parse((await assay(args, { cwd })).stdout);
  const named = { evalId: "order", traceId: TRACE_ID };
  expect(traces).toMatchObject([named, { evalId: "order (2)", traceId: "1".repeat(32) }]);
  expect(cases.map(({ evalId }: { evalId: string }) => evalId)).toEqual(["order", "order (2)"]);
});

test("a conversation of several traces goes by its own name in the report", async () => {
  const resource = { "agentevals.session_name": "monday" };
  const spec = vendorDialects["OpenTelemetry's names"] ?? { spans: [] };
  const named = otlpText({ ...spec, resource });
  const cwd = project({
    ...files,
    "a.json": named,
    "b.json": named.replaceAll(TRACE_ID, "1".repeat(32)),
  });
  const args = ["score", "a.json", "b.json", "-e", "golden.json", "-o", "json"];
  const { traces } = JSON.parse((await assay(args, { cwd })).stdout);
  expect(traces).toMatchObject([{ conversation: "monday", traceIds: expect.any(Array) }]);
});

test("a file that a folder links to is read like one in it, and a link to nothing is told", async () => {
  const cwd = project({ "golden.json": golden, "traces/a.json": trace, "b.json": other });
  symlinkSync(join(cwd, "b.json"), join(cwd, "traces/b.json"));
  symlinkSync(cwd, join(cwd, "traces/folder.json"));
  const score = ["score", "traces", "-e", "golden.json", "-o", "json"];
  expect(JSON.parse((await assay(score, { cwd })).stdout).traces).toHaveLength(2);
  symlinkSync(join(cwd, "gone.json"), join(cwd, "traces/c.json"));
  const broken = await assay(score, { cwd });
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain("traces/c.json");
});

test("traces come from folders, from gzip and from standard input", async () => {
  const cwd = project({ "golden.json": golden, "traces/a.json": trace });
  writeFileSync(join(cwd, "traces/b.json.gz"), gzipSync(other));
  const folder = await assay(["score", "traces", "-e", "golden.json", "-o", "json"], { cwd });
  expect(JSON.parse(folder.stdout).traces).toHaveLength(2);
  const command = resolve(import.meta.dirname, "../../../bin/assay.js");
  const args = [command, "run", "-", "--eval-set", "golden.json", "--output", "summary"];
  const piped = spawnSync(process.execPath, args, { cwd, input: gzipSync(trace) });
  expect(piped.status).toBe(0);
  expect(String(piped.stdout)).toContain("1 passed");
});
