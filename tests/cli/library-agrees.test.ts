import { expect, onTestFinished, test } from "vitest";
import { evaluate } from "../../src/api/evaluate.ts";
import { type RunOptions, runOptionNames } from "../../src/api/run-options.ts";
import { evalCommands } from "../../src/cli/eval/eval-commands.ts";
import { loopbackModels } from "../../src/testing/index.ts";
import { answerInForm } from "../judge-by-form.ts";
import { assay, evalSet, project } from "./assay.ts";
import { jsonReporter, lastingReport } from "./report.ts";

/** What the command and the library both have, under the names that each has for it. */
const shared: Readonly<Record<string, keyof RunOptions>> = {
  config_file_path: "config",
  num_runs: "trials",
  require: "require",
  concurrency: "concurrency",
  case: "cases",
  tag: "tags",
  quarantined: "quarantined",
  fail_fast: "failFast",
  timeout: "timeouts",
  case_timeout: "timeouts",
  run_timeout: "timeouts",
  initial_session_file: "initialSession",
  seed: "seed",
  agent_name: "agentName",
  agent_model: "agentModel",
  adk_results: "adkResults",
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
  name: "name",
  decide: "decide",
  budget: "budget",
};

const agents = new URL("../../src/agents/index.ts", import.meta.url).href;

const files = {
  "modelled.mjs": `
    import { agentFactory } from ${JSON.stringify(agents)};
    const create = ({ model = "small" }) => (text) => text + " " + model;
    export default agentFactory(create, { takesModel: true });`,
  "agent.mjs": `
    let calls = 0;
    export const rootAgent = async (text, { state }) => {
      calls += 1;
      if (text === "slow") await new Promise((done) => setTimeout(done, 60_000));
      if (text === "state") return String(state.name);
      return text === "moody" && calls % 2 === 0 ? "no" : text;
    };`,
  "crew.mjs": `
    export const shout = (text) => text.toUpperCase();
    export const echo = (text) => text;
    export default { shout, echo };`,
  "demo.evalset.json": evalSet({
    right: { user: "hello there", answer: "hello there", assay: { tags: ["critical"] } },
    moody: { user: "moody", answer: "moody" },
    wrong: { user: "hello there", answer: "good bye", calls: [{ name: "wave", args: {} }] },
    unknown: { user: "hello there" },
    state: { user: "state", answer: "Ada" },
  }),
  "slow.evalset.json": evalSet({ slow: { user: "slow", answer: "slow" } }),
  "judged.json": {
    criteria: { final_response_match_v2: 0.5 },
    model_prices: { "openai-compatible/judge": { input: 1, output: 1 } },
  },
  "lenient.json": { criteria: { response_match_score: 0.1 } },
  "session.json": { state: { name: "Ada" } },
};

interface Row {
  readonly agent?: string;
  readonly evalSet?: string;
  readonly flags: readonly string[];
  readonly options: RunOptions;
}

const demo: Readonly<Record<string, Row>> = {
  "nothing at all": { flags: [], options: {} },
  "a config": {
    flags: ["--config_file_path", "lenient.json"],
    options: { config: "lenient.json" },
  },
  trials: {
    flags: ["--num_runs", "2", "--concurrency", "1"],
    options: { trials: 2, concurrency: 1 },
  },
  "a rule for trials": {
    flags: ["--num_runs", "3", "--require", "all", "--concurrency", "1"],
    options: { trials: 3, require: "all", concurrency: 1 },
  },
  "a number of trials": {
    flags: ["--num_runs", "3", "--require", "2", "--concurrency", "1"],
    options: { trials: 3, require: 2, concurrency: 1 },
  },
  cases: {
    flags: ["--case", "right", "--case", "wrong"],
    options: { cases: ["right", "wrong"] },
  },
  tags: { flags: ["--tag", "critical"], options: { tags: ["critical"] } },
  "the first failure": {
    flags: ["--fail_fast", "--concurrency", "1"],
    options: { failFast: true, concurrency: 1 },
  },
  "a session": {
    flags: ["--initial_session_file", "session.json"],
    options: { initialSession: "session.json" },
  },
  "a seed": { flags: ["--seed", "7"], options: { seed: 7 } },
  "a sub-agent": {
    agent: "crew.mjs",
    flags: ["--agent_name", "shout"],
    options: { agentName: "shout" },
  },
  "another model": {
    agent: "modelled.mjs",
    flags: ["--agent_model", "large"],
    options: { agentModel: "large" },
  },
  "the deadline of a turn": {
    evalSet: "slow.evalset.json",
    flags: ["--timeout", "0.5"],
    options: { timeouts: { turn: 0.5 } },
  },
  "the deadline of a case": {
    evalSet: "slow.evalset.json",
    flags: ["--case_timeout", "0.5"],
    options: { timeouts: { case: 0.5 } },
  },
  "the deadline of a run": {
    evalSet: "slow.evalset.json",
    flags: ["--run_timeout", "0.5"],
    options: { timeouts: { run: 0.5 } },
  },
  gates: {
    flags: ["--gate", "pass-rate > 0.2", "--gate", "response_match_score > 0.1"],
    options: { gates: ["pass-rate > 0.2", "response_match_score > 0.1"] },
  },
  "a gate on the estimate": {
    flags: ["--gate", "pass-rate > 0.3", "--gate_by", "point"],
    options: { gates: "pass-rate > 0.3", gateBy: "point" },
  },
  "files for ADK": { flags: ["--adk_results", "always"], options: { adkResults: "always" } },
};

