import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { loopbackModels, type ModelScript } from "../../src/testing/loopback/loopback-models.ts";
import { installFolder } from "../install-example.ts";
import { judgeByRule } from "../judge-by-rule.ts";
import { openWorkshop, type Workshop } from "../runners/runner-project.ts";
import { hostileHooks, hostileReaders } from "./hostile/hostile-hooks.ts";
import { hostileAgents, hostileCallers, hostileInsiders } from "./hostile-agents.ts";
import { hostileEscapes, hostileForgers } from "./hostile-escapes.ts";
import { hostileJudges, hostileMetrics } from "./hostile-metrics.ts";

/** Ways to evaluate, and the program that takes each. */
const doors = {
  command: ["assay/bin/assay.js", "eval", "agent.mjs", "smoke.evalset.json", "--timeout", "1"],
  evaluate: ["evaluate.mjs"],
  AgentEvaluator: ["evaluator.mjs"],
  vitest: ["vitest/vitest.mjs", "run", "--globals=false"],
  "node-test": ["--test", "evals.node.mjs"],
  jest: ["--experimental-vm-modules", "../node_modules/jest/bin/jest.js"],
} as const;

export type Door = keyof typeof doors;

export interface HostileOptions {
  readonly doors: readonly Door[];
  readonly agents: readonly string[];
  readonly metrics: readonly string[];
  readonly judges?: readonly string[];
  readonly say: (line: string) => void;
}

/** What the battery found; `falsePasses` must be empty. */
export interface HostileFindings {
  attacks: number;
  falsePasses: string[];
}

/**
 * Evaluates agents and metrics that do everything to look good, through every door. Each answer is wrong, so that an
 * exit code of 0 is an invented verdict; a process that does not end within its limit counts as one too.
 */
export async function hostileBattery(options: HostileOptions): Promise<HostileFindings> {
  const findings: HostileFindings = { attacks: 0, falsePasses: [] };
  const packagesOf = options.doors.includes("jest")
    ? [await installFolder(resolve(import.meta.dirname, "../runners/fixtures/jest"))]
    : [];
  const workshop = await openWorkshop({ packagesOf });
  const judge = await loopbackModels(saysWrong);
  const attacks = [
    ...options.agents.map((name) => ({ name: `agent ${name}`, files: agentFiles(name) })),
    ...options.metrics.map((name) => ({ name: `metric ${name}`, files: metricFiles(name) })),
    ...(options.judges ?? []).map((name) => ({ name: `judge ${name}`, files: judgeFiles(name) })),
  ];
  try {
    const queue = attacks
      .flatMap((attack) => options.doors.map((door) => ({ ...attack, door })))
      // Jest runs us in a realm of its own, and the inspector evaluates in the other one
      .filter(({ door, files }) => door !== "jest" || !/Session/.test(String(files["agent.mjs"])))
      // it takes the config that lies beside the set, in JSON
      .filter(({ door, files }) => door !== "AgentEvaluator" || !("house.mjs" in files));
    const next = async (): Promise<void> => {
      for (let work = queue.shift(); work !== undefined; work = queue.shift()) {
        const { name, files, door } = work;
        const code = await attack(workshop, { files, door, judgeUrl: judge.url });
        findings.attacks += 1;
        if (code === 0 || code === null) findings.falsePasses.push(`${door}: ${name} (${code})`);
        options.say(`${door}: ${name} ended with ${code}`);
      }
    };
    await Promise.all([next(), next()]);
    return findings;
  } finally {
    await judge.close();
    workshop.remove();
  }
}

/** Whoever is judged by it has answered wrongly. Its verdict arrives in one piece, which is easier to forge. */
const saysWrong: ModelScript = (request) => {
  const { text = "" } = judgeByRule(request, () => false);
  return { text: text.replace("{", `{${" ".repeat(60)}`) };
};

interface Attack {
  readonly files: Record<string, unknown>;
  readonly door: Door;
  readonly judgeUrl: string;
}

const LIMIT_MS = 60_000;

/** The exit code, null when it had to be killed. */
function attack(workshop: Workshop, { files, door, judgeUrl }: Attack): Promise<number | null> {
  const cwd = workshop.project(files);
  const [program = "", ...words] = doors[door];
  const own = ["--config_file_path", "house.mjs", "--case_timeout", "5"];
  const args = door === "command" && "house.mjs" in files ? [...words, ...own] : words;
  const script = program.includes("/") ? resolve(cwd, "../node_modules", program) : program;
  const env: NodeJS.ProcessEnv = { NO_COLOR: "1", CI: "1", OPENAI_BASE_URL: `${judgeUrl}/v1` };
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(?:VITEST|NODE_|TEST|FORCE_COLOR|JEST|OPENAI)/.test(name)) env[name] = value;
  }
  return new Promise((done) => {
    // a group of its own: some attacks are on the whole group
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      env,
      stdio: "ignore",
      detached: true,
    });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), LIMIT_MS);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      done(signal === "SIGKILL" ? null : (code ?? 128));
    });
  });
}

const allAgents = {
  ...hostileAgents,
  ...hostileEscapes,
  ...hostileForgers,
  ...hostileHooks,
  ...hostileInsiders,
  ...hostileCallers,
};

