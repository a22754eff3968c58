import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { startWeb, type WebServer } from "./web-server.ts";

/** Answers after a moment; what it is asked to do wrong it does. */
const agent = `
export async function rootAgent(text, { turn }) {
  if (text === "exit") process.exit(0);
  if (text === "throw") throw new Error("It broke.");
  await new Promise((done) => setTimeout(done, text === "slow" ? 1500 : 20));
  return text;
}`;

function workspace(users: readonly string[] = ["a", "b", "throw"]): string {
  const cases = users.map((user, at) => [`case_${at}`, { user, answer: user }] as const);
  return project({
    "bot/agent.mjs": agent,
    "bot/demo.evalset.json": evalSet(Object.fromEntries(cases)),
    "bot/test_config.json": { criteria: { response_match_score: 0.8 } },
    "outside.evalset.json": evalSet({ a: { user: "a", answer: "a" } }),
  });
}

async function started(web: WebServer, body: unknown): Promise<string> {
  const answer = await web.post("/api/v1/runs", body);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { runId: string }).runId;
}

async function ended(web: WebServer, runId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const run = (await web.json(`/api/v1/runs/${runId}`)) as Record<string, unknown>;
    if (run.state !== "running") return run;
    await new Promise((done) => setTimeout(done, 50));
  }
}

interface Sent {
  readonly id: number;
  readonly type: string;
}

/** Reads events of a run until one of this type has come. */
async function events(web: WebServer, runId: string, last: string, since = 0): Promise<Sent[]> {
  const stop = new AbortController();
  const answer = await web.ask(`/api/v1/runs/${runId}/events`, {
    signal: stop.signal,
    headers: { "Last-Event-ID": `${since}` },
  });
  const seen: Sent[] = [];
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const whole = text.split("\n\n");
    text = whole.pop() ?? "";
    for (const block of whole) {
      const id = Number(/^id: (\d+)$/m.exec(block)?.[1]);
      const type = /^event: (.+)$/m.exec(block)?.[1] ?? "";
      if (id > 0) seen.push({ id, type });
    }
    if (seen.some((each) => each.type === last)) break;
  }
  stop.abort();
  return seen;
}

test("a run that is started here is the one that the command would have made", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const runId = await started(web, { agent: "bot" });
  const run = await ended(web, runId);
  expect(run).toMatchObject({
    state: "ended",
    totals: { cases: 3, passed: 2, failed: 1, notEvaluated: 0 },
    exitCode: 1,
  });
  const { stdout } = await assay(["runs", "show", runId], { cwd });
  expect(stdout).toContain("2 passed, 1 failed, 0 not evaluated, of 3");
  expect(await web.json(`/api/v1/runs/${runId}/cases?status=failed`)).toMatchObject({
    count: 1,
    rows: [{ evalId: "case_2", status: "failed", reason: "agent-error" }],
  });
});

test("a run of the command is seen here while it goes on, event by event", async () => {
  const cwd = workspace(["a", "slow", "slow"]);
  const web = await startWeb(cwd);
  const command = assay(["eval", "bot", "-j", "1"], { cwd });
  let runId: string | undefined;
  while (runId === undefined) {
    const { runs } = (await web.json("/api/v1/runs")) as { runs: { runId: string }[] };
    runId = runs[0]?.runId;
  }
  const first = await events(web, runId, "case-end");
  expect(await web.json(`/api/v1/runs/${runId}`)).toMatchObject({ state: "running" });
  const rest = await events(web, runId, "run-end", first.at(-1)?.id);
  const ids = [...first, ...rest].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect([...first, ...rest].filter(({ type }) => type === "case-end")).toHaveLength(3);
  expect((await command).code).toBe(0);
});

test("a run goes on when the server is killed, and is there when it comes back", async () => {
  const cwd = workspace(["a", "slow", "b"]);
  const web = await startWeb(cwd);
  const runId = await started(web, { agent: "bot", concurrency: 1 });
  await web.end("SIGKILL");
  const again = await startWeb(cwd);
  expect(await ended(again, runId)).toMatchObject({ state: "ended", totals: { passed: 3 } });
});