test.each(Object.entries(demo))("with %s, both write the same report", async (_, row) => {
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
  const flags = [...judge, "--base_url", baseUrl, "--case", "right"];
  const options = { config: "judged.json", judgeModel, baseUrl, cases: ["right"] };
  await agree({ flags, options });
  await agree({
    flags: [...flags, "--judge_check", "on"],
    options: { ...options, judgeCheck: "on" },
  });
  await agree({ flags: [...flags, "--max_cost", "1"], options: { ...options, maxCost: 1 } });
  const least = { ...options, judgeCheck: "on", maxCost: 0.00002 } as const;
  await agree({
    flags: [...flags, "--judge_check", "on", "--max_cost", "0.00002"],
    options: least,
  });
});

test("with a baseline, both write the same report", async () => {
  const cwd = project(files);
  const flags = ["eval", "agent.mjs", "demo.evalset.json"];
  await assay([...flags, "--name", "before"], { cwd });
  const [gate, baseline] = ["no-worse 0.5", "before"];
  const held = ["--gate", gate, "--baseline", baseline, "--reporter", "json=command.json"];
  const { code, stderr } = await assay([...flags, ...held], { cwd });
  const reporters = [await jsonReporter("library.json", cwd)];
  const options = { gates: gate, baseline, cwd, reporters };
  const run = await evaluate("agent.mjs", "demo.evalset.json", options);
  expect(run.exitCode, stderr).toBe(code);
  expect(lastingReport(cwd, "library.json")).toEqual(lastingReport(cwd, "command.json"));
});

test("every option of either is in both, or is known to be of one alone", () => {
  const [spec] = evalCommands.filter(({ name }) => name === "eval");
  const flags = (spec?.options ?? []).map(({ name }) => name);
  const onlyCommand = flags.filter((name) => !Object.hasOwn(shared, name));
  expect(onlyCommand.sort()).toMatchInlineSnapshot(`
    [
      "changed",
      "criterion",
      "emit_otel",
      "failed",
      "log_level",
      "on_interrupt",
      "order",
      "print_detailed_results",
      "resume_changed",
      "verbose",
      "workers",
    ]
  `);
  const inBoth = new Set<string>(Object.values(shared));
  const onlyLibrary = runOptionNames.filter((name) => !inBoth.has(name));
  expect([...onlyLibrary].sort()).toEqual(["criteria", "cwd", "metrics", "signal"]);
  for (const name of Object.keys(shared)) expect(flags).toContain(name);
});

/** Runs both on the same inputs, each in a project of its own; what they write must be equal. */
async function agree({ agent = "agent.mjs", evalSet: set = "demo.evalset.json", ...row }: Row) {
  const cwd = project(files);
  const args = ["eval", agent, set, ...row.flags, "--reporter", "json=command.json"];
  const { code, stderr } = await assay(args, { cwd });
  const reporter = await jsonReporter("library.json", cwd);
  const options = { ...row.options, cwd, store: "library.db", reporters: [reporter] };
  const run = await evaluate(agent, set, options);
  expect(run.exitCode, stderr).toBe(code);
  expect(lastingReport(cwd, "library.json")).toEqual(lastingReport(cwd, "command.json"));
}
