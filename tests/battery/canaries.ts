import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const house = resolve(import.meta.dirname, "../..");
const command = join(house, "bin/assay.js");

/** Twelve secrets by name and by value; the first half stands in the agent's `.env`, the rest in the environment. */
export const canaries: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: "sk-proj-c4n4ryA1b2C3d4E5f6G7h8",
  BILLING_PASSWORD: "c4n4ry&Pa$$/w0rd+<9>",
  STRIPE: "c4n4ry9f8e7d6c5b4a39",
  SENTRY_DSN: "https://c4n4ry0123456789abcdef@o1.ingest.example.com/42",
  BACKEND: "c4n4ry-Zx9Kq2Lm7Vw4-x8",
  PARTNER_COOKIE: "sid=c4n4ry%3Ab1D2f3H4; path=x",
  GITHUB_TOKEN: "ghp_c4n4ryabcdefghij0123456789KLMNOP",
  DATABASE_URL: "postgres://app:c4n4ryS3cr3t%40Pw@db.internal:5432/prod",
  AWS_SECRET_ACCESS_KEY: "c4n4ryrXUtnFEMI/K7MDENG/bPxRfiCY",
  SERVICE_JWT: "eyJhbGciOiJIUzI1NiJ9.eyJjNG40cnkiOjF9.c4n4ryAbCdEf12",
  HOUSE_CREDENTIAL: 'c4n4ry "quoted" horse\\battery',
  WEBHOOK: "zq8Xc4n4ryXv2LmQ4",
};

/** As encoders write it; made here, without any code of ours. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  "json-twice": (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  url: encodeURIComponent,
  "url-lower": (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  html: (text) =>
    text.replace(
      /[&<>"']/g,
      (each) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[each] ?? "#39"};`,
    ),
  hex: (text) => Buffer.from(text).toString("hex"),
  HEX: (text) => Buffer.from(text).toString("hex").toUpperCase(),
  base64: (text) => Buffer.from(text).toString("base64").replace(/=+$/, ""),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  // what of a longer base64 text depends on the secret alone, at the other two places
  "base64-1": (text) => Buffer.from(`x${text}`).toString("base64").slice(2).replace(/.?=*$/, ""),
  "base64-2": (text) => Buffer.from(`xy${text}`).toString("base64").slice(3).replace(/.?=*$/, ""),
};

const channels = [
  "answer",
  "args",
  "result",
  "tool-error",
  "key",
  "state",
  "print",
  "warn",
  "throw",
  "pieces",
  "said",
  "flood",
] as const;

const agent = `
const names = ${JSON.stringify(Object.keys(canaries))};
const encoders = {
  plain: (text) => text,
  json: (text) => JSON.stringify({ text }),
  "json-twice": (text) => JSON.stringify(JSON.stringify({ text })),
  url: encodeURIComponent,
  "url-lower": (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  form: (text) => new URLSearchParams({ text }).toString(),
  html: (text) => text.replace(/[&<>"']/g, (each) => "&" + ({ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[each] ?? "#39") + ";"),
  hex: (text) => Buffer.from(text).toString("hex"),
  HEX: (text) => Buffer.from(text).toString("hex").toUpperCase(),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64-1": (text) => Buffer.from("u:id:" + text + "::end").toString("base64"),
  "base64-2": (text) => Buffer.from("user:" + text + ":end").toString("base64"),
};
console.log("loaded with", process.env.OPENAI_API_KEY);
export async function rootAgent(text, context) {
  const { turn, state } = context;
  const [channel, form] = text.split(" ");
  const told = names.map((name) => "my " + name.toLowerCase() + " is " + encoders[form](process.env[name]) + " indeed").join("\\n") + " " + encoders[form](decodeURIComponent(new URL(process.env.DATABASE_URL).password));
  switch (channel) {
    case "answer": return told;
    case "args": turn.call("1", "send", { body: told, list: [{ told }] }); return "done";
    case "result": turn.call("1", "read", {}); turn.result("1", "read", { output: { told } }); return "done";
    case "tool-error": turn.call("1", "read", {}); turn.result("1", "read", { error: told }); return "done";
    case "key": turn.call("1", "send", { [told]: 1 }); return "done";
    case "state": state.told = told; state[told] = true; return "done";
    case "print": console.log(told); return "done";
    case "warn": console.error(told); process.stderr.write(told); return "done";
    case "throw": throw new TypeError(told);
    case "said": turn.text(told, { thought: true }); turn.text(told); return "done";
    case "flood": console.log("x".repeat(64 * 1024 - 600)); console.log(told); return "done";
    default: return told;
  }
}
`;

const metric = `
export function gossip({ metric_name }, actual) {
  const text = JSON.stringify(actual);
  const said = actual.map((each) => each.final_response?.parts?.[0]?.text ?? "").join("");
  if (said.includes("sk-proj")) throw new Error("I saw " + said);
  return { overall_score: 0.5, overall_eval_status: "FAILED", details: { text, [said || "nothing"]: said }, rationale: said };
}
`;

const library = (kind: string) => `
import { AgentEvaluator, collect, evaluate, runEvals } from "assay";
const options = { agent: "agents/leaky", evalSet: "agents/leaky/s.evalset.json", cases: ["answer-plain", "throw-plain"] };
const criteria = { response_match_score: 0.9 };
if (${JSON.stringify(kind)} === "evaluate") {
  const run = await evaluate({ ...options, criteria });
  console.log(JSON.stringify(run)); console.dir(run, { depth: 20 });
  await run.save("saved.jsonl");
  for await (const event of runEvals({ ...options, criteria, store: "memory" })) console.log(JSON.stringify(event));
  const held = await collect({ ...options, store: "memory" });
  console.log(JSON.stringify(held), JSON.stringify(await held.score({ criteria })));
}
if (${JSON.stringify(kind)} === "evaluator") {
  await AgentEvaluator.evaluate({ agentModule: "agents/leaky", evalDatasetFilePathOrDir: "agents/leaky/s.evalset.json", numRuns: 1, printDetailedResults: true });
}
if (${JSON.stringify(kind)} === "broken") await evaluate({ ...options, agent: "agents/broken", criteria });
`;

const nodeTest = `
import { describeEvals } from "assay/node-test";
describeEvals("agents/leaky", "agents/leaky/s.evalset.json", { config: "agents/leaky/test_config.json" });
`;

/** Where a secret was found, in which form, and which one. */
export interface CanaryFindings {
  /** Texts that were looked through. */
  readonly sinks: readonly string[];
  readonly found: readonly string[];
  /** Placeholders that stood where secrets would have. */
  readonly masked: number;
  readonly conversations: number;
}

