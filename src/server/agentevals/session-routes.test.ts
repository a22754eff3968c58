import { beforeAll, describe, expect, test } from "vitest";
import { builtIn, form, servedApi } from "../../../tests/api-server.ts";
import { otlpText, TRACE_ID } from "../../../tests/traces/trace-builder.ts";
import { vendorDialects } from "../../../tests/traces/vendor-dialects.ts";

const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });
const withId = (id: string) => trace.replaceAll(TRACE_ID, id);
const { at, get, post } = servedApi();

describe("sessions that were received", () => {
  const ids = ["a", "b"].map((digit) => digit.repeat(32));

  beforeAll(async () => {
    const headers = { "Content-Type": "application/json" };
    for (const id of ids) {
      const sent = { method: "POST", headers, body: withId(id) };
      expect((await fetch(`${at.otlp}/v1/traces`, sent)).status).toBe(200);
    }
  });

  test("are listed, and exported so that they read back as one conversation", async () => {
    const { body } = await get("/streaming/sessions");
    expect(body.data).toMatchObject([
      { sessionId: "otlp-aaaaaaaaaaaa", traceId: ids[0], spanCount: 4, isComplete: false },
      { sessionId: "otlp-bbbbbbbbbbbb" },
    ]);
    const { body: document } = await get("/streaming/sessions/otlp-aaaaaaaaaaaa/otlp");
    expect(JSON.stringify(document)).toContain("agentevals.session_name");
    const trace_files = ["s.json", JSON.stringify(document)] as const;
    const converted = await post("/convert", form({ trace_files, group_by: "auto" }));
    expect(converted.body.data.traces[0].invocations).toHaveLength(1);
    const whole = await post("/streaming/get-trace", { session_id: "otlp-aaaaaaaaaaaa" });
    expect(whole.body.data).toMatchObject({ sessionId: "otlp-aaaaaaaaaaaa", numSpans: 4 });
    expect(JSON.parse(whole.body.data.traceContent)).toEqual(document);
    expect(await get("/streaming/sessions/nope/otlp")).toEqual({
      status: 404,
      body: { detail: "Session not found" },
    });
  });

  test("become eval sets, and are scored against a golden one when they are complete", async () => {
    const asked = { session_id: "otlp-aaaaaaaaaaaa", eval_set_id: "mine" };
    const { body } = await post("/streaming/create-eval-set", asked);
    expect(body.data).toMatchObject({
      evalSet: { eval_set_id: "mine", eval_cases: [{ eval_id: "case_1", conversation: [{}] }] },
      numInvocations: 1,
    });
    // a session whose root has come is complete three seconds later
    await expect
      .poll(async () => (await get("/streaming/sessions")).body.data[1].isComplete, {
        timeout: 8000,
      })
      .toBe(true);
    const scored = await post("/streaming/evaluate-sessions", {
      golden_session_id: "otlp-aaaaaaaaaaaa",
      eval_set_id: "mine",
      evaluators: [builtIn("response_match_score")],
    });
    expect(scored.body.data).toMatchObject({
      goldenSessionId: "otlp-aaaaaaaaaaaa",
      evalSetId: "mine",
      results: [
        {
          sessionId: "otlp-bbbbbbbbbbbb",
          traceId: ids[1],
          numInvocations: 1,
          metricResults: [{ metricName: "response_match_score", score: 1, evalStatus: "PASSED" }],
          error: null,
        },
      ],
    });
    const none = await post("/streaming/evaluate-sessions", {
      golden_session_id: "x",
      eval_set_id: "y",
    });
    expect(none).toEqual({ status: 404, body: { detail: "Golden session not found" } });
    const more = { golden_session_id: "x", eval_set_id: "y", metrics: [] };
    expect((await post("/streaming/evaluate-sessions", more)).status).toBe(400);
  });
});
