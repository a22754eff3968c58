import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../../cli/assay.ts";
import { startWeb } from "../web-server.ts";
import { bodies, dev, session, spoken, workspace } from "./adk-client.ts";

test("a session is a chat: made, spoken in, changed, read, listed and deleted", async () => {
  const web = await startWeb(workspace());
  const ask = bodies(web);
  expect((await ask("GET", "/list-apps")).body).toEqual(["desk"]);
  const { status, body } = await spoken(web);
  expect(status).toBe(200);
  const answer = { content: { role: "model", parts: [{ text: "You said hello" }] } };
  expect((body as unknown[]).at(-1)).toMatchObject({ author: "desk", ...answer });
  const metadata = { __session_metadata__: { displayName: "Mine" } };
  expect((await ask("PATCH", session, { stateDelta: metadata })).status).toBe(200);
  const { body: read } = await ask("GET", session);
  expect(read).toMatchObject({ id: "s1", state: { a: 1, last: "hello", ...metadata } });
  const { events } = read as { events: readonly { id: string; author: string }[] };
  expect(events.map(({ author }) => author)).toEqual(["user", "desk", "desk", "desk"]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(4);
  const list = (await ask("GET", "/apps/desk/users/user/sessions")).body as unknown[];
  expect(list).toMatchObject([{ id: "s1", lastUpdateTime: expect.any(Number) }]);
  expect((await ask("GET", "/apps/desk/users/other/sessions/s1")).status).toBe(404);
  expect((await web.json("/api/v1/chats")) as object).toMatchObject({ count: 1 });
  expect((await ask("DELETE", session)).status).toBe(200);
  expect((await ask("GET", session)).status).toBe(404);
});

test("a message streams as events, and what breaks is told in the stream", async () => {
  const web = await startWeb(workspace());
  const ask = bodies(web);
  await ask("POST", "/apps/desk/users/user/sessions", { sessionId: "s1" });
  const say = async (text: string) => {
    const newMessage = { role: "user", parts: [{ text }] };
    const body = { app_name: "desk", user_id: "user", session_id: "s1", new_message: newMessage };
    const answer = await web.post("/run_sse", { ...body, streaming: true });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    const lines = (await answer.text()).split("\n").filter((line) => line.startsWith("data: "));
    return lines.map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
  };
  expect((await say("hi")).at(-1)).toMatchObject({ author: "desk", content: { role: "model" } });
  expect(await say("break")).toMatchObject([
    { errorMessage: "The agent failed: away." },
    { error: "The agent failed: away." },
  ]);
});

test("a page captures, edits, runs and reads a case, and what it does not know of stays", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const ask = bodies(web);
  await spoken(web);
  await ask("POST", `${dev}/eval-sets`, { eval_set: { eval_set_id: "demo", eval_cases: [] } });
  const capture = { evalId: "first", sessionId: "s1", userId: "user" };
  for (let times = 0; times < 2; times += 1) {
    expect((await ask("POST", `${dev}/eval_sets/demo/add_session`, capture)).status).toBe(200);
  }
  const file = join(cwd, "desk/demo.evalset.json");
  const set = JSON.parse(readFileSync(file, "utf8"));
  expect(set.eval_cases[0].session_input.state).toEqual({ customer: "" });
  set.eval_cases[0].assay = { tags: ["kept"] };
  set.eval_cases[0].rubrics = [{ rubric_id: "r", rubric_content: { text_property: "kept" } }];
  writeFileSync(file, JSON.stringify(set, null, 2));
  const path = `${dev}/eval_sets/demo/evals/first`;
  const page = (await ask("GET", path)).body as unknown as {
    conversation: Record<string, { parts: { text: string }[] }>[];
    events: readonly Record<string, unknown>[];
  };
  const { intermediateData } = page.conversation[0] as never as Record<string, object>;
  expect(Object.keys(intermediateData ?? {})).toEqual(
    expect.arrayContaining(["toolUses", "invocationEvents"]),
  );
  expect(
    page.events.map((event) => Object.keys(event).filter((key) => /Index$/.test(key))),
  ).toEqual([
    ["invocationIndex"],
    ["invocationIndex", "toolUseIndex"],
    ["invocationIndex", "finalResponsePartIndex"],
  ]);
  const part = page.conversation[0]?.finalResponse?.parts[0];
  if (part !== undefined) part.text = "You said goodbye";
  const { events: _, ...sent } = page;
  expect((await ask("PUT", path, sent)).status).toBe(200);
  const written = JSON.parse(readFileSync(file, "utf8")).eval_cases[0];
  expect(written.conversation[0].final_response.parts[0].text).toBe("You said goodbye");
  expect(written.conversation[0].intermediate_data.invocation_events).toHaveLength(3);
  expect([written.assay, written.rubrics[0].rubric_id]).toEqual([{ tags: ["kept"] }, "r"]);
  const evalMetrics = [
    { metricName: "tool_trajectory_avg_score", threshold: 1 },
    { metricName: "response_match_score", threshold: 0.9 },
  ];
  const ran = await ask("POST", `${dev}/eval_sets/demo/run_eval`, {
    evalIds: ["first"],
    evalMetrics,
  });
  expect(ran.body).toMatchObject([{ evalId: "first", finalEvalStatus: 2 }]);
  const [id = ""] = (await ask("GET", `${dev}/eval_results`)).body as string[];
  const result = (await ask("GET", `${dev}/eval_results/${id}`)).body as unknown as {
    evalSetId: string;
    creationTimestamp: number;
    evalCaseResults: readonly Record<string, unknown>[];
  };
  expect(id).toBe(`desk_demo_${String(result.creationTimestamp)}`);
  const [only] = result.evalCaseResults;
  expect(only).not.toHaveProperty("evalMetricResults");
  // under whichever user a page asks
  const evalSession = `/apps/desk/users/somebody/sessions/${String(only?.sessionId)}`;
  expect((await ask("GET", evalSession)).body).toMatchObject({ events: expect.any(Array) });
  expect((await ask("GET", "/apps/desk/users/user/sessions")).text).not.toContain("eval-session");
  expect((await web.json("/api/v1/runs")) as object).toMatchObject({ count: 1 });
}, 60_000);

