import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { startWeb, type WebServer } from "./web-server.ts";

const agent = `
export async function rootAgent(text, { turn }) {
  turn.call("1", "refund", { order: "17", cents: 1200 });
  turn.result("1", "refund", { output: {} });
  return "Order 17 is refunded.";
}`;

const calls = [{ name: "refund", args: { order: "17", cents: 12 } }];
const config = { criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.8 } };

function workspace(more: Readonly<Record<string, unknown>> = {}): string {
  return project({
    "shop/agent.mjs": agent,
    "shop/test_config.json": config,
    "shop/refunds.evalset.json": evalSet(
      {
        one: { user: "Refund order 17", answer: "Order 17 is refunded.", calls },
        two: { user: "Refund it", answer: "No.", calls },
      },
      "refunds",
    ),
    "outside.evalset.json": evalSet({ a: { user: "a" } }, "outside"),
    ...more,
  });
}

interface Case {
  readonly tag: string;
  readonly case: {
    eval_id: string;
    conversation: { intermediate_data: { tool_uses: { args: Record<string, unknown> }[] } }[];
    assay?: object;
  };
}

function sent(method: string, body: unknown, ifMatch?: string): RequestInit {
  return {
    method,
    body: JSON.stringify(body),
    headers: {
      "Content-Type": "application/json",
      ...(ifMatch !== undefined && { "If-Match": `"${ifMatch}"` }),
    },
  };
}

const path = "/api/v1/sets/refunds/cases";

async function caseOf(web: WebServer, id = "one"): Promise<Case> {
  return (await web.json(`${path}/${id}`)) as Case;
}

test("every file that reads as an eval set is listed, and one that cannot be read says where", async () => {
  const web = await startWeb(
    workspace({
      "shop/plain.json": evalSet({ a: { user: "a" } }, "plain"),
      "shop/package.json": { name: "none of ours" },
      "shop/cut.evalset.json": '{ "eval_cases": [',
      "shop/wrong.evalset.json":
        '{ "eval_set_id": "wrong",\n  "eval_cases": [{ "eval_id": "a", "conversation": [{ "user_contnt": 1 }] }, { "eval_id": "b", "conversation": [{ "user_content": "b" }] }] }',
    }),
  );
  const { sets, agents } = (await web.json("/api/v1/sets")) as {
    sets: { path: string; problems: number; problem?: { place: { line: number } } }[];
    agents: string[];
  };
  expect(agents).toEqual(["shop"]);
  expect(sets.map((set) => [set.path, set.problems])).toEqual([
    ["outside.evalset.json", 0],
    ["shop/cut.evalset.json", 1],
    ["shop/plain.json", 0],
    ["shop/refunds.evalset.json", 0],
    ["shop/wrong.evalset.json", 1],
  ]);
  expect(sets[4]?.problem?.place.line).toBe(2);
  const wrong = (await web.json("/api/v1/sets/wrong")) as { cases: { kind: string }[] };
  expect(wrong.cases.map(({ kind }) => kind)).toEqual(["unreadable", "scripted"]);
});

test("a case is written in its place, and the file around it stays as it was", async () => {
  const cwd = workspace();
  const file = join(cwd, "shop/refunds.evalset.json");
  const before = `// why these\n${readFileSync(file, "utf8")}`;
  writeFileSync(file, before);
  const web = await startWeb(cwd);
  const { case: found, tag } = await caseOf(web);
  const [turn] = found.conversation;
  if (turn !== undefined)
    turn.intermediate_data.tool_uses = [{ ...calls[0], args: { order: "18" } }];
  const saved = await web.ask(`${path}/one`, sent("PUT", { case: found }, tag));
  expect(saved.status).toBe(200);
  const after = readFileSync(file, "utf8");
  expect(after).toMatch(/^\/\/ why these/);
  expect(after).toContain('"order": "18"');
  const { undo } = (await saved.json()) as { undo: string };
  expect((await web.post("/api/v1/sets/undo", { token: undo })).status).toBe(200);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect((await web.post("/api/v1/sets/undo", { token: undo })).status).toBe(409);
});

