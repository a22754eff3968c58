import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";

const agent = `
export async function rootAgent(text, { turn }) {
  turn.text("Let me see.");
  turn.call("1", "look_up", { order: text });
  await new Promise((resolve) => setTimeout(resolve, 5));
  turn.result("1", "look_up", text.includes("broken") ? { error: "no such order" } : { output: { paid: true } });
  turn.usage({ input: 12, output: 4 }, { model: "gpt-5-mini", milliseconds: 2 });
  return "Order " + text + " is paid, " + (process.env.SHOP_API_KEY ?? "");
}
`;

const config = {
  criteria: {
    tool_trajectory_avg_score: 0.5,
    response_match_score: 0.5,
    no_tool_errors: 0.5,
    total_tokens: 100,
  },
};

function shop(): string {
  const calls = (order: string) => [{ name: "look_up", args: { order } }];
  return project({
    "agent.mjs": agent,
    "test_config.json": config,
    "shop.evalset.json": evalSet({
      seven: { user: "7", answer: "Order 7 is paid", calls: calls("7") },
      broken: { user: "broken", answer: "There is none", calls: calls("8") },
    }),
  });
}

interface Reported {
  readonly cases: readonly { readonly metrics: readonly Metric[] }[];
}

interface Metric {
  readonly name: string;
  readonly score: number | null;
  readonly status: string;
}

test("a run is exported as traces, which score as the run did", async () => {
  const cwd = shop();
  await assay(["eval", "agent.mjs", "--reporter", "json=run.json"], { cwd });
  const exported = await assay(["runs", "export", "--format", "otlp", "--to", "t.jsonl"], { cwd });
  expect(exported).toMatchObject({ code: 0, stderr: "" });
  const lines = readFileSync(join(cwd, "t.jsonl"), "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  const args = ["score", "t.jsonl", "--eval-set", "shop.evalset.json"];
  const scored = await assay([...args, "--config", "test_config.json", "--output", "json"], {
    cwd,
  });
  const { traces } = JSON.parse(scored.stdout);
  const run: Reported = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8"));
  const shown = (metrics: readonly Metric[]) =>
    metrics.map(({ name, score, status }) => ({ name, score, status }));
  expect(traces.map((trace: { metrics: readonly Metric[] }) => shown(trace.metrics))).toEqual(
    run.cases.map((each) => shown(each.metrics)),
  );
  expect(traces[0].invocations).toEqual([
    {
      id: expect.any(String),
      user: "7",
      answer: "Order 7 is paid, ",
      tools: [{ name: "look_up", args: { order: "7" }, id: "1", result: { paid: true } }],
    },
  ]);
});

test("one case of a run is exported, and an unknown one is refused", async () => {
  const cwd = shop();
  await assay(["eval", "agent.mjs"], { cwd });
  const one = await assay(["runs", "export", "-f", "otlp", "--case", "seven"], { cwd });
  expect(one.stdout.trimEnd().split("\n")).toHaveLength(1);
  expect(one.stdout).toContain('"eval_case seven"');
  const none = await assay(
    ["runs", "export", "-f", "otlp", "--case", "sevn", "--to", "none.jsonl"],
    { cwd },
  );
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("Did you mean seven?");
  expect(existsSync(join(cwd, "none.jsonl"))).toBe(false);
  const report = await assay(["runs", "export", "-f", "junit", "--case", "seven"], { cwd });
  expect(report.code).toBe(2);
  expect(report.stderr).toContain("--case goes with --format otlp");
});

test("no secret is exported", async () => {
  const cwd = shop();
  const env = { SHOP_API_KEY: "sk-0123456789abcdefABCDEF0123456789" };
  await assay(["eval", "agent.mjs"], { cwd, env });
  const { stdout } = await assay(["runs", "export", "--format", "otlp"], { cwd, env });
  expect(stdout).toContain("SHOP_API_KEY");
  expect(stdout).not.toContain(env.SHOP_API_KEY);
});