test("a case that is read and sent back unchanged expects no more and no less than before", async () => {
  const said = (text: string) => ({ role: "user", parts: [{ text }] });
  const rubrics = [{ rubric_id: "r", rubric_content: { text_property: "kept" } }];
  const tools = { tool_uses: [{ name: "look", args: {} }] };
  const spokenOnTheWay = { intermediate_responses: [["desk", [{ text: "A moment." }]]] };
  const conversation = [
    { user_content: said("none") },
    { user_content: said("calls"), intermediate_data: tools, rubrics },
    { user_content: said("nothing"), intermediate_data: {} },
    { user_content: said("no answer"), intermediate_data: { ...tools, tool_responses: [] } },
    { user_content: said("words"), intermediate_data: { ...tools, ...spokenOnTheWay } },
  ];
  const set = {
    eval_set_id: "demo",
    eval_cases: [{ eval_id: "a", conversation }],
  };
  const cwd = workspace({ "desk/demo.evalset.json": set });
  const ask = bodies(await startWeb(cwd));
  for (const path of ["eval-sets/demo/eval-cases/a", "eval_sets/demo/evals/a"]) {
    const body = (await ask("GET", `${dev}/${path}`)).body as unknown as {
      conversation: Record<string, unknown>[];
    };
    expect((await ask("PUT", `${dev}/${path}`, body)).status).toBe(200);
    // as Python's clients send it: every field, and turns without what they do not know
    const bare = body.conversation.map(({ rubrics: _, ...turn }) => turn);
    const full = { ...body, finalSessionState: {}, conversation: bare };
    expect((await ask("PUT", `${dev}/${path}`, full)).status).toBe(200);
    expect(JSON.parse(readFileSync(join(cwd, "desk/demo.evalset.json"), "utf8"))).toEqual(set);
  }
});

test("runs of the command are results too, and every one that is listed can be read", async () => {
  const cwd = workspace({
    "desk/demo.evalset.json": {
      eval_set_id: "demo",
      eval_cases: [{ eval_id: "a", conversation: [{ user_content: "hi", final_response: "x" }] }],
    },
    "desk/.adk/eval_history/broken.evalset_result.json": "{",
  });
  await assay(["eval", "desk"], { cwd });
  const ask = bodies(await startWeb(cwd));
  const ids = (await ask("GET", `${dev}/eval_results`)).body as string[];
  expect(ids).toHaveLength(1);
  for (const id of ids) {
    expect((await ask("GET", `${dev}/eval_results/${encodeURIComponent(id)}`)).status).toBe(200);
  }
});

test("a metric that cannot be measured is not evaluated, and is no pass after a restart either", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const ask = bodies(web);
  await spoken(web);
  await ask("POST", `${dev}/eval_sets/demo`);
  await ask("POST", `${dev}/eval_sets/demo/add_session`, {
    evalId: "a",
    sessionId: "s1",
    userId: "user",
  });
  const evalMetrics = [
    { metricName: "nonsense_v1", threshold: 0.5 },
    { metricName: "response_match_score", threshold: 0.5 },
  ];
  const ran = await ask("POST", `${dev}/eval-sets/demo/run`, { evalMetrics });
  const wanted = {
    finalEvalStatus: 3,
    overallEvalMetricResults: [{ evalStatus: 3 }, { evalStatus: 1 }],
  };
  const shown = (each: unknown) => {
    const { finalEvalStatus, overallEvalMetricResults: all } = each as typeof wanted;
    return { finalEvalStatus, overallEvalMetricResults: all.slice(0, 2) };
  };
  const { runEvalResults } = ran.body as { runEvalResults: unknown[] };
  expect(runEvalResults.map(shown)).toMatchObject([wanted]);
  await web.end();
  const again = bodies(await startWeb(cwd));
  const [id = ""] = (await again("GET", `${dev}/eval_results`)).body as string[];
  const { evalCaseResults } = (await again("GET", `${dev}/eval_results/${id}`)).body as {
    evalCaseResults: unknown[];
  };
  expect(evalCaseResults.map(shown)).toMatchObject([wanted]);
}, 60_000);

test("spans have no null, numbers for times, and one trace a turn", async () => {
  const web = await startWeb(workspace());
  await spoken(web);
  const newMessage = { role: "user", parts: [{ text: "more" }] };
  const ask = bodies(web);
  await ask("POST", "/run", { appName: "desk", userId: "user", sessionId: "s1", newMessage });
  const spans = (await ask("GET", `${dev}/debug/trace/session/s1`)).body as unknown as readonly {
    name: string;
    trace_id: string;
    parent_span_id: string | null;
    start_time: unknown;
    attributes: Record<string, unknown>;
  }[];
  expect(new Set(spans.map(({ trace_id: id }) => id)).size).toBe(2);
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["call_llm", "execute_tool look_up", "invoke_agent desk"]),
  );
  for (const { start_time: start, attributes } of spans) {
    expect(typeof start).toBe("number");
    expect(Object.values(attributes)).not.toContain(null);
    expect(attributes["gcp.vertex.agent.invocation_id"]).toMatch(/^e-/);
  }
  const graph = (await ask("GET", `${dev}/build_graph`)).body;
  expect(graph).toMatchObject({ root_agent: { name: "desk", tools: [{ name: "look_up" }] } });
});
