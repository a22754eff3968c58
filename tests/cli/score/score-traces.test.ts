import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { turn } from "../../traces/one-turn.ts";
import { otlpText } from "../../traces/trace-builder.ts";
import { vendorDialects } from "../../traces/vendor-dialects.ts";
import { assay, evalSet, project } from "../assay.ts";

const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });
const golden = (answer: string = turn.answer) =>
  evalSet({
    order: { user: turn.user, answer, calls: [{ name: "look_up", args: { order: 7 } }] },
  });

describe("assay score with traces", () => {
  test("scores what an agent did, against the case that begins alike", async () => {
    const cwd = project({ "trace.json": trace, "golden.evalset.json": golden() });
    const args = ["trace.json", "--eval-set", "golden.evalset.json", "-m", "response_match_score"];
    const outcome = await assay(["run", ...args, "--output", "json"], { cwd });
    expect(outcome.code).toBe(0);
    const report = JSON.parse(outcome.stdout);
    expect(report.traces).toMatchObject([
      {
        case: { id: "order", how: "user-text" },
        status: "passed",
        metrics: expect.arrayContaining([
          { name: "response_match_score", score: 1, status: "passed" },
        ]),
        invocations: [{ user: turn.user, answer: turn.answer, tools: turn.tools }],
      },
    ]);
    expect(report.performance.run.counts).toMatchObject({ traces: 1, total_tool_calls: 1 });
    expect(report.totals).toMatchObject({ passed: 1, failed: 0 });
  });

  test("measures alike whether code of others may run beside it or not", async () => {
    const names = ["tool_trajectory_avg_score", "response_match_score"];
    const criteria = Object.fromEntries(names.map((name) => [name, 0.5]));
    const cwd = project({
      "trace.json": trace,
      "golden.evalset.json": golden("It is somewhere else."),
      "config.json": JSON.stringify({ criteria }),
    });
    const score = async (...flags: string[]) => {
      const args = ["score", "trace.json", "--eval-set", "golden.evalset.json"];
      const { code, stdout } = await assay([...args, "--output", "json", ...flags], { cwd });
      const { traces, performance, totals, metrics } = JSON.parse(stdout);
      return { code, traces, performance, totals, metrics };
    };
    const alone = await score(...names.flatMap((name) => ["-m", name]));
    expect(alone).toMatchObject({ code: 1, traces: [{ status: "failed" }] });
    // a config may name metrics of one's own, so that everything is guarded
    expect(await score("--config_file_path", "config.json")).toEqual(alone);
  });

  test.each([
    [["tool_calls", "-t", "1"], 0, "tool calls ≤ 1"],
    [["tool_calls", "-t", "30"], 0, "tool calls ≤ 30"],
    [["tool_call_count_v1", "-t", "0"], 1, "tool calls a turn ≤ 0"],
    [["tool_call_count_v1", "-m", "response_match_score", "-t", "0.9"], 0, "response ≥ 0.9"],
    [["response_match_score", "-t", "30"], 2, "a share from 0 to 1"],
    [["response_evaluation_score", "-t", "0.5"], 2, "Choose one from 1 to 5."],
  ])("-m %j holds a metric to a threshold on its own scale", async (flags, exit, shows) => {
    const cwd = project({ "trace.json": trace, "golden.evalset.json": golden() });
    const args = ["trace.json", "--eval-set", "golden.evalset.json", "-m", ...flags];
    const { code, stdout, stderr } = await assay(["score", ...args], { cwd });
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, " ")).toContain(shows);
    expect(stderr).not.toContain("names no metric");
    expect(code).toBe(exit);
  });

  test("tells what a trace says of itself beside our verdict, which it does not change", async () => {
    const [first, ...others] = vendorDialects["OpenTelemetry's names"]?.spans ?? [];
    if (first === undefined) throw new Error("the trace has no span");
    const attributes = {
      "gen_ai.evaluation.name": "fit\u001b[31m",
      "gen_ai.evaluation.score.value": 0,
      "gen_ai.evaluation.score.label": "fail",
    };
    const events = [{ name: "gen_ai.evaluation.result", attributes }];
    const told = otlpText({ spans: [{ ...first, events }, ...others] });
    const cwd = project({ "trace.json": told, "golden.evalset.json": golden() });
    const args = ["score", "trace.json", "--eval-set", "golden.evalset.json"];
    const shown = await assay(args, { cwd });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/the traces say themselves.*: fit.* 0, fail\n/);
    expect(shown.stdout).not.toContain("\u001b[31m");
    const report = JSON.parse((await assay([...args, "--output", "json"], { cwd })).stdout);
    expect(report.traces[0]).toMatchObject({
      status: "passed",
      evaluations: [{ name: "fit\u001b[31m", score: 0, label: "fail" }],
    });
    expect(report.traces[0].metrics.map(({ name }: { name: string }) => name)).not.toContain("fit");
  });

  test("fails with the aligned difference", async () => {
    const other = evalSet({
      order: { user: turn.user, calls: [{ name: "look_up", args: { order: 8 } }] },
    });
    const cwd = project({ "trace.json": trace, "golden.evalset.json": other });
    const outcome = await assay(["score", "trace.json", "--eval_set", "golden.evalset.json"], {
      cwd,
    });
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain("order is 7 where 8 was expected");
  });

  test("says where a document that was cut off ends", async () => {
    const cwd = project({ "trace.json": trace.slice(0, 200), "other.json": "[1, 2]" });
    const cut = await assay(["score", "trace.json"], { cwd });
    expect(cut.code).toBe(2);
    expect(cut.stderr).toMatch(/trace\.json.*(?:ends|line 1)/s);
    const other = await assay(["score", "other.json"], { cwd });
    expect(other.stderr).toContain("other.json is no trace.");
  });

  test("reads no text that is not UTF-8 with other characters, and says so", async () => {
    const strange = trace.replace(turn.answer, "Caf\u00e9");
    expect(strange).not.toBe(trace);
    const cwd = project({ "golden.evalset.json": golden() });
    const path = join(cwd, "trace.json");
    const score = ["score", "trace.json", "--eval-set", "golden.evalset.json"];
    for (const encoding of ["latin1", "utf16le"] as const) {
      writeFileSync(path, `${encoding === "latin1" ? "" : "\ufeff"}${strange}`, encoding);
      const { code, stderr } = await assay(score, { cwd });
      expect(stderr).toMatch(/error {2}trace\.json:1:\d+\n +The file is not UTF-8 text\./);
      expect(code).toBe(2);
    }
    writeFileSync(path, Buffer.from(`${trace}\n${strange}\n`, "latin1"));
    const lost = await assay(score, { cwd });
    expect(lost.stderr).toContain("trace.json: Line 2 is no valid JSON.");
    expect(lost.code).toBe(3);
  });

  test("is incomplete where nothing was compared, or a line was lost, and says why", async () => {
    const cwd = project({
      "trace.jsonl": `${trace}\n{"resourceSpans":`,
      "golden.evalset.json": golden(),
      "other.evalset.json": evalSet({ a: { user: "x" }, b: { user: "y" } }),
    });
    const against = ["score", "trace.jsonl", "--eval-set", "golden.evalset.json"];
    const lost = await assay([...against, "-m", "response_match_score", "-r", "json=run.json"], {
      cwd,
    });
    expect(lost.code).toBe(3);
    expect(lost.stdout).toContain("1 passed, 0 failed, 0 not evaluated, of 1");
    expect(lost.stdout.replace(/\s+/g, " ")).toContain(
      "Incomplete, since not everything could be read: trace.jsonl: Line 2 is no valid JSON.",
    );
    expect((await assay([...against, "--output", "junit"], { cwd })).stdout).toMatch(
      /<testsuites name="assay" tests="2" .*errors="1".*<testsuite name="traces".*Line 2 is no valid JSON/s,
    );
    const { run } = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8"));
    expect(run).toMatchObject({ status: "incomplete", exitCode: 3 });
    expect(
      (await assay(["runs", "export", "latest", "--format", "json"], { cwd })).stdout,
    ).toContain('"status":"incomplete"');
    expect(lost.stderr).toContain("trace.jsonl: Line 2 is no valid JSON.");
    const again = await assay(["score", "latest"], { cwd });
    expect([again.code, again.stdout.includes("1 passed")]).toEqual([3, true]);
    const none = await assay(["score", "trace.jsonl"], { cwd });
    expect(none.code).toBe(3);
    expect(none.stderr).toContain("There is no eval set to compare with.");
    expect(none.stdout).toContain("why    There is no eval set to compare with.");
    expect(none.stdout).toMatch(/the agent: \d+\.\d\d s a turn/);
    const unmatched = await assay(["score", "trace.jsonl", "-e", "other.evalset.json"], { cwd });
    expect(unmatched.code).toBe(3);
    expect(unmatched.stderr).toContain("No case of the eval set begins with what the user");
  });

  test("says of how many places nothing could be read, where they are more than it names", async () => {
    const lines = Array.from({ length: 130 }, (_, index) => `{broken ${index}`);
    const cwd = project({
      "trace.jsonl": `${trace}\n${lines.join("\n")}`,
      "golden.evalset.json": golden(),
    });
    const args = ["trace.jsonl", "-e", "golden.evalset.json", "-r", "json=out.json"];
    const { code, stdout } = await assay(["score", ...args], { cwd });
    expect(code).toBe(3);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("129 more could not be read either.");
    const { run } = JSON.parse(readFileSync(join(cwd, "out.json"), "utf8"));
    expect(run.unread).toHaveLength(100);
    expect(run.unreadCount).toBe(130);
  });

  test("refuses what is no trace, an unknown metric and a misspelt choice", async () => {
    const cwd = project({
      "trace.json": trace,
      "note.json": '{"hello": 1}',
      "empty.json": '{"resourceSpans": []}',
      "sub/eval.yaml":
        "eval_set: gone.json\nevaluators: [{name: response_match_score, type: builtin}]",
    });
    const cases: readonly (readonly [readonly string[], string])[] = [
      [["note.json"], "note.json is no trace."],
      [["empty.json"], "The trace files contain no span that can be read."],
      [["nope.json"], "There is no file nope.json"],
      [["trace.json", "-m", "response_mach_score"], "response_match_score"],
      [["trace.json", "-m", "nope"], 'error  There is no metric "nope".'],
      [["trace.json", "-o", "jsn"], "Did you mean json? There are table, summary, json"],
      [["trace.json", "-c", "sub/eval.yaml"], "sub/gone.json, which sub/eval.yaml names"],
      [["trace.json", "--group-by", "conversatoin"], "Did you mean conversation?"],
      [
        ["trace.json", "-m", "response_match_score", "--trajectory-match-type", "IN_ODER"],
        "Did you mean IN_ORDER?",
      ],
      [["trace.json", "-f", "jaeger-json"], "trace.json is no jaeger-json."],
    ];
    for (const [args, said] of cases) {
      const outcome = await assay(["score", ...args], { cwd });
      expect(outcome.stderr, args.join(" ")).toContain(said);
      expect(outcome.code, args.join(" ")).toBe(2);
    }
  });
});
