import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const house = resolve(import.meta.dirname, "../..");

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
export const forms: Readonly<Record<string, (text: string) => string>> = {
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
  "tool",
  "pause",
  "formed",
  "cause",
  "lost",
  "late",
  "asked",
  "asked-then-threw",
  "wire",
] as const;

const agent = `
import { createServer } from "node:http";
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
    case "tool": turn.call(told, told, {}); turn.result(told, told, { output: {} }); turn.usage({ input: 1 }, { model: told }); return "done";
    case "pause": turn.pause(told, "approval", { tool: told, detail: { [told]: told } }); return "done";
    case "formed": console.dir({ told }); console.table([{ told }]); console.group(told); console.trace(told); return "done";
    case "cause": throw Object.assign(new Error("outer", { cause: new Error(told, { cause: { told } }) }), { code: told, errors: [new Error(told)] });
    case "lost": Promise.reject(new Error(told)); return "done";
    case "late": setTimeout(() => { throw new Error(told); }, 1); return "done";
    case "asked": ask(turn, told); return "done";
    case "asked-then-threw": ask(turn, told); throw new Error("away");
    case "wire": await overWire(told); return "done";
    default: return told;
  }
}
function ask(turn, told) {
  const messages = [{ role: "user", content: told }, { role: "user", content: [{ type: "image", told: { [told]: told } }] }];
  const tools = [{ name: told, description: told, parameters: { [told]: told } }];
  turn.usage({ input: 1 }, { model: "m", request: { system: told, messages, tools, stop: [told], temperature: 0 } });
}
async function overWire(told) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end(JSON.stringify({ model: "m", choices: [{ index: 0, message: { content: "done" }, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1 } })));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const messages = [{ role: "system", content: told }, { role: "user", content: told }];
  const body = JSON.stringify({ model: "m", messages, tools: [{ type: "function", function: { name: "send", description: told } }], stop: told });
  await (await fetch("http://127.0.0.1:" + server.address().port + "/v1/chat/completions", { method: "POST", headers: { authorization: told.replaceAll(/[^a-z]/g, "") }, body })).text();
  server.close();
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

const described = (runner: string) => `
import { describeEvals } from "assay/${runner}";
describeEvals("agents/leaky", "agents/leaky/s.evalset.json", { config: "agents/leaky/test_config.json" });
`;

export function makeProject(folder: string, chosen: readonly string[]): number {
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
    "evals.test.mjs": described("node-test"),
    "evals.vitest.mjs": described("vitest"),
    "vitest.config.mjs": 'export default { test: { include: ["evals.vitest.mjs"] } };',
    "package.json": '{"type":"module"}',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(house, join(folder, "node_modules/assay"));
  symlinkSync(join(house, "node_modules/vitest"), join(folder, "node_modules/vitest"));
  mkdirSync(join(folder, "export"));
  return cases.length;
}
