import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { readTraceBytes } from "../../../src/traces/formats/read-trace-bytes.ts";
import { turn } from "../../traces/one-turn.ts";
import { otlpText, TRACE_ID } from "../../traces/trace-builder.ts";
import { vendorDialects } from "../../traces/vendor-dialects.ts";
import { assay, evalSet, project } from "../assay.ts";
import { startServe } from "../serve/start-serve.ts";

const agent = `export async function rootAgent(text, { turn }) {
  turn.call("c1", "look_up", { order: 7 });
  turn.result("c1", "look_up", { output: { paid: true } });
  turn.usage({ input: 100, output: 20 }, { model: "gpt-5-mini" });
  return "Order 7 is paid, says key-of-the-agent.";
}`;
const set = evalSet({
  order: { user: turn.user, answer: turn.answer, calls: [{ name: "look_up", args: { order: 7 } }] },
});
const files = { "agent.mjs": agent, "demo.evalset.json": set };
const evaluation = ["eval", "agent.mjs", "demo.evalset.json", "--emit-otel"];

describe("assay eval --emit-otel", () => {
  test.each(["http/protobuf", "http/json", "grpc"])(
    "sends what happened and what it scored by %s, so that the receiver has it as a session",
    async (protocol) => {
      const cwd = project(files);
      const { otlp, grpc } = await startServe(cwd, ["--store", "received.db"]);
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: protocol === "grpc" ? grpc : otlp,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      };
      const { code, stderr } = await assay(evaluation, { cwd, env });
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });

      const received = ["--store", "received.db"];
      const listed = await assay(["sessions", "--output", "json", ...received], { cwd });
      const sessions = JSON.parse(listed.stdout);
      expect(sessions).toMatchObject([{ turns: 1, traces: 1, spans: 4 }]);
      const written = await assay(["sessions", "export", sessions[0].id, ...received], { cwd });
      const { spans, logs } = readTraceBytes(Buffer.from(written.stdout)) ?? {
        spans: [],
        logs: [],
      };
      expect(spans.map(({ name }) => name).toSorted()).toEqual([
        "chat gpt-5-mini",
        "eval_case order",
        "execute_tool look_up",
        expect.stringContaining("invoke_agent"),
      ]);
      // without a time backends would draw them in 1970
      expect(spans.filter(({ start, end }) => start === undefined || end === undefined)).toEqual(
        [],
      );
      const of = spans.find(({ name }) => name.startsWith("invoke_agent"))?.spanId;
      const results = logs.filter(({ eventName }) => eventName === "gen_ai.evaluation.result");
      expect(results.every(({ spanId }) => spanId === of)).toBe(true);
      const said = results.map(({ attributes }) => [
        attributes["gen_ai.evaluation.name"],
        attributes["gen_ai.evaluation.score.value"],
        attributes["gen_ai.evaluation.score.label"],
      ]);
      expect(said).toContainEqual(["tool_trajectory_avg_score", 1, "pass"]);
      expect(said).toContainEqual(["response_match_score", expect.any(Number), "fail"]);
      expect(said).toContainEqual(["tool_call_count_v1", 1, undefined]);
    },
  );

  test("brings the headers that are asked for, comes again when it is asked to, and sends no secret", async () => {
    const receiver = await aReceiver([503, 200, 200]);
    const cwd = project(files);
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc,x-team=a",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "nightly",
      AGENT_API_KEY: "key-of-the-agent",
    };
    await assay(evaluation, { cwd, env });
    expect(receiver.requests.map(({ path }) => path).toSorted()).toEqual([
      "/v1/logs",
      "/v1/traces",
      expect.stringMatching(/^\/v1/),
    ]);
    const [first] = receiver.requests;
    expect(first?.headers).toMatchObject({ authorization: "Bearer abc", "x-team": "a" });
    const text = receiver.requests.map(({ body }) => body).join("");
    expect(text).toContain('{"key":"service.name","value":{"stringValue":"nightly"}}');
    expect(text).not.toContain("key-of-the-agent");
  });

  test("costs the run nothing where nobody receives it, and says what was not sent", async () => {
    const receiver = await aReceiver([400, 404]);
    const cwd = project(files);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
    const { code, stdout, stderr } = await assay(evaluation, { cwd, env });
    expect(code).toBe(1);
    expect(stdout).toContain("0 passed, 1 failed");
    expect(stderr).toContain("4 spans were not taken by");
    expect(stderr).toMatch(/assay\s+runs\s+export\s+\S+\s+--format\s+otlp/);
  });

  test("is off where OpenTelemetry is, and refuses what it cannot send by", async () => {
    const receiver = await aReceiver([]);
    const cwd = project(files);
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SDK_DISABLED: "true" };
    expect((await assay(evaluation, { cwd, env: off })).stderr).toBe("");
    expect(receiver.requests).toEqual([]);
    const bad = await assay(evaluation, { cwd, env: { OTEL_EXPORTER_OTLP_PROTOCOL: "smoke" } });
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('OTEL_EXPORTER_OTLP_PROTOCOL is "smoke".');
  });
});

test("assay score --emit-otel sends results of the spans that were scored, and no word of what was said", async () => {
  const receiver = await aReceiver([200]);
  const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });
  const cwd = project({ "trace.json": trace, "demo.evalset.json": set });
  const args = ["score", "trace.json", "-e", "demo.evalset.json", "--emit_otel"];
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  };
  expect((await assay(args, { cwd, env })).code).toBe(0);
  expect(receiver.requests.map(({ path }) => path)).toEqual(["/v1/logs"]);
  const { logs = [] } = readTraceBytes(Buffer.from(receiver.requests[0]?.body ?? "")) ?? {};
  expect(logs[0]).toMatchObject({
    traceId: TRACE_ID,
    spanId: "000000000000000a",
    eventName: "gen_ai.evaluation.result",
    attributes: {
      "gen_ai.evaluation.name": "tool_trajectory_avg_score",
      "gen_ai.evaluation.score.value": 1,
      "gen_ai.evaluation.score.label": "pass",
      "agentevals.eval.case.id": "order",
    },
  });
  expect(receiver.requests[0]?.body).not.toContain(turn.answer);
});

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers with these statuses, one after the other, then with 200. */
async function aReceiver(statuses: readonly number[]) {
  const requests: Received[] = [];
  const left = [...statuses];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
    requests.push({
      path: request.url ?? "",
      headers: request.headers,
      body: body.toString(),
    });
    response.statusCode = left.shift() ?? 200;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