/** Has an agent tell every secret in every form over every channel, and looks for it wherever anything was written. */
export async function canaryBattery(options: {
  readonly forms?: readonly string[];
  readonly say: (line: string) => void;
}): Promise<CanaryFindings> {
  const folder = mkdtempSync(join(tmpdir(), "assay-canaries-"));
  const chosen = options.forms ?? Object.keys(forms);
  const texts: { name: string; text: string }[] = [];
  try {
    const cases = makeProject(folder, chosen);
    const steps: readonly (readonly string[])[] = [
      [
        command,
        "eval",
        "agents/leaky",
        "--reporter",
        "terminal",
        "--verbose",
        "--print_detailed_results",
        ...reportFiles,
        "--adk_results",
        "always",
      ],
      [command, "eval", "agents/leaky", "--reporter", "json"],
      [command, "runs", "show", "--case", "answer-plain", "--case", "throw-plain"],
      [
        command,
        "eval",
        "agents/leaky",
        "--reporter",
        "github",
        "--reporter",
        "jsonl",
        "--case",
        "answer-plain",
      ],
      [command, "eval", "agents/broken", "agents/leaky/s.evalset.json"],
      [command, "runs", "show"],
      [command, "score", "latest"],
      ...["json", "jsonl", "junit", "markdown", "adk"].map((format) => [
        command,
        "runs",
        "export",
        "--format",
        format,
        "--output",
        `export/${format}`,
      ]),
      ["evaluate.mjs"],
      ["evaluator.mjs"],
      ["broken.mjs"],
      ["--test", "evals.test.mjs"],
    ];
    for (const step of steps) {
      const name = step
        .map((each) => basename(each))
        .join(" ")
        .slice(0, 60);
      const { stdout, stderr, code } = await run(step, folder);
      options.say(`${String(code).padStart(3)}  ${name}`);
      for (const [stream, text] of Object.entries({ stdout, stderr })) {
        // also as it was before lines were broken
        const joined = text.replace(/\n\s*/g, "");
        texts.push({ name: `${stream} of ${name}`, text: `${text}\n${joined}` });
      }
    }
    for (const file of filesIn(folder)) {
      // latin1 keeps every byte of a database
      texts.push({ name: relative(folder, file), text: readFileSync(file, "latin1") });
      texts.push({ name: relative(folder, file), text: readFileSync(file, "utf8") });
    }
    return {
      sinks: [...new Set(texts.map(({ name }) => name))],
      found: [...new Set(texts.flatMap(leaksIn))],
      masked: texts.reduce((sum, { text }) => sum + text.split("[secret ").length - 1, 0),
      conversations: cases,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const reportFiles = ["json", "jsonl", "junit", "markdown", "adk"].flatMap((name) => [
  "--reporter",
  `${name}=reports/${name}`,
]);

function makeProject(folder: string, chosen: readonly string[]): number {
  const names = Object.keys(canaries);
  const lines = names.slice(0, 6).map((name) => `${name}='${canaries[name]}'`);
  const cases = channels.flatMap((channel) =>
    chosen.map((form) => ({
      eval_id: `${channel}-${form}`,
      conversation: [
        {
          user_content: { role: "user", parts: [{ text: `${channel} ${form}` }] },
          final_response: { role: "model", parts: [{ text: "my answer is done" }] },
          intermediate_data: { tool_uses: [{ name: "send", args: { body: "x" } }] },
        },
      ],
    })),
  );
  const config = {
    criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.5, gossip: 0.5 },
    custom_metrics: { gossip: { code_config: { name: "./gossip.mjs:gossip" } } },
  };
  const files: Readonly<Record<string, string>> = {
    "agents/leaky/agent.mjs": agent,
    "agents/leaky/.env": `${lines.join("\n")}\n`,
    "agents/leaky/gossip.mjs": metric,
    "agents/leaky/s.evalset.json": JSON.stringify({ eval_set_id: "s", eval_cases: cases }),
    "agents/leaky/test_config.json": JSON.stringify(config),
    "agents/broken/agent.mjs": `throw new Error("cannot go on with " + ${JSON.stringify(Object.keys(canaries))}.map((name) => process.env[name]).join(" and "));`,
    "agents/broken/.env": `${lines.join("\n")}\n`,
    "evaluate.mjs": library("evaluate"),
    "evaluator.mjs": library("evaluator"),
    "broken.mjs": library("broken"),
    "evals.test.mjs": nodeTest,
    "package.json": '{"type":"module"}',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(house, join(folder, "node_modules/assay"));
  mkdirSync(join(folder, "export"));
  return cases.length;
}

function run(
  args: readonly string[],
  cwd: string,
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  return new Promise((done) => {
    const names = Object.keys(canaries).slice(6);
    const given = Object.fromEntries(names.map((name) => [name, canaries[name]]));
    const { FORCE_COLOR: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;
    const child = spawn(process.execPath, [...args], {
      cwd,
      env: { ...env, ...given, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("close", (code) => done({ stdout, stderr, code }));
  });
}

/** All that was written; the sources and the `.env` are where the secrets are from. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".env")
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("node_modules"));
}

/** The whole value in any form, and most of it, as a cut would leave it. */
function leaksIn({ name, text }: { name: string; text: string }): readonly string[] {
  const inner = { "DATABASE_URL's password": "c4n4ryS3cr3t@Pw" };
  return Object.entries({ ...canaries, ...inner }).flatMap(([variable, value]) =>
    Object.entries({ ...forms, "most of it": mostOf }).flatMap(([form, encode]) =>
      text.includes(encode(value)) ? [`${variable} as ${form} in ${name}`] : [],
    ),
  );
}

function mostOf(value: string): string {
  return value.slice(0, Math.ceil(value.length * 0.75));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { forms: { type: "string", multiple: true } } });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { found, sinks, masked, conversations } = await canaryBattery({ ...values, say });
  for (const line of found) say(`LEAK ${line}`);
  say(
    `${conversations} conversations, ${sinks.length} sinks, ${masked} placeholders: ${found.length} leaks`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
