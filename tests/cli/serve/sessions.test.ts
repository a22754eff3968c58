import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Span } from "../../../src/core/traces/span.ts";
import { openTraceStore } from "../../../src/stores/open-store.ts";
import { aSpan } from "../../../src/testing/trace-store/trace-store-batches.ts";
import { sightTraces } from "../../../src/traces/sessions/sight-traces.ts";
import { assay, project } from "../assay.ts";
import { placeOf } from "../store-of.ts";

const STARTED = BigInt(Date.UTC(2026, 10, 18, 12)) * 1_000_000n;

interface Talk {
  readonly session: string;
  readonly ago?: number;
  readonly asks?: string;
  readonly answer?: string;
  readonly agent?: string;
}

const said = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: "text", content }] }]);

/** A session of one turn, as its spans came so long ago. */
function talk(
  { session, asks = "Is order 7 paid?", answer = "It is paid.", agent = "clerk" }: Talk,
  place: number,
): Span[] {
  const traceId = (place + 1).toString(16).padStart(32, "0");
  const resource = { attributes: { "agentevals.session_name": session, "service.name": "shop" } };
  const times = { start: STARTED, end: STARTED + 5_000_000n };
  const root = aSpan({
    ...times,
    traceId,
    spanId: "0000000000000001",
    resource,
    name: "invoke_agent",
    attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent },
  });
  const chat = aSpan({
    ...times,
    traceId,
    spanId: "0000000000000002",
    parentSpanId: "0000000000000001",
    resource,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": said("user", asks),
      "gen_ai.output.messages": said("assistant", answer),
    },
  });
  return [root, chat];
}

async function received(cwd: string, talks: readonly Talk[]) {
  const traces = await openTraceStore(await placeOf(cwd));
  for (const [place, each] of talks.entries()) {
    const spans = talk(each, place);
    const receivedAt = Date.now() - (each.ago ?? 60_000);
    await traces.append({ spans, logs: [], traces: sightTraces(spans), receivedAt });
  }
  await traces.close();
}

async function idsIn(cwd: string, args: readonly string[] = []): Promise<readonly string[]> {
  const { stdout } = await assay(["sessions", "--output", "json", ...args], { cwd });
  return JSON.parse(stdout).map(({ id }: { id: string }) => id);
}

test("are listed in 80 columns, and for scripts with exactly these fields", async () => {
  const cwd = project({});
  const long = `checkout-${"long-".repeat(20)}end`;
  await received(cwd, [
    { session: "demo" },
    { session: long, agent: "an agent with a name of many words" },
  ]);
  const { stdout } = await assay(["sessions"], { cwd, env: { TZ: "UTC" } });
  expect(stdout).toMatchInlineSnapshot(`
    "  session                   when              agent         turns  traces  spans
      demo                      2026-11-18 12:00  clerk             1       1      2
      checkout-lon…ng-long-end  2026-11-18 12:00  an age…words      1       1      2

      Names in full:  assay sessions --output json
    "
  `);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  const listed = await assay(["sessions", "--output", "json"], { cwd });
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      id: "demo",
      agent: "clerk",
      traces: 1,
      spans: 2,
      turns: 1,
      startedAt: "2026-11-18T12:00:00.000Z",
      endedAt: "2026-11-18T12:00:00.005Z",
      golden: false,
    },
    expect.objectContaining({ id: long }),
  ]);
});

