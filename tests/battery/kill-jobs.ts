import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** One kind of work that pays for something: how it is begun, how it goes on, and what the journal knows of what it paid for. */
export interface KillJob {
  readonly name: string;
  /** Files of its project. */
  files(options: {
    readonly cases: number;
    readonly seed: number;
  }): Readonly<Record<string, string>>;
  /** What has to be run, undisturbed, before the work itself. */
  readonly before?: readonly string[] | undefined;
  begin(trials: number): Launch;
  readonly resume: Launch;
  /** Writes the report, where the work itself has none. */
  readonly report?: readonly string[] | undefined;
  /** Which kind of run in the journal is meant. */
  readonly kind: "eval" | "score" | "calibrate";
  /** It ends before its last case, and after the same cases whenever it is killed. */
  readonly stopsEarly?: boolean | undefined;
  /** Where the report is what is printed. */
  readonly prints?: boolean | undefined;
}

export interface Launch {
  /** Arguments of the command, or a file that Node runs. */
  readonly args: readonly string[];
  readonly file?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const json = ["--reporter", "json=report.json"];
const resumeEval: Launch = { args: ["eval", "--resume", ...json] };
const begin =
  (...more: readonly string[]) =>
  (trials: number): Launch => ({
    args: ["eval", "agent.mjs", "set.evalset.json", "--num_runs", `${trials}`, ...more, ...json],
  });

/** An agent that writes every call down before it answers. */
const evaluation: KillJob = {
  name: "eval",
  kind: "eval",
  files: (options) => ({ "agent.mjs": agentSource, ...setFile(options) }),
  begin: begin(),
  resume: resumeEval,
};

/** A run that ends as soon as its gate is decided: one conversation at a time, so that nothing runs ahead by chance. */
const deciding: KillJob = {
  name: "eval --decide",
  kind: "eval",
  files: (options) => ({ "agent.mjs": agentSource, ...setFile(options) }),
  begin: begin(
    ...["--gate", "pass-rate > 0.7", "--gate", "tool_trajectory_avg_score > 0.5"],
    ...["--decide", "--seed", "7", "--concurrency", "1"],
  ),
  resume: resumeEval,
  stopsEarly: true,
};

/** An agent whose tools are answered for, by rule and by a model; what that cost must be the same after any kill. */
const world: KillJob = {
  name: "world",
  kind: "eval",
  files: (options) => ({
    "agent.mjs": worldAgentSource(),
    "world.json": JSON.stringify(worldConfig),
    ...setFile(options),
  }),
  // by chance some of its tools fail: by the same chance in every run, so that reports can be equal
  begin: begin("--config", "world.json", "--seed", "7"),
  resume: resumeEval,
};

/** A judge that writes every question down before it answers, asked about a run that is over. */
const scoring: KillJob = {
  name: "score",
  kind: "score",
  files: (options) => ({
    "agent.mjs": agentSource,
    "judged.config.mjs": judgeSource,
    ...setFile(options),
  }),
  before: ["eval", "agent.mjs", "set.evalset.json"],
  begin: () => ({ args: ["score", "latest", "--config", "judged.config.mjs", ...json] }),
  resume: { args: ["score", "--resume", ...json] },
};

/** Tests that are killed and started again, asking for the run that was stopped. */
const testRunner: KillJob = {
  name: "node:test",
  kind: "eval",
  files: (options) => ({
    "agent.mjs": agentSource,
    "set.test.mjs": `
      import { describeEvals } from ${JSON.stringify(built("test-runners/node-test/index.js"))};
      describeEvals("agent.mjs", "set.evalset.json", { trials: Number(process.env.TRIALS) });
    `,
    ...setFile(options),
  }),
  begin: (trials) => ({ args: [], file: "set.test.mjs", env: { TRIALS: `${trials}` } }),
  // the number of trials comes from the environment of the battery, which every launch has
  resume: { args: [], file: "set.test.mjs", env: { ASSAY_RESUME: "1" } },
  report: ["runs", "export", "latest", "--output", "report.json"],
};

/** A judge that writes every question down, compared with labels that people gave. */
const calibration: KillJob = {
  name: "calibrate",
  kind: "calibrate",
  files: ({ cases }) => ({
    "judged.config.mjs": judgeSource,
    "labels.jsonl": Array.from({ length: cases }, (_, index) =>
      JSON.stringify({
        user: `Question ${index}?`,
        answer: `Answer ${index}.`,
        reference: `Answer ${index}.`,
        label: index % 10 === 0 ? "fail" : "pass",
      }),
    ).join("\n"),
  }),
  begin: () => ({
    args: ["judge", "calibrate", "labels.jsonl", "--config", "judged.config.mjs", "--json"],
  }),
  resume: { args: ["judge", "calibrate", "--resume", "--json"] },
  prints: true,
};

/** A job that pays is added here: its kills, its resumes and its report are then held to the same rules. */
export const killJobs: readonly KillJob[] = [
  evaluation,
  deciding,
  world,
  scoring,
  testRunner,
  calibration,
];

export function makeProject(
  folder: string,
  job: KillJob,
  options: { readonly cases: number; readonly seed: number },
): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(job.files(options))) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function built(file: string): string {
  return pathToFileURL(join(import.meta.dirname, "../../dist", file)).href;
}