test("what changed on disk in the meantime is told, and nothing is overwritten", async () => {
  const cwd = workspace();
  const file = join(cwd, "shop/refunds.evalset.json");
  const web = await startWeb(cwd);
  const { case: found, tag } = await caseOf(web);
  const changed = readFileSync(file, "utf8").replace("Refund it", "Refund it now");
  writeFileSync(file, changed);
  const answer = await web.ask(`${path}/one`, sent("PUT", { case: found }, tag));
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("changed on disk in the meantime: changed two");
  expect(
    (await web.ask(`${path}/one`, { method: "DELETE", headers: { "If-Match": tag } })).status,
  ).toBe(409);
  expect(readFileSync(file, "utf8")).toBe(changed);
});

test("cases are added, copied, tagged, moved and deleted, all of them or none", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const ids = async (set: string) => {
    const { cases } = (await web.json(`/api/v1/sets/${set}`)) as { cases: { evalId: string }[] };
    return cases.map(({ evalId }) => evalId);
  };
  const turn = { user_content: { parts: [{ text: "Hello" }] } };
  await web.post(path, { case: { eval_id: "three", conversation: [turn] } });
  const change = (body: object) => web.post(`${path}/change`, body);
  await change({ action: "duplicate", cases: ["one"] });
  await change({ action: "tag", cases: ["one", "two"], add: ["money"], remove: [] });
  expect(await ids("refunds")).toEqual(["one", "one_copy", "two", "three"]);
  expect((await caseOf(web, "two")).case.assay).toEqual({ tags: ["money"] });
  await change({ action: "quarantine", cases: ["two"], reason: " flaky " });
  expect((await caseOf(web, "two")).case.assay).toEqual({ tags: ["money"], quarantine: "flaky" });
  await change({ action: "release", cases: ["one", "two"] });
  expect((await caseOf(web, "two")).case.assay).toEqual({ tags: ["money"] });
  expect((await change({ action: "delete", cases: ["one", "nobody"] })).status).toBe(404);
  const { sets } = (await web.json("/api/v1/sets")) as { sets: { id: string; path: string }[] };
  const to = sets.find((set) => set.path === "outside.evalset.json")?.id;
  await change({ action: "move", cases: ["one", "three"], to });
  expect(await ids("refunds")).toEqual(["one_copy", "two"]);
  expect(await ids("outside")).toEqual(["a", "one", "three"]);
  const twice = await web.post(path, { case: { eval_id: "two", conversation: [turn] } });
  expect(twice.status).toBe(400);
});

test("mistakes in a case are told with their line in what was sent", async () => {
  const web = await startWeb(workspace());
  const text = '{\n  "eval_id": "one",\n  "conversation": [{ "user_contnt": "x" }]\n}';
  const answer = await web.ask(`${path}/one`, sent("PUT", { text }));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { place: { line: 3 } } });
});

test("recorded runs are scored by an expectation that nobody saved", async () => {
  const cwd = workspace();
  await assay(["eval", "shop", "-n", "3"], { cwd });
  const web = await startWeb(cwd);
  const { case: found } = await caseOf(web);
  const score = async (body: unknown) =>
    (await (await web.post(`${path}/one/dry-score`, body)).json()) as {
      saved: { status: string }[];
      edited: { status: string }[];
      recorded: unknown[];
    };
  const statuses = (all: { status: string }[]) => all.map(({ status }) => status);
  const matchers = { refund: { cents: { range: { min: 1, max: 1200 } } } };
  const right = await score({ case: { ...found, assay: { args: matchers } } });
  expect(right.recorded).toHaveLength(3);
  expect(statuses(right.saved)).toEqual(["failed", "failed", "failed"]);
  expect(statuses(right.edited)).toEqual(["passed", "passed", "passed"]);
  // the run that was scored is the only one there is
  expect(((await web.json("/api/v1/runs")) as { count: number }).count).toBe(1);
});

test("an expression that never ends holds nobody up", async () => {
  const cwd = workspace({
    "shop/agent.mjs": agent.replace('order: "17"', `order: "${"a".repeat(64)}!"`),
  });
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { case: found } = await caseOf(web);
  const matchers = { refund: { order: { regex: "^(a+)+$" }, cents: { ignore: true } } };
  const scoring = web.post(`${path}/one/dry-score`, {
    case: { ...found, assay: { args: matchers } },
  });
  expect((await web.ask("/api/v1/runs")).status).toBe(200);
  const { edited } = (await (await scoring).json()) as { edited: { status: string }[] };
  // what could not be compared is no pass
  expect(edited.map(({ status }) => status)).not.toContain("passed");
  const again = await web.post(`${path}/one/dry-score`, { case: found });
  expect(again.status).toBe(200);
});

