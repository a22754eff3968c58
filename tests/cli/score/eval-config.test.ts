import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { turn } from "../../traces/one-turn.ts";
import { otlpText, TRACE_ID } from "../../traces/trace-builder.ts";
import { vendorDialects } from "../../traces/vendor-dialects.ts";
import { assay, evalSet, project } from "../assay.ts";

const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });
const golden = evalSet({
  order: {
    user: turn.user,
    answer: "Order 7 is settled.",
    calls: [{ name: "look_up", args: { order: 7 } }],
  },
});

const keeping = `
import { readFileSync, writeFileSync } from "node:fs";
const request: { config: { score: number } } = JSON.parse(readFileSync(0, "utf8"));
writeFileSync("request.json", JSON.stringify(request));
console.log(JSON.stringify({ score: request.config.score, details: { seen: true } }));
`;

const config = `
eval_set: golden.json
output_format: json
evaluators:
  - {name: tool_trajectory_avg_score, type: builtin}
  - {name: response_match_score, type: builtin, threshold: 0.9}
  - {name: kept, type: code, path: kept.ts, config: {score: 0.75}, threshold: 0.7}
`;

interface Report {
  readonly traces: readonly {
    readonly case: { readonly id: string | null; readonly how?: string };
    readonly metrics: readonly { readonly name: string; readonly status: string }[];
  }[];
}

function statuses(stdout: string): Readonly<Record<string, string>> {
  const { traces } = JSON.parse(stdout) as Report;
  const metrics = traces.flatMap(({ metrics: all }) => all);
  const deciding = metrics.filter(({ status }) => status !== "informational");
  return Object.fromEntries(deciding.map(({ name, status }) => [name, status]));
}

describe("assay score --config eval_config.yaml", () => {
  test("measures by each entry, and takes the eval set and the report from the file", async () => {
    const cwd = project({
      "trace.json": trace,
      "evals/golden.json": golden,
      "evals/kept.ts": keeping,
      "evals/eval_config.yaml": config,
    });
    const outcome = await assay(["run", "trace.json", "-c", "evals/eval_config.yaml"], { cwd });
    expect(outcome.code).toBe(1);
    expect(statuses(outcome.stdout)).toEqual({
      tool_trajectory_avg_score: "passed",
      response_match_score: "failed",
      kept: "passed",
    });
    const request = JSON.parse(readFileSync(join(cwd, "request.json"), "utf8"));
    expect(request).toMatchObject({
      protocol_version: "1.1",
      metric_name: "kept",
      threshold: 0.7,
      invocations: [
        {
          trace_id: TRACE_ID,
          user_content: turn.user,
          final_response: turn.answer,
          intermediate_steps: {
            tool_calls: [{ id: "c1", name: "look_up", args: { order: 7 } }],
            tool_responses: [
              { id: "c1", name: "look_up", response: { paid: true }, output: '{"paid": true}' },
            ],
          },
          performance_metrics: { counts: { tool_calls: 1, invocations: 1 } },
        },
      ],
      expected_invocations: [{ final_response: "Order 7 is settled.", performance_metrics: null }],
    });
  });

  test("flags override what it says of built-in metrics, or of those they name", async () => {
    const cwd = project({
      "trace.json": trace,
      "golden.json": golden,
      "kept.ts": keeping,
      "eval_config.yml": config,
    });
    const score = ["score", "trace.json", "--config", "eval_config.yml"];
    const lower = await assay([...score, "-t", "0.2"], { cwd });
    expect(lower.code).toBe(0);
    const named = await assay([...score, "-m", "response_match_score", "-m", "kept"], { cwd });
    expect(named.code).toBe(2);
    expect(named.stderr).toContain('There is no metric "kept".');
    const one = await assay([...score, "-m", "response_match_score"], { cwd });
    expect(statuses(one.stdout)).toMatchObject({ response_match_score: "passed", kept: "passed" });
  });

  test("a script that is missing or breaks spoils its own metric and no other", async () => {
    const cwd = project({
      "trace.json": trace,
      "golden.json": golden,
      "loud.js": "console.error('boom'); process.exit(3)",
      "chatty.js": "console.log('hello'); console.log('{\"score\": 1}')",
      "slow.js": "setTimeout(() => {}, 60_000)",
      "c.yaml": `eval_set: golden.json
evaluators:
  - {name: tool_trajectory_avg_score, type: builtin}
  - {name: gone, type: code, path: gone.js}
  - {name: loud, type: code, path: loud.js}
  - {name: chatty, type: code, path: chatty.js}
  - {name: slow, type: code, path: slow.js, timeout: 1}
  - {name: spoken, type: program, command: [node, -e, "console.log('{\\"score\\": 1}')"]}
`,
    });
    const outcome = await assay(["score", "trace.json", "-c", "c.yaml", "-o", "json"], { cwd });
    expect(outcome.code).toBe(3);
    expect(statuses(outcome.stdout)).toEqual({
      tool_trajectory_avg_score: "passed",
      gone: "not-evaluated",
      loud: "not-evaluated",
      chatty: "not-evaluated",
      slow: "not-evaluated",
      spoken: "passed",
    });
    for (const said of ["no file gone.js", "exit code 3", "one JSON document", "longer than 1 s"])
      expect(outcome.stdout).toContain(said);
  });

  test("says of a config of counts and times alone that none has a threshold", async () => {
    const cwd = project({
      "trace.json": trace,
      "golden.json": golden,
      "c.yaml": "eval_set: golden.json\nevaluators: [{name: tool_call_count_v1, type: builtin}]\n",
    });
    const { code, stderr } = await assay(["score", "trace.json", "-c", "c.yaml"], { cwd });
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(
      "note No evaluator has a threshold, and counts and times decide nothing without one.",
    );
    expect(stderr).not.toContain("names no metric");
    expect(code).toBe(3);
  });

  test("refuses with the sentence, the file and the line", async () => {
    const cwd = project({
      "trace.json": trace,
      "c.yaml": "evaluators:\n  - name: x\n    type: remote\n    ref: a/b.py\n",
    });
    const outcome = await assay(["score", "trace.json", "-c", "c.yaml"], { cwd });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("would be fetched from the network");
    expect(outcome.stderr).toContain("c.yaml:3:11");
  });
});
