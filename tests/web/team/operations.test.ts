import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { assay, project } from "../../cli/assay.ts";
import { ask, postgresDatabase } from "../../postgres-database.ts";
import { startTeam } from "./team-server.ts";

test.each(["web", "serve"] as const)(
  "assay %s says to anybody that it lives and is ready, and nothing else",
  async (command) => {
    const server = await startTeam({ command });
    const headers = { Host: "10.1.2.3:8765" };
    const alive = await server.ask("/healthz", { headers });
    const ready = await server.ask("/readyz", { headers });
    expect([alive.text, ready.text]).toEqual(['{"status":"ok"}', '{"status":"ready"}']);
    expect((await server.ask("/metrics")).status).toBe(401);
  },
);

test("a server whose database is away is alive, and not ready", async () => {
  const { postgresCluster } = await import("../../postgres-cluster.ts");
  const cluster = await postgresCluster();
  onTestFinished(() => cluster.stop());
  const server = await startTeam({ store: cluster.address });
  expect((await server.ask("/readyz")).status).toBe(200);
  await cluster.kill();
  const [alive, ready] = [await server.ask("/healthz"), await server.ask("/readyz")];
  expect([alive.status, ready.status, ready.text]).toEqual([200, 503, '{"status":"not ready"}']);
  await cluster.start();
  expect((await server.ask("/readyz")).status).toBe(200);
});

test("a server whose database is of another version, or is not there, says so instead of starting", async () => {
  const store = await postgresDatabase();
  const cwd = project({});
  const web = ["web", "--port", "0"];
  await assay(["store", "migrate"], { cwd, env: { ASSAY_STORE: store } });
  await ask(store, "UPDATE assay.meta SET value = '1' WHERE name = 'schemaVersion'");
  const older = await assay(web, { cwd, env: { ASSAY_STORE: store } });
  expect(older).toMatchObject({ code: 2, stdout: "" });
  expect(older.stderr).toContain("assay store migrate");
  const away = await assay(web, { cwd, env: { ASSAY_STORE: "postgres://a:secret@127.0.0.1:1/b" } });
  expect(away).toMatchObject({ code: 2, stdout: "" });
  expect(away.stderr).toContain("postgres://a@127.0.0.1:1/b cannot be reached");
  expect(away.stderr).not.toContain("secret");
});

test("metrics tell requests, refusals, the queue and the workers, in names that Prometheus reads", async () => {
  const server = await startTeam({ store: await postgresDatabase() });
  await server.ask("/api/v1/runs/none", { token: server.tokens.viewer });
  await server.ask("/api/v1/runs/another", { token: server.tokens.viewer });
  await server.signIn("viewer", "wrong");
  const { text: said, headers } = await server.ask("/metrics", { token: server.tokens.viewer });
  expect(headers["content-type"]).toContain("version=0.0.4");
  // by the route: ids are no metrics
  const route = "/api/v1/runs/:run";
  expect(said).toContain(`assay_http_requests_total{method="GET",route="${route}",status="404"} 2`);
  expect(said).toContain('assay_refusals_total{action="sign in"} 1');
  for (const name of [
    "assay_queue_depth",
    "assay_workers",
    "assay_cases_total",
    "assay_lease_losses_total",
    "assay_model_calls_waiting",
  ]) {
    expect(said).toMatch(new RegExp(`^${name} 0$`, "m"));
    expect(said).toContain(`# TYPE ${name} `);
  }
  const line = /^(# (HELP|TYPE) assay_\w+ .+|assay_\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/;
  expect(
    said
      .trimEnd()
      .split("\n")
      .filter((each) => !line.test(each)),
  ).toEqual([]);
});

test("metrics are pushed to a collector as OTLP where one is named", async () => {
  const got: string[] = [];
  const collector = createServer(async (request, response) => {
    got.push(`${request.url} ${await text(request)}`);
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done));
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const server = await startTeam({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_SERVICE_NAME: "eval" },
  });
  await server.ask("/api/v1/runs");
  expect(await server.end()).toBe(0);
  const [path, body = ""] = got.at(-1)?.split(/ (.*)/s) ?? [];
  expect(path).toBe("/v1/metrics");
  const [{ resource, scopeMetrics }] = JSON.parse(body).resourceMetrics;
  expect(JSON.stringify(resource)).toContain('"service.name","value":{"stringValue":"eval"}');
  const [{ metrics }] = scopeMetrics;
  const requests = metrics.find(
    ({ name }: { name: string }) => name === "assay_http_requests_total",
  );
  expect(requests.sum).toMatchObject({ aggregationTemporality: 2, isMonotonic: true });
  expect(requests.sum.dataPoints[0].timeUnixNano).toMatch(/^\d{19}$/);
});

test("with --log json every line is JSON that says when, how grave, and what", async () => {
  const server = await startTeam();
  await server.signIn("viewer");
  await server.signIn("viewer", "wrong\n{}");
  await server.end();
  const lines = server.text().trimEnd().split("\n");
  const said = lines.map((line) => JSON.parse(line) as Record<string, string>);
  for (const each of said)
    expect(Object.keys(each).slice(0, 3)).toEqual(["time", "level", "event"]);
  expect(said.map(({ event, outcome }) => `${event} ${outcome ?? ""}`.trim())).toEqual([
    "listening",
    "audit done",
    "audit refused",
  ]);
});