function setFile({ cases, seed }: { readonly cases: number; readonly seed: number }) {
  const evalCases = Array.from({ length: cases }, (_, index) => evalCase(index, seed));
  return {
    "set.evalset.json": JSON.stringify({ eval_set_id: "kills", eval_cases: evalCases }),
  };
}

/** One to three turns; every tenth case is one that the agent gets wrong, so that reports hold failures too. */
function evalCase(index: number, seed: number) {
  const turns = 1 + ((index + seed) % 3);
  return {
    eval_id: `case_${index}`,
    conversation: Array.from({ length: turns }, (_, turn) => {
      const said = `case ${index} turn ${turn}`;
      return {
        user_content: { role: "user", parts: [{ text: said }] },
        final_response: {
          role: "model",
          parts: [{ text: index % 10 === 0 ? "something else" : `echo ${said}, ${turn} before` }],
        },
        intermediate_data: { tool_uses: [{ name: "note", args: { said } }] },
      };
    }),
    session_input: { app_name: "kills", user_id: "u", state: { count: 0 } },
  };
}

/** Writes every call down before it answers, the way a provider's bill would. */
const agentSource = `
import { appendFileSync } from "node:fs";
export async function rootAgent(text, { turn, state, id }) {
  appendFileSync("calls.log", id + " " + text + "\\n");
  await new Promise((resolve) => setTimeout(resolve, 2 + (text.length * 7) % 9));
  turn.call("1", "note", { said: text });
  turn.result("1", "note", { output: { ok: true } });
  const before = state.count;
  state.count += 1;
  return "echo " + text + ", " + before + " before";
}
`;

function worldAgentSource(): string {
  return `
import { appendFileSync } from "node:fs";
import { tool } from ${JSON.stringify(built("agents/index.js"))};
const real = () => { throw new Error("the real tool was called"); };
export async function rootAgent(text, { turn, state, id }) {
  appendFileSync("calls.log", id + " " + text + "\\n");
  const noted = await tool(turn, "note", real)({ said: text });
  const looked = await tool(turn, "look", real)({ at: text });
  const before = state.count;
  state.count += 1;
  return "echo " + text + ", " + before + " before " + JSON.stringify([noted, looked]);
}
`;
}

const worldConfig = {
  criteria: { tool_trajectory_avg_score: { threshold: 1, match_type: "IN_ORDER" } },
  environment_simulation: {
    simulation_model: "openai-compatible/world",
    tool_simulation_configs: [
      {
        tool_name: "note",
        injection_configs: [
          {
            injection_probability: 0.3,
            random_seed: 7,
            injected_error: { injected_http_error_code: 503, error_message: "try later" },
          },
          { injected_response: { ok: true } },
        ],
      },
      { tool_name: "look", mock_strategy_type: 1 },
    ],
  },
};

/** Its answer carries the nonce of its question, so that the journal tells which ones were answered. */
const judgeSource = `
import { appendFileSync } from "node:fs";
export default {
  criteria: { final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } } },
  judgeModel: async function writesDown(request) {
    const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(JSON.stringify(request).replaceAll('\\\\"', '"'))?.[1];
    appendFileSync("calls.log", nonce + "\\n");
    await new Promise((resolve) => setTimeout(resolve, 5));
    return JSON.stringify({ nonce, rationale: "By rule.", verdict: "valid" });
  },
};
`;
