import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { builtIn, form, servedApi } from "../../../tests/api-server.ts";
import { turn } from "../../../tests/traces/one-turn.ts";
import { otlpText, TRACE_ID } from "../../../tests/traces/trace-builder.ts";
import { vendorDialects } from "../../../tests/traces/vendor-dialects.ts";

const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });

const golden = {
  eval_set_id: "golden",
  eval_cases: [
    {
      eval_id: "order",
      conversation: [
        {
          user_content: { parts: [{ text: turn.user }] },
          final_response: { parts: [{ text: "Order 7 is settled." }] },
          intermediate_data: { tool_uses: [{ name: "look_up", args: { order: 7 } }] },
        },
      ],
    },
  ],
};

const { at, get, post } = servedApi();
const config = JSON.stringify({
  evaluators: [
    builtIn("tool_trajectory_avg_score"),
    builtIn("response_match_score", { threshold: 0.9 }),
  ],
});

describe("what the server is", () => {
  test("health, config and metrics have agentevals' envelope", async () => {
    expect(await get("/health")).toEqual({
      status: 200,
      body: { data: { status: "ok", version: "1.2.3" }, error: null },
    });
    const { data } = (await get("/config")).body;
    expect(Object.keys(data.apiKeys)).toEqual(["google", "anthropic", "openai"]);
    expect(at.otlp).toContain(String(data.otlp.httpPort));
    const { body } = await get("/metrics");
    expect(body.data).toContainEqual({
      name: "tool_trajectory_avg_score",
      category: "trajectory",
      requiresEvalSet: true,
      requiresLLM: false,
      requiresGCP: false,
      requiresRubrics: false,
      description: expect.any(String),
      working: true,
    });
    const names = body.data.map(({ name }: { name: string }) => name);
    expect(names).not.toContain("per_turn_user_simulator_quality_v1");
    expect((await get("/nothing")).status).toBe(404);
  });

  test.each([
    ["another name for it", { Host: "evil.example" }],
    ["a page of another origin", { Origin: "https://evil.example" }],
    ["a page of another site", { "Sec-Fetch-Site": "cross-site" }],
  ])("%s is refused before anything is read", async (_, headers) => {
    const status = await new Promise((resolve, reject) => {
      const url = new URL(`${at.api}/api/evaluate/json`);
      const sent = request(url, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject);
      sent.end("{}");
    });
    expect(status).toBe(403);
  });
});

describe("POST /api/validate/eval-set", () => {
  test("says what a set is, and where it is wrong; 200 either way", async () => {
    const good = await post(
      "/validate/eval-set",
      form({ eval_set_file: ["g.json", JSON.stringify(golden)] }),
    );
    expect(good).toMatchObject({
      status: 200,
      body: { data: { valid: true, evalSetId: "golden", numCases: 1, errors: [] }, error: null },
    });
    const text = '{"eval_set_id": "x",\n "eval_cases": [{"eval_id": 3}]}';
    const bad = await post("/validate/eval-set", form({ eval_set_file: ["g.json", text] }));
    expect(bad.status).toBe(200);
    expect(bad.body.data).toMatchObject({ valid: false, evalSetId: null, numCases: null });
    expect(bad.body.data.errors[0]).toBe(
      "line 2, column 29: eval_cases[0].eval_id is 3; a string was expected.",
    );
    expect(bad.body.data.problems[0]).toMatchObject({ line: 2, column: 29 });
    const none = await post("/validate/eval-set", form({ other: "x" }));
    expect(none).toMatchObject({ status: 400, body: { detail: "eval_set_file is missing." } });
  });
});

