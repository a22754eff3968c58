import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PREFLIGHT_QUESTION } from "../../../src/core/calls/preflight.ts";
import { assay, evalSet, project } from "../assay.ts";

/** Leaves a mark whenever it is called. */
const markingAgent = `
import { appendFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("called", "x");
  return text;
}
`;

const nonceOf = (prompt: string) => /\\"nonce\\" is \\"([0-9a-f]{32})/.exec(prompt)?.[1] ?? "";

/** A model server that is none of ours: what it answers, request by request. */
async function rawServer(
  answer: (body: string, outgoing: ServerResponse, count: number) => void,
): Promise<{ url: string; bodies: readonly string[]; close: () => void }> {
  const bodies: string[] = [];
  const server = createServer(async (incoming: IncomingMessage, outgoing) => {
    let body = "";
    for await (const piece of incoming) body += piece;
    // whether it is one of ours is asked too, and costs nothing
    if (incoming.method !== "POST") {
      outgoing.writeHead(404).end();
      return;
    }
    answer(body, outgoing, bodies.push(body) - 1);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, bodies, close };
}

function says(outgoing: ServerResponse, content: string): void {
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  outgoing.setHeader("content-type", "application/json");
  outgoing.end(
    JSON.stringify({ id: "1", choices: [{ message: { content }, finish_reason: "stop" }], usage }),
  );
}

function fails(status: number, message: string) {
  return (_body: string, outgoing: ServerResponse) => {
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(JSON.stringify({ error: { message } }));
  };
}

/** Passes whatever it judges. */
function judges(body: string, outgoing: ServerResponse): void {
  says(outgoing, JSON.stringify({ nonce: nonceOf(body), rationale: "", verdict: "valid" }));
}

function judged(more: object = {}): string {
  return project({
    "agent.mjs": markingAgent,
    "set.evalset.json": evalSet({
      one: { user: "one", answer: "one" },
      two: { user: "two", answer: "two" },
    }),
    "judged.json": {
      criteria: {
        final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
      },
      judge_check: "off",
      ...more,
    },
    "labels.jsonl": JSON.stringify({ user: "2 + 2?", answer: "4", reference: "4", label: "pass" }),
  });
}

const evaluate = ["eval", "agent.mjs", "set.evalset.json", "--config_file_path", "judged.json"];
const asking = (url: string) => ["--judge_model", "openai-compatible/judge", "--base_url", url];

test.each([
  [401, "Incorrect API key provided", "Check the key in OPENAI_API_KEY."],
  [404, "The model judge does not exist", "Check the name openai-compatible/judge"],
  [400, "temperature is not supported", "Check the name openai-compatible/judge"],
])("a judge that answers %i is told before any agent is called", async (status, said, hint) => {
  const { url, bodies } = await rawServer(fails(status, said));
  const cwd = judged();
  const { code, stdout, stderr } = await assay([...evaluate, ...asking(url)], { cwd });
  expect(code, stdout).toBe(2);
  const told = stderr.replace(/\s+/g, " ");
  expect(told).toContain(`openai-compatible/judge did not answer (${status}): ${said}`);
  expect(told).toContain(hint);
  expect(told).toContain("No agent was called.");
  expect(bodies).toHaveLength(1);
  expect(existsSync(join(cwd, "called"))).toBe(false);
  expect((await assay(["runs"], { cwd })).stdout).not.toContain("set");
});

test.each([
  ["a port where nobody listens", "http://127.0.0.1:49151/v1", "ECONNREFUSED"],
  ["a host that does not exist", "http://judge.invalid/v1", "judge.invalid"],
])("%s ends the run at once, in every command", async (_, url, named) => {
  const cwd = judged();
  const model = asking(url);
  const commands = [
    [...evaluate, ...model],
    ["judge", "calibrate", "labels.jsonl", ...model],
    ["judge", "redteam", ...model],
    ["sanity", "set.evalset.json", "--config_file_path", "judged.json", ...model],
  ];
  for (const args of commands) {
    const { code, stderr } = await assay(args, { cwd });
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(named);
    expect(stderr).not.toContain("    at ");
  }
  expect(existsSync(join(cwd, "called"))).toBe(false);
});

test("the one who plays the user is asked too", async () => {
  const cwd = project({
    "agent.mjs": markingAgent,
    "set.evalset.json": {
      eval_set_id: "set",
      eval_cases: [
        {
          eval_id: "talk",
          conversation_scenario: { starting_prompt: "Hello", conversation_plan: "Say bye." },
        },
      ],
    },
    "test_config.json": {
      criteria: { response_contains: { threshold: 1, texts: "Hello" } },
      user_simulator_config: { model: "openai-compatible/user" },
    },
  });
  const env = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
  const { code, stderr } = await assay(["eval", "agent.mjs", "set.evalset.json"], { cwd, env });
  expect(code, stderr).toBe(2);
  expect(stderr).toContain("openai-compatible/user did not answer");
  expect(existsSync(join(cwd, "called"))).toBe(false);
});

test("the question is asked once, is counted, and a busy judge is let be", async () => {
  const { url, bodies } = await rawServer((body, outgoing, count) =>
    count === 0 ? fails(503, "loading")(body, outgoing) : judges(body, outgoing),
  );
  const cwd = judged();
  const first = await assay([...evaluate, ...asking(url), "--reporter", "json=r.json"], { cwd });
  expect(first.code, first.stderr).toBe(0);
  const asked = (all: readonly string[]) =>
    all.filter((body) => body.includes(PREFLIGHT_QUESTION)).length;
  expect(asked(bodies)).toBe(1);
  const healthy = await rawServer(judges);
  const again = await assay([...evaluate, ...asking(healthy.url), "--reporter", "json=r.json"], {
    cwd,
  });
  expect(again.code, again.stderr).toBe(0);
  expect(healthy.bodies).toHaveLength(3);
  expect(asked(healthy.bodies)).toBe(1);
  const report = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8"));
  expect(report.run.modelCalls).toMatchObject({ calls: 3, input: 300 });
});

test("a run that goes on does not ask again what its journal has", async () => {
  let isDown = false;
  const { url, bodies } = await rawServer((body, outgoing) => {
    if (body.includes(PREFLIGHT_QUESTION)) return says(outgoing, "ready");
    if (isDown) return void outgoing.destroy();
    judges(body, outgoing);
  });
  isDown = true;
  const cwd = judged();
  const stopped = await assay([...evaluate, ...asking(url)], {
    cwd,
    onSpawn: (child) => {
      const timer = setInterval(() => {
        if (bodies.length < 2) return;
        clearInterval(timer);
        child.kill("SIGKILL");
      }, 20);
    },
  });
  expect(stopped.signal).toBe("SIGKILL");
  isDown = false;
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code, stderr).toBe(0);
  expect(bodies.filter((body) => body.includes(PREFLIGHT_QUESTION))).toHaveLength(1);
});