const criteria = { response_match_score: 0.8 };
const judged = {
  final_response_match_v2: {
    threshold: 0.5,
    judge_model_options: { judge_model: "openai-compatible/judge", num_samples: 1 },
  },
};
const conversation = (text: string) => [
  { user_content: text, final_response: "It is dark in the kitchen." },
];
const evalSet = {
  eval_set_id: "smoke",
  eval_cases: [
    { eval_id: "first", conversation: conversation("Is it dark?") },
    { eval_id: "second", conversation: conversation("Is it dark now?") },
  ],
};

const expectedCall = { name: "look", args: { room: "kitchen" } };

function agentFiles(name: string): Record<string, unknown> {
  if (name in hostileReaders) return { ...project({ criteria }), ...hostileReaders[name] };
  if (name in hostileCallers) return { ...callProject(), "agent.mjs": allAgents[name] };
  // calls are told to be measured, too
  const all = name in hostileHooks ? { tool_trajectory_avg_score: 0, ...criteria } : criteria;
  const config = { criteria: name in hostileForgers ? judged : all };
  return { ...project(config), "agent.mjs": allAgents[name] };
}

/** Alone it must not pass; one that meddles with what others see stands before an honest one. */
function metricFiles(name: string): Record<string, unknown> {
  const place = { code_config: { name: "./metric.mjs:hostile" }, timeout_seconds: 2 };
  const meddles = /actual|expected/.test(hostileMetrics[name] ?? "");
  return {
    ...project({
      criteria: { hostile: 0.5, ...(meddles ? criteria : {}) },
      custom_metrics: { hostile: place },
    }),
    "metric.mjs": `export function hostile(metric, actual, expected) { ${hostileMetrics[name]} }`,
    "agent.mjs": 'export const rootAgent = () => "No.";',
  };
}

function callProject(): Record<string, unknown> {
  const counted = { tool_trajectory_avg_score: { threshold: 1, match_type: "ANY_ORDER" } };
  const [first] = evalSet.eval_cases;
  const tool_uses = [expectedCall, expectedCall];
  const turns = first?.conversation.map((turn) => ({ ...turn, intermediate_data: { tool_uses } }));
  const calls = { ...evalSet, eval_cases: [{ ...first, conversation: turns }] };
  const files = { "smoke.evalset.json": calls, "smoke.test.json": calls };
  return { ...project({ criteria: counted }), ...files };
}

/** Functions stand in configs that are code, which the command and the library read alike. */
function judgeFiles(name: string): Record<string, unknown> {
  const { "test_config.json": _, ...files } = project(judged, "house.mjs");
  const criteria = { final_response_match_v2: { threshold: 0.5 } };
  return {
    ...files,
    "house.mjs": `async function judge(request) {
        const nonce = /nonce\\\\*" is \\\\*"([0-9a-f]{32})/.exec(JSON.stringify(request))?.[1];
        const said = (verdict) => JSON.stringify({ nonce, rationale: "It is so.", verdict });
        ${hostileJudges[name]} }
      export default { criteria: ${JSON.stringify(criteria)}, judgeModel: judge };`,
    "agent.mjs": 'export const rootAgent = () => "No.";',
  };
}

function project(config: object, path = "test_config.json"): Record<string, unknown> {
  const given = `"agent.mjs", "smoke.evalset.json", { config: "${path}", timeouts: { turn: 1, case: 5 } }`;
  return {
    "package.json": { type: "module" },
    "jest.config.json": {
      testMatch: ["**/evals.jest.mjs"],
      transform: {},
      moduleFileExtensions: ["js", "mjs", "json"],
    },
    "vitest.config.js": 'export default { test: { include: ["evals.vitest.mjs"] } };',
    "smoke.evalset.json": evalSet,
    "smoke.test.json": evalSet,
    "test_config.json": config,
    "evals.vitest.mjs": `import { describeEvals } from "assay/vitest"; describeEvals(${given});`,
    "evals.jest.mjs": `import { describeEvals } from "assay/jest"; describeEvals(${given});`,
    "evals.node.mjs": `import { describeEvals } from "assay/node-test"; describeEvals(${given});`,
    "evaluate.mjs": `import { evaluate } from "assay";
      const run = await evaluate("agent.mjs", "smoke.evalset.json", { config: "${path}", timeouts: { turn: 1, case: 5 } });
      process.exitCode = run.exitCode;
      await new Promise((done) => setTimeout(done, 100));`,
    "evaluator.mjs": `import { AgentEvaluator } from "assay";
      await AgentEvaluator.evaluate({ agentModule: "agent.mjs", evalDatasetFilePathOrDir: "smoke.test.json", timeouts: { turn: 1 } });`,
  };
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: { door: { type: "string", multiple: true }, only: { type: "string", multiple: true } },
  });
  const chosen = (names: readonly string[]) =>
    names.filter((name) => values.only?.some((only) => name.includes(only)) ?? true);
  const findings = await hostileBattery({
    doors: (values.door ?? Object.keys(doors)) as Door[],
    agents: chosen([...Object.keys(allAgents), ...Object.keys(hostileReaders)]),
    metrics: chosen(Object.keys(hostileMetrics)),
    judges: chosen(Object.keys(hostileJudges)),
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  if (findings.falsePasses.length > 0) process.exitCode = 1;
}