describe("POST /api/evaluate", () => {
  const files = {
    trace_files: ["t.json.gz", gzipSync(trace)],
    eval_set_file: ["g.json", JSON.stringify(golden)],
  } as const;

  test("scores files as assay score does", async () => {
    const { status, body } = await post("/evaluate", form({ ...files, config }));
    expect(status).toBe(200);
    expect(body.error).toBeNull();
    expect(body.data).toMatchObject({
      traceResults: [
        {
          traceId: TRACE_ID,
          numInvocations: 1,
          evalCaseId: "order",
          evalCaseMatch: "user_text",
          agentName: "clerk",
          metricResults: [
            {
              metricName: "tool_trajectory_avg_score",
              score: 1,
              evalStatus: "PASSED",
              perInvocationScores: [1],
              details: { comparisons: [{ matched: true, actual: [{ name: "look_up" }] }] },
            },
            { metricName: "response_match_score", score: 0.75, evalStatus: "FAILED", error: null },
          ],
          performanceMetrics: { counts: { llmCalls: 2, toolCalls: 1 } },
        },
      ],
      errors: [],
      runId: expect.any(String),
    });
  });

  test("a trace by itself goes by its id, its conversation by the name of that", async () => {
    const spans = [
      {
        id: "1",
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.conversation.id": "c-1",
          "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "hi" }] }],
        },
      },
    ];
    const asked = { ...files, trace_files: ["t.json", otlpText({ spans })] } as const;
    const keyBy = async (groupBy: string) => {
      const grouped = JSON.stringify({ ...JSON.parse(config), groupBy });
      const { body } = await post("/evaluate", form({ ...asked, config: grouped }));
      return body.data.traceResults[0];
    };
    const alone = await keyBy("trace");
    expect([alone.groupKey, alone.conversationId]).toEqual([TRACE_ID, "c-1"]);
    expect((await keyBy("conversation")).groupKey).toBe("c-1");
  });

  test("what is compared with nothing has no scores of turns", async () => {
    const other = JSON.parse(JSON.stringify(golden));
    other.eval_cases.push({
      eval_id: "two",
      conversation: [{ user_content: { parts: [{ text: "2" }] } }],
    });
    other.eval_cases[0].conversation[0].user_content.parts[0].text = "1";
    const set = ["g.json", JSON.stringify(other)] as const;
    const { body } = await post("/evaluate", form({ ...files, eval_set_file: set, config }));
    expect(body.data.traceResults[0].metricResults[0]).toMatchObject({
      evalStatus: "NOT_EVALUATED",
      perInvocationScores: [],
      perInvocationStatuses: [],
      details: { reason: "no matching eval case" },
    });
  });

  test("tells what could not be read, and scores the rest", async () => {
    const data = form({ ...files, eval_set_file: ["g.json", "{"], config: "{}" });
    data.append("trace_files", new File(["hello"], "other.json"));
    const { body } = await post("/evaluate", data);
    expect(body.data.errors).toEqual([
      "Failed to load trace file 'other.json': it is no trace.",
      expect.stringMatching(/^Failed to load eval set 'g.json': /),
    ]);
    expect(body.data.traceResults[0].metricResults).toMatchObject([
      { evalStatus: "NOT_EVALUATED", score: null, details: { reason: "no eval set provided" } },
    ]);
  });

  test.each([
    ["code", { evaluators: [{ name: "x", type: "code", path: "/etc/x.py" }] }, "is code"],
    ["a program", { evaluators: [{ name: "x", type: "program", command: ["id"] }] }, "is code"],
    ["what is fetched", { evaluators: [{ name: "x", type: "remote", ref: "a.py" }] }, "network"],
    [
      "an address",
      { evaluators: [builtIn("safety_v1", { judge_base_url: "http://x" })] },
      "judge_base_url is not taken from a request",
    ],
    ["older keys", { metrics: ["safety_v1"] }, 'no key "metrics"'],
    ["an unknown metric", { evaluators: [builtIn("nope")] }, 'There is no metric "nope"'],
    [
      "an odd threshold",
      { evaluators: [builtIn("response_match_score", { threshold: 2 })] },
      "threshold 2",
    ],
    ["no evaluators", { evaluators: [] }, "a list was expected"],
  ])("refuses %s with 400", async (_, given, said) => {
    const sent = form({ ...files, config: JSON.stringify(given) });
    const { status, body } = await post("/evaluate", sent);
    expect(status).toBe(400);
    expect(body.detail).toContain(said);
    expect(body.detail).toMatch(/^Invalid config: /);
  });

  test("refuses keys by reference, other files, and too large ones", async () => {
    const refs = await post("/evaluate", form({ ...files, config, credential_refs: '{"a":{}}' }));
    expect(refs.body.detail).toContain("keys are not taken from a request");
    const other = await post("/evaluate", form({ ...files, trace_files: ["t.exe", "x"], config }));
    expect(other.body.detail).toContain("Invalid file extension for t.exe");
    const large = await post(
      "/evaluate",
      form({ ...files, trace_files: ["t.json", "x".repeat(10 * 1024 * 1024 + 1)], config }),
    );
    expect(large).toMatchObject({
      status: 400,
      body: { detail: "File t.json exceeds 10MB limit" },
    });
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    const sent = form({ ...files, trace_files: ["t.json.gz", bomb], config });
    expect((await post("/evaluate", sent)).body.data.errors).toContain("No traces loaded.");
  });

  test("tells what comes on the way as events", async () => {
    const { status, body } = await post("/evaluate/stream", form({ ...files, config }));
    expect(status).toBe(200);
    const frames = body.trim().split("\n\n");
    expect(frames[0]).toMatch(/^event: performance_metrics\ndata: \{"traceId":/);
    const events = frames.slice(1).map((frame: string) => JSON.parse(frame.replace("data: ", "")));
    expect(events[0]).toEqual({ message: "Evaluating 1 trace..." });
    expect(events[1].traceProgress).toMatchObject({ traceId: TRACE_ID, partialResult: {} });
    expect(events.at(-1)).toMatchObject({ done: true, result: { errors: [] } });
    const wrong = await post("/evaluate/stream", form({ ...files, config: "{" }));
    expect(wrong.body).toBe('data: {"error":"config is no valid JSON."}\n\n');
  });
});