test("what an agent did is looked at first, and accepted whole, by turn, by step or by answer", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const accept = async (id: string, body: object) =>
    (await (
      await web.post(`/api/v1/runs/latest/cases/${id}/accept`, { set: "refunds", ...body })
    ).json()) as { tag: string; changes: Record<string, unknown>[] };
  const whole = await accept("two", {});
  expect(whole.changes[0]).toMatchObject({
    answer: { before: "No.", after: "Order 17 is refunded." },
    calls: { after: [{ name: "refund", args: { cents: 1200 } }] },
  });
  const answer = await accept("two", { turn: 0, step: "answer" });
  expect(Object.keys(answer.changes[0] ?? {})).not.toContain("calls");
  const step = await accept("two", { turn: 0, step: 0 });
  expect(Object.keys(step.changes[0] ?? {})).not.toContain("answer");
  await accept("two", { turn: 0, step: 0, write: true, tag: step.tag });
  const { case: now } = await caseOf(web, "two");
  expect(now.conversation[0]?.intermediate_data.tool_uses[0]?.args.cents).toBe(1200);
  expect(JSON.stringify(now)).toContain("No.");
  const config = JSON.stringify({ criteria: { response_match_score: 0.8 } });
  writeFileSync(join(cwd, "shop/test_config.json"), config);
  await assay(["eval", "shop"], { cwd });
  expect(await accept("one", { turn: 0, step: 0 })).toMatchObject({
    error: { message: "No metric of the run compared the calls of turn 1 of one." },
  });
});

test("files are understood before anything is written", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const file = {
    fileName: "../../quiz.jsonl",
    text: '{"question": "a", "answer": "b"}\n{"nothing": 1}\n',
  };
  const preview = (await (await web.post("/api/v1/sets/import", file)).json()) as {
    evalSetId: string;
    cases: unknown[];
    problems: { place: { line: number } }[];
  };
  expect(preview).toMatchObject({ evalSetId: "quiz", problems: [{ place: { line: 2 } }] });
  const create = { agent: "shop", id: "quiz" };
  const written = await web.post("/api/v1/sets/import", { ...file, create, write: true });
  expect(await written.json()).toMatchObject({ written: { count: 1 } });
  expect(readFileSync(join(cwd, "shop/quiz.evalset.json"), "utf8")).toContain("case_1");
});

test("no name leads out of the folder", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const names = [
    "..%2f..%2foutside.evalset.json",
    "%2fetc%2fpasswd",
    "..",
    "%00",
    "shop%2frefunds",
  ];
  for (const name of names) {
    expect((await web.ask(`/api/v1/sets/${name}`)).status).not.toBe(200);
    expect((await web.ask(`${path}/${name}`)).status).not.toBe(200);
  }
  const create = (body: object) => web.post("/api/v1/sets", body);
  for (const id of ["../x", "a/b", "", ".", "..", "a\0b", "C:x", "x".repeat(500)]) {
    expect((await create({ agent: "shop", id })).status).toBe(400);
  }
  for (const agentName of ["..", "../..", "/", "nobody"]) {
    expect((await create({ agent: agentName, id: "fine" })).status).toBe(404);
  }
  const evil = "<script>alert(1)</script>/../../x";
  const turn = { user_content: { parts: [{ text: "x" }] } };
  const added = await web.post(path, { case: { eval_id: evil, conversation: [turn] } });
  expect(added.status).toBe(201);
  expect((await web.ask(`${path}/${encodeURIComponent(evil)}`)).status).toBe(200);
});

test("a case that the last run left out has the time and cost of the run that it was in last", async () => {
  const priced = `
export async function rootAgent(text, { turn }) {
  turn.usage({ input: 1000, output: 100 }, { model: "gpt-5-mini", milliseconds: 1 });
  return text;
}`;
  const cwd = workspace({ "shop/agent.mjs": priced });
  await assay(["eval", "shop"], { cwd });
  await assay(["eval", "shop", "shop/refunds.evalset.json:two"], { cwd });
  const web = await startWeb(cwd);
  const { cases } = (await web.json("/api/v1/sets/refunds")) as {
    cases: { evalId: string; runs: unknown[]; seconds?: number; cost?: number }[];
  };
  expect(cases.map(({ evalId, runs }) => [evalId, runs.length])).toEqual([
    ["one", 1],
    ["two", 2],
  ]);
  for (const each of cases) {
    expect(each).toMatchObject({ seconds: expect.any(Number), cost: expect.any(Number) });
  }
});