test("are shown as the conversation that they were", async () => {
  const cwd = project({});
  await received(cwd, [{ session: "demo" }]);
  const { stdout, code } = await assay(["sessions", "show", "demo"], { cwd, env: { TZ: "UTC" } });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "  demo
      2026-11-18 12:00, 1 turn, 1 trace, 2 spans

      1 user      Is order 7 paid?
      clerk       It is paid.
    "
  `);
});

const odd = ["../../etc/passwd", `it's "quoted" * %2e`, "-x", "漢字", "__proto__"];

test.each(odd)(
  "a session that is called %j is shown, exported, made golden and removed",
  async (id) => {
    const cwd = project({});
    await received(cwd, [{ session: id }, { session: "other", answer: "No." }]);
    expect(await idsIn(cwd)).toEqual([id, "other"]);
    expect((await assay(["sessions", "show", "--", id], { cwd })).stdout).toContain("It is paid.");
    const to = ["--to", "out.jsonl"];
    expect((await assay(["sessions", "export", ...to, "--", id], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "out.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(2);
    const golden = ["sessions", "golden", "--to", "golden.evalset.json", "--", id];
    expect((await assay(golden, { cwd })).code).toBe(0);
    const { code } = await assay(["eval-set", "validate", "golden.evalset.json"], { cwd });
    expect(code).toBe(0);
    const scored = await assay(["sessions", "score", `--golden=${id}`, "-o", "json"], { cwd });
    expect(JSON.parse(scored.stdout).traces).toHaveLength(1);
    expect(scored.stderr).not.toContain("assay sessions runs");
    const refused = await assay(["sessions", "rm", "--yes", "--", id], { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is golden") });
    expect((await assay(["sessions", "golden", "--remove", "--", id], { cwd })).code).toBe(0);
    expect((await assay(["sessions", "rm", "--yes", "--", id], { cwd })).code).toBe(0);
    expect(await idsIn(cwd)).toEqual(["other"]);
  },
);

test("an id that is not there is told with one that is near, and nothing is changed", async () => {
  const cwd = project({});
  await received(cwd, [{ session: "checkout" }, { session: "refund" }]);
  const commands = [
    ["show", "chekout"],
    ["export", "chekout", "--to", "out.jsonl"],
    ["golden", "chekout", "--to", "golden.evalset.json"],
    ["score", "--golden", "chekout"],
    ["rm", "refund", "chekout", "--yes"],
  ];
  for (const args of commands) {
    const { code, stderr } = await assay(["sessions", ...args], { cwd });
    expect({ args, code }).toEqual({ args, code: 2 });
    expect(stderr).toContain('There is no session "chekout".');
    expect(stderr).toContain("Did you mean checkout?");
  }
  expect(await idsIn(cwd)).toEqual(["checkout", "refund"]);
  expect(existsSync(join(cwd, "golden.evalset.json"))).toBe(false);
  expect(existsSync(join(cwd, "out.jsonl"))).toBe(false);
});

test("where nothing was received every command says so", async () => {
  const cwd = project({});
  expect((await assay(["sessions"], { cwd })).stdout).toContain("no sessions here yet");
  expect((await assay(["sessions", "-o", "json"], { cwd })).stdout).toBe("[]\n");
  for (const args of [
    ["show", "a"],
    ["export", "a"],
    ["golden", "a"],
    ["score", "--golden", "a"],
    ["rm", "a", "-y"],
  ]) {
    const { code, stderr } = await assay(["sessions", ...args], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('There is no session "a".');
  }
  expect(existsSync(join(cwd, ".assay"))).toBe(false);
});

test("removing asks first, and nobody can be asked here", async () => {
  const cwd = project({});
  await received(cwd, [{ session: "demo" }]);
  const { code, stderr } = await assay(["sessions", "rm", "demo"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("Add --yes.");
  expect(await idsIn(cwd)).toEqual(["demo"]);
});

test("sessions that begin otherwise are compared with the golden one where --case or --match says so", async () => {
  const cwd = project({});
  await received(cwd, [
    { session: "demo" },
    { session: "same" },
    { session: "other", asks: "Was order 7 paid for?" },
  ]);
  const score = (...flags: string[]) =>
    assay(
      ["sessions", "score", "--golden", "demo", "-m", "response_match_score", "-t", "1", ...flags],
      { cwd },
    );
  const alone = await score();
  expect(alone.stdout).toContain("1 passed, 0 failed, 1 not evaluated, of 2");
  expect(alone.code).toBe(3);
  const all = await score("--case", "demo");
  expect(all.stdout).toContain("2 passed, 0 failed, 0 not evaluated, of 2");
  expect(all.code).toBe(0);
  const byId = await score("--match", "id");
  expect(byId.stdout).toContain("0 passed, 0 failed, 2 not evaluated, of 2");
  const unknown = await score("--case", "dmeo");
  expect(unknown.stderr).toContain('The eval set has no case "dmeo".');
  expect(unknown.code).toBe(2);
});