test("a ceiling is refused where a price is not known, and kept where a config states it", async () => {
  const { url, bodies } = await rawServer(judges);
  const cwd = judged();
  const ceiling = ["--max_cost", "0.01"];
  const args = [...evaluate, ...asking(url), ...ceiling, "-j", "1"];
  const refused = await assay(args, { cwd });
  expect(refused.code).toBe(2);
  const told = refused.stderr.replace(/\s+/g, " ");
  expect(told).toContain("the price of openai-compatible/judge is not known");
  expect(told).toContain('"model_prices": { "openai-compatible/judge":');
  for (const command of [
    ["judge", "calibrate", "labels.jsonl"],
    ["judge", "redteam"],
    ["sanity", "set.evalset.json", "--config_file_path", "judged.json"],
  ]) {
    const other = await assay([...command, ...asking(url), ...ceiling], { cwd });
    expect(other.code, other.stderr).toBe(2);
    expect(other.stderr).toContain("is not known");
  }
  expect(bodies).toHaveLength(0);

  const prices = { "openai-compatible/judge": { input: 50, output: 50 } };
  const priced = judged({ model_prices: prices });
  const run = await assay([...evaluate, ...asking(url)], { cwd: priced });
  expect(run.stderr).not.toContain("not known");
  // 110 tokens are half a cent and more
  const held = await assay(args, { cwd: priced });
  expect(held.code, held.stderr).toBe(3);
  expect(held.stdout).toContain("ceiling");
});