test("a run can be asked to end, and goes on with what is left", async () => {
  const cwd = workspace(["a", "slow", "slow", "slow"]);
  const web = await startWeb(cwd);
  const runId = await started(web, { agent: "bot", concurrency: 1 });
  await events(web, runId, "case-end");
  expect((await web.post(`/api/v1/runs/${runId}/cancel`)).status).toBe(200);
  const stopped = await ended(web, runId);
  expect(stopped).toMatchObject({ state: "interrupted" });
  expect((await web.post(`/api/v1/runs/${runId}/resume`)).status).toBe(201);
  expect(await ended(web, runId)).toMatchObject({ state: "ended", totals: { passed: 4 } });
  expect((await web.post(`/api/v1/runs/${runId}/cancel`)).status).toBe(409);
  const again = await web.post(`/api/v1/runs/${runId}/resume`);
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({
    error: { message: `Run ${runId} has ended; nothing of it is left to run.` },
  });
});

test("criteria of the request are measured by, and mistakes are told in words", async () => {
  const web = await startWeb(workspace(["a"]));
  const runId = await started(web, { agent: "bot", criteria: { response_match_score: 0.5 } });
  expect(await ended(web, runId)).toMatchObject({
    about: {
      sets: [
        {
          config: {
            metrics: expect.arrayContaining([
              expect.objectContaining({ name: "response_match_score", threshold: 0.5 }),
            ]),
          },
        },
      ],
    },
  });
  const refusal = async (body: unknown) => {
    const answer = await web.post("/api/v1/runs", body);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await refusal({ agent: "bot", criteria: { response_mach_score: 1 } })).toMatchObject({
    status: 400,
    text: expect.stringContaining("response_match_score"),
  });
  expect(await refusal({ agent: "bot", trails: 3 })).toMatchObject({ status: 400 });
  expect(await refusal({ agent: "nobody" })).toMatchObject({ status: 404 });
});

test("nothing outside of the folder can be named", async () => {
  const cwd = workspace();
  const web = await startWeb(`${cwd}/bot`);
  const paths = ["..", "../outside.evalset.json", "/etc", "%2e%2e", "a\0b", "C:\\", "./../bot/.."];
  for (const path of paths) {
    for (const body of [{ agent: path }, { agent: ".", evalSets: [path] }]) {
      const answer = await web.post("/api/v1/runs", body);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
  }
  expect(await web.json("/api/v1/runs")).toMatchObject({ count: 0 });
});

test("a finished run is not sent twice to a browser that has it", async () => {
  const web = await startWeb(workspace(["a"]));
  const runId = await started(web, { agent: "bot" });
  await ended(web, runId);
  for (const path of ["", "/cases", "/conversation?set=demo&case=case_0"]) {
    const first = await web.ask(`/api/v1/runs/${runId}${path}`);
    const tag = first.headers.get("etag") ?? "";
    expect(first.status).toBe(200);
    const again = await web.ask(`/api/v1/runs/${runId}${path}`, {
      headers: { "If-None-Match": tag },
    });
    expect(again.status).toBe(304);
  }
});

test("no form of another page changes anything, with or without a body", async () => {
  const web = await startWeb(workspace(["a"]));
  const runId = await started(web, { agent: "bot" });
  await ended(web, runId);
  const before = await web.json("/api/v1/sets");
  const changes = [
    ["POST", `/api/v1/runs/${runId}/resume`],
    ["POST", `/api/v1/runs/${runId}/cancel`],
    ["DELETE", "/api/v1/sets/demo"],
  ] as const;
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    for (const [method, path] of changes) {
      const answer = await web.ask(path, { method, headers: { "Content-Type": type }, body: "{}" });
      expect([type, path, answer.status]).toEqual([type, path, 400]);
    }
  }
  expect(await web.json("/api/v1/sets")).toEqual(before);
});
