import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { turn } from "../../traces/one-turn.ts";
import { otlpText } from "../../traces/trace-builder.ts";
import { vendorDialects } from "../../traces/vendor-dialects.ts";
import { assay, project } from "../assay.ts";
import { startServe } from "./start-serve.ts";

const exported = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });

function post(otlp: string, body: string): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(`${otlp}/v1/traces`, { method: "POST", body, headers });
}

test("says where it listens, keeps what it is sent, and ends with 0", async () => {
  const cwd = project({});
  const { child, lines, otlp } = await startServe(cwd);
  expect(lines).toEqual([
    expect.stringMatching(/^api http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^otlp-http http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^otlp-grpc 127\.0\.0\.1:\d+$/),
  ]);
  expect((await post(otlp, exported)).status).toBe(200);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const listed = await assay(["sessions", "--output", "json"], { cwd });
  const [session, ...rest] = JSON.parse(listed.stdout);
  expect(rest).toEqual([]);
  expect(session).toMatchObject({
    id: expect.any(String),
    traces: 1,
    turns: 1,
    golden: false,
    startedAt: expect.stringMatching(/^2026-/),
    endedAt: expect.stringMatching(/^2026-/),
  });
});

test("a session is exported, made golden, and its export passes against it", async () => {
  const cwd = project({});
  const { child, otlp } = await startServe(cwd);
  await post(otlp, exported);
  const [{ id }] = JSON.parse((await assay(["sessions", "-o", "json"], { cwd })).stdout);
  expect((await assay(["sessions"], { cwd })).stdout).toContain(id);
  const golden = ["sessions", "golden", id, "--to", "golden.evalset.json"];
  expect((await assay(golden, { cwd })).code).toBe(0);
  const again = await assay(golden, { cwd });
  expect(again.code).toBe(2);
  expect(again.stderr).toContain("golden.evalset.json exists already.");
  const set = JSON.parse(readFileSync(join(cwd, "golden.evalset.json"), "utf8"));
  expect(set.eval_cases).toHaveLength(1);
  expect(set.eval_cases[0].conversation[0].user_content.parts[0].text).toBe(turn.user);
  expect((await assay(["sessions", "export", id, "--to", "s.jsonl"], { cwd })).code).toBe(0);
  const metrics = ["-m", "tool_trajectory_avg_score", "-m", "response_match_score"];
  const scored = await assay(
    ["score", "s.jsonl", "--eval-set", "golden.evalset.json", ...metrics, "--output", "json"],
    { cwd },
  );
  expect(scored.code).toBe(0);
  expect(JSON.parse(scored.stdout).traces[0].metrics).toEqual(
    expect.arrayContaining([
      { name: "tool_trajectory_avg_score", score: 1, status: "passed" },
      { name: "response_match_score", score: 1, status: "passed" },
    ]),
  );
  child.kill("SIGTERM");
});

test("sessions are scored against the golden one, which is left out", async () => {
  const cwd = project({});
  const { child, otlp } = await startServe(cwd);
  const other = exported.replaceAll("0af7651916cd43dd8448eb211c80319c", "f".repeat(32));
  const worse = exported
    .replaceAll("0af7651916cd43dd8448eb211c80319c", "e".repeat(32))
    .replaceAll("look_up", "look_away");
  for (const body of [exported, other, worse]) expect((await post(otlp, body)).status).toBe(200);
  const sessions = JSON.parse((await assay(["sessions", "-o", "json"], { cwd })).stdout);
  expect(sessions).toHaveLength(3);
  const args = ["sessions", "score", "--golden", sessions[0].id, "--output", "json"];
  const scored = await assay(args, { cwd });
  expect(scored.code).toBe(1);
  const { traces } = JSON.parse(scored.stdout);
  expect(traces).toMatchObject([
    { traceId: "f".repeat(32), status: "passed" },
    { traceId: "e".repeat(32), status: "failed" },
  ]);
  child.kill("SIGTERM");
});

test("kill -9 while spans come loses none that was acknowledged", async () => {
  const cwd = project({});
  const acknowledged: string[] = [];
  for (let kill = 0; kill < 5; kill += 1) {
    const { child, otlp } = await startServe(cwd);
    const ended = once(child, "exit");
    const enough = acknowledged.length + 5 + kill * 11;
    const senders = [0, 1, 2, 3].map(async (sender) => {
      for (let count = 0; ; count += 1) {
        const id = `${kill}${sender}${String(count).padStart(6, "0")}`.padStart(16, "f");
        const sent = await post(otlp, spanText(id)).catch(() => undefined);
        if (sent?.status !== 200) return;
        acknowledged.push(id);
        if (acknowledged.length === enough) child.kill("SIGKILL");
      }
    });
    await Promise.all(senders);
    await ended;
  }
  expect(acknowledged.length).toBeGreaterThan(20);
  const { stdout } = await assay(["sessions", "export", "killed"], { cwd });
  const stored = new Set(stdout.match(/(?<="spanId":")\w+/g));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

function spanText(spanId: string): string {
  const value = (text: string) => ({ stringValue: text });
  const attributes = [{ key: "agentevals.session_name", value: value("killed") }];
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const chat = [{ key: "gen_ai.operation.name", value: value("chat") }];
  const span = { traceId, spanId, name: "chat", attributes: chat };
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }],
  });
}

test("what cannot be is told in a sentence", async () => {
  const cwd = project({});
  const wrong: readonly (readonly [readonly string[], string, Record<string, string>?])[] = [
    [["serve", "--host", "0.0.0.0"], "--host 0.0.0.0 is open to other machines."],
    [["serve", "--host", "0.0.0.0"], "needs the name", { ASSAY_TOKEN: "t".repeat(32) }],
    [["serve"], "The token in ASSAY_TOKEN is too short.", { ASSAY_TOKEN: "short" }],
    [["serve", "--port", "x"], '--port is "x"; a port was expected.'],
    [["sessions", "export", "none"], 'There is no session "none".'],
    [["sessions", "--output", "xml"], '--output is "xml"'],
  ];
  for (const [args, sentence, env] of wrong) {
    const { code, stderr } = await assay(args, { cwd, ...(env && { env }) });
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  }
  expect(existsSync(join(cwd, ".assay"))).toBe(false);
  expect((await assay(["sessions"], { cwd })).stdout).toContain("There are no sessions here yet.");
});
