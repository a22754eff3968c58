import { expect, onTestFinished, test } from "vitest";
import { type ScoreOptions, score } from "../../../src/api/score-saved.ts";
import { scoreCommands } from "../../../src/cli/score/score-commands.ts";
import { loopbackModels } from "../../../src/testing/index.ts";
import { answerInForm } from "../../judge-by-form.ts";
import { assay, evalSet, project } from "../assay.ts";
import { jsonReporter, lastingReport } from "../report.ts";

/** What the command and the library both have, under the names that each has for it. */
const shared: Readonly<Record<string, keyof ScoreOptions>> = {
  config_file_path: "config",
  eval_set: "evalSet",
  judge_model: "judgeModel",
  base_url: "baseUrl",
  max_cost: "maxCost",
  judge_check: "judgeCheck",
  store: "store",
  reporter: "reporters",
  resume: "resume",
  gate: "gates",
  gate_by: "gateBy",
  baseline: "baseline",
};

const files = {
  "agent.mjs": `
    export const rootAgent = (text) => {
      console.log("asked", text);
      if (text === "broken") throw new Error("no way");
      return text;
    };`,
  "demo.evalset.json": evalSet({
    right: { user: "hello there", answer: "hello there" },
    wrong: { user: "hello there", answer: "good bye", calls: [{ name: "wave", args: {} }] },
    unknown: { user: "hello there" },
    broken: { user: "broken", answer: "whole" },
  }),
  "newer.evalset.json": evalSet({
    right: { user: "hello there", answer: "something else" },
    wrong: { user: "hello there", answer: "hello there" },
  }),
  "test_config.json": { criteria: { response_match_score: 0.8 } },
  "lenient.json": { criteria: { response_match_score: 0.1, tool_trajectory_avg_score: 1 } },
  "config.mjs": `
    export default {
      criteria: { turns: 1 },
      customMetrics: { turns: ({ invocations }) => invocations.length },
    };`,
  "judged.json": {
    criteria: { final_response_match_v2: 0.5 },
    model_prices: { "openai-compatible/judge": { input: 1, output: 1 } },
  },
};

interface Row {
  /** A file, or a run of the store. */
  readonly saved?: string;
  readonly flags: readonly string[];
  readonly options: ScoreOptions;
}

const rows: Readonly<Record<string, Row>> = {
  "nothing at all": { flags: [], options: {} },
  "a run of the store": { saved: "latest", flags: [], options: {} },
  "a config": {
    flags: ["--config_file_path", "lenient.json"],
    options: { config: "lenient.json" },
  },
  "a config in code": {
    saved: "latest",
    flags: ["--config_file_path", "config.mjs"],
    options: { config: "config.mjs" },
  },
  "newer references": {
    flags: ["--eval_set", "newer.evalset.json"],
    options: { evalSet: "newer.evalset.json" },
  },
  "newer references and a config": {
    flags: ["--eval_set", "newer.evalset.json", "--config_file_path", "lenient.json"],
    options: { evalSet: ["newer.evalset.json"], config: "lenient.json" },
  },
};

test.each(Object.entries(rows))("with %s, both write the same report", async (_, row) => {
  await agree(row);
});

test("with a judge, its address, a ceiling and its check, both write the same report", async () => {
  const server = await loopbackModels(({ messages }) => {
    const text = messages.map((each) => each.text).join("\n");
    const schema = { properties: { rationale: {}, verdict: {} } };
    return { text: answerInForm({ messages: [{ role: "user", text }], schema }, true) };
  });
  onTestFinished(() => server.close());
  const [judgeModel, baseUrl] = ["openai-compatible/judge", `${server.url}/v1`];
  const judge = ["--config_file_path", "judged.json", "--judge_model", judgeModel];
  const flags = [...judge, "--base_url", baseUrl];
  const options = { config: "judged.json", judgeModel, baseUrl };
  await agree({ flags, options });
  await agree({
    flags: [...flags, "--judge_check", "on"],
    options: { ...options, judgeCheck: "on" },
  });
  await agree({ flags: [...flags, "--max_cost", "1"], options: { ...options, maxCost: 1 } });
});

test("a run that is not whole is scored by both, and both say so", async () => {
  const cwd = await finishedRun(["--fail_fast", "--concurrency", "1"]);
  const { stderr } = await assay(["score", "latest"], { cwd });
  const { notes } = await score("latest", { cwd });
  expect(stderr).toContain("is not whole");
  expect(notes.join(" ")).toContain("is not whole");
});

test("every option of either is in both, or is known to be of one alone", () => {
  const [spec] = scoreCommands;
  const flags = (spec?.options ?? []).map(({ name }) => name);
  const onlyCommand = flags.filter((name) => !Object.hasOwn(shared, name));
  expect(onlyCommand.sort()).toMatchInlineSnapshot(`
    [
      "case",
      "emit_otel",
      "format",
      "group_by",
      "match",
      "metric",
      "output",
      "print_detailed_results",
      "resume_changed",
      "threshold",
      "timeout",
      "trajectory_match_type",
      "verbose",
    ]
  `);
  for (const name of Object.keys(shared)) expect(flags).toContain(name);
});

async function finishedRun(flags: readonly string[] = []): Promise<string> {
  const cwd = project(files);
  await assay(["eval", "agent.mjs", "demo.evalset.json", ...flags], { cwd });
  const file = ["runs", "export", "latest", "--format", "jsonl", "--output", "held.jsonl"];
  await assay(file, { cwd });
  return cwd;
}

/** Both score the same conversations; what they write must be equal. */
async function agree({ saved = "held.jsonl", flags, options }: Row) {
  const cwd = await finishedRun();
  const args = ["score", saved, ...flags, "--reporter", "json=command.json"];
  const { code, stderr } = await assay(args, { cwd });
  const reporters = [await jsonReporter("library.json", cwd)];
  // a judge that has proved itself in a store is not asked there again
  const store = saved === "latest" ? {} : { store: "library.db" };
  const run = await score(saved, { ...options, ...store, cwd, reporters });
  expect(run.exitCode, stderr).toBe(code);
  expect(lastingReport(cwd, "library.json")).toEqual(lastingReport(cwd, "command.json"));
}