describe("POST /api/evaluate/json", () => {
  const traces = JSON.parse(trace);

  test("scores a document, and streams", async () => {
    const asked = { traces, evalSet: golden, config: JSON.parse(config) };
    const { status, body } = await post("/evaluate/json", asked);
    expect(status).toBe(200);
    expect(body.data.traceResults[0].metricResults).toHaveLength(2);
    const streamed = await post("/evaluate/json/stream", asked);
    expect(streamed.body).toContain('data: {"done":true');
  });

  test("refuses what is none, and what is too large", async () => {
    expect(await post("/evaluate/json", { traces: {} })).toMatchObject({ status: 400 });
    const badSet = await post("/evaluate/json", { traces, evalSet: { eval_cases: 1 } });
    expect(badSet.body.detail).toMatch(/^Invalid eval set: /);
    expect(await post("/evaluate/json", "{")).toMatchObject({ status: 400 });
    const deep = `{"traces": ${"[".repeat(5000)}${"]".repeat(5000)}}`;
    expect(await post("/evaluate/json", deep)).toMatchObject({ status: 400 });
    const large = await post("/evaluate/json", `"${"x".repeat(50 * 1024 * 1024)}"`);
    expect(large).toMatchObject({
      status: 413,
      body: { detail: "Request body exceeds 50MB limit" },
    });
  });
});

test("POST /api/convert says what traces say", async () => {
  const { body } = await post("/convert", form({ trace_files: ["trace_demo.json", trace] }));
  expect(body.data.traces).toMatchObject([
    {
      traceId: TRACE_ID,
      traceIds: [TRACE_ID],
      invocations: [
        {
          userContent: { parts: [{ text: turn.user }] },
          intermediateData: { toolUses: [{ id: "c1", name: "look_up", args: { order: 7 } }] },
        },
      ],
      metadata: { agentName: "clerk", sessionName: "demo", userInputPreview: turn.user },
    },
  ]);
  const none = await post("/convert", form({ trace_files: ["x.json", "{}"] }));
  expect(none.status).toBe(400);
});
