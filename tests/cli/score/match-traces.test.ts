import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
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
