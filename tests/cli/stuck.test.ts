import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { assay } from "./assay.ts";

const turn = (text: string) => [{ user_content: text, final_response: "All is well." }];

function project(): string {
  const cwd = temporaryFolder();
  const write = (name: string, content: unknown) =>
    writeFileSync(join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  write(
    "agent.mjs",
    `import { spawnSync } from "node:child_process";
    export const rootAgent = async (text) => {
      await new Promise((done) => setTimeout(done, 5));
      if (text === "loop") for (;;) {}
      if (text === "sleep") spawnSync("sleep", ["600"]);
      return "All is well.";
    };`,
  );
  write(
    "metric.mjs",
    `export const spins = (metric, actual) => {
      if (actual[0].userContent.parts[0].text === "spin") for (;;) {}
      return 1;
    };`,
  );
  write("test_config.json", {
    criteria: { response_match_score: 0.8, spins: 0.5 },
    custom_metrics: { spins: { code_config: { name: "./metric.mjs:spins" } } },
  });
  const ids = ["first", "loop", "sleep", "spin", "last"];
  write("all.evalset.json", {
    eval_set_id: "all",
    eval_cases: ids.map((id) => ({ eval_id: id, conversation: turn(id) })),
  });
  return cwd;
}

test("code that never lets go fails its own case, and the rest of the run finishes", async () => {
  const cwd = project();
  const { code, stderr } = await assay(
    ["eval", "agent.mjs", "all.evalset.json", "--timeout", "0.5", "-r", "json=report.json"],
    { cwd },
  );
  expect(stderr).toContain("loop: The agent computed for 6 s without a pause in turn 1");
  expect(stderr).not.toContain("debugger");
  expect(stderr).toContain("spin: spins computed for 6 s without a pause");
  const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  const cases = Object.fromEntries(
    // biome-ignore lint/suspicious/noExplicitAny: a report as a stranger reads it
    report.cases.map((each: any) => [each.evalId ?? each.eval_id, each]),
  );
  expect(cases).toMatchObject({
    first: { status: "passed" },
    loop: { status: "failed", reason: "timeout" },
    sleep: { status: "failed", reason: "agent-error" },
    spin: { status: "not-evaluated" },
    last: { status: "passed" },
  });
  expect(code).toBe(1);
}, 120_000);

test("who goes on hears signals, and nothing is left behind", async () => {
  const cwd = temporaryFolder();
  const started = join(cwd, "started.txt");
  const agent = `import { writeFileSync } from "node:fs";
    export const rootAgent = async (text) => {
      if (text === "loop") for (;;) {}
      writeFileSync(${JSON.stringify(started)}, String(process.pid));
      await new Promise((done) => setTimeout(done, 60_000));
    };`;
  writeFileSync(join(cwd, "agent.mjs"), agent);
  const cases = ["loop", "wait"].map((id) => ({ eval_id: id, conversation: turn(id) }));
  const set = { eval_set_id: "all", eval_cases: cases };
  writeFileSync(join(cwd, "all.evalset.json"), JSON.stringify(set));
  const { signal, stderr } = await assay(
    ["eval", "agent.mjs", "all.evalset.json", "--timeout", "4", "--concurrency", "1"],
    {
      cwd,
      onSpawn(child) {
        const timer = setInterval(() => {
          if (!existsSync(started)) return;
          clearInterval(timer);
          child.kill("SIGTERM");
        }, 50);
      },
    },
  );
  expect(stderr).toContain("loop: The agent computed for 9 s without a pause in turn 1");
  expect(stderr).toContain("Stopping: 1 case is finishing");
  expect(stderr).not.toContain("debugger");
  expect(signal).toBe("SIGTERM");
  const goesOn = Number(readFileSync(started, "utf8"));
  await expect.poll(() => isAlive(goesOn), { timeout: 60_000 }).toBe(false);
}, 120_000);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("scoring goes on without a metric that never lets go", async () => {
  const cwd = project();
  const ids = ["first", "spin", "last"];
  const cases = ids.map((id) => ({ eval_id: id, conversation: turn(id) }));
  const set = { eval_set_id: "all", eval_cases: cases };
  writeFileSync(join(cwd, "all.evalset.json"), JSON.stringify(set));
  const plain = join(cwd, "plain.json");
  writeFileSync(plain, JSON.stringify({ criteria: { response_match_score: 0.8 } }));
  const held = await assay(["eval", "agent.mjs", "all.evalset.json", "--config", plain], { cwd });
  expect(held.code).toBe(0);
  const { code, stderr } = await assay(
    [
      ...["score", "latest", "--config", "test_config.json", "--timeout", "0.5"],
      ...["-r", "json=report.json"],
    ],
    { cwd },
  );
  expect(stderr).toContain("spin: spins computed for 6 s without a pause");
  expect(stderr).not.toContain("debugger");
  const { cases: scored } = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  expect(scored).toMatchObject([
    { evalId: "first", status: "passed" },
    { evalId: "spin", status: "not-evaluated" },
    { evalId: "last", status: "passed" },
  ]);
  const told = scored[1].metrics.slice(0, 2);
  expect(told).toMatchObject([{ status: "passed" }, { reason: "metric-error" }]);
  expect(code).toBe(3);
  const again = await assay(["score", "--resume"], { cwd });
  expect(again.stderr).toContain("has ended; nothing was left to run");
}, 120_000);

test.each([
  "setImmediate(() => { for (;;) {} })",
  "setImmediate(async () => { for (;;) await null; })",
])(
  "code that is left behind does not keep a finished run from its end: %s",
  async (left) => {
    const cwd = temporaryFolder();
    const agent = `export const rootAgent = () => { ${left}; return "All is well."; };`;
    writeFileSync(join(cwd, "agent.mjs"), agent);
    const cases = [{ eval_id: "left", conversation: turn("hi") }];
    const set = { eval_set_id: "all", eval_cases: cases };
    writeFileSync(join(cwd, "all.evalset.json"), JSON.stringify(set));
    const { code, stdout, stderr } = await assay(["eval", "agent.mjs", "all.evalset.json"], {
      cwd,
    });
    expect(stderr).not.toContain("debugger");
    // where it begins before the end, another process goes on without it: what was answered counts
    const isStuck = stderr.includes("left: The agent computed for 5 s");
    expect([code, stdout]).toEqual([isStuck ? 3 : 0, expect.stringContaining("1 passed")]);
  },
  120_000,
);

test("code that an agent left behind is not blamed on the metric that is measured then", async () => {
  const cwd = temporaryFolder();
  const write = (name: string, content: unknown) =>
    writeFileSync(join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  write(
    "agent.mjs",
    `export const rootAgent = () => { setTimeout(() => { for (;;) {} }, 300); return "All is well."; };`,
  );
  write(
    "metric.mjs",
    "export const slow = () => new Promise((done) => setTimeout(() => done(1), 20_000));",
  );
  write("test_config.json", {
    criteria: { slow: 0.5 },
    custom_metrics: { slow: { code_config: { name: "./metric.mjs:slow" } } },
  });
  const cases = [{ eval_id: "left", conversation: turn("hi") }];
  write("all.evalset.json", { eval_set_id: "all", eval_cases: cases });
  const args = ["eval", "agent.mjs", "all.evalset.json", "--timeout", "1"];
  const { code, stderr } = await assay(args, { cwd });
  expect(stderr).toContain("left: The agent computed for 5 s without a pause in turn 1");
  expect(stderr).not.toContain("slow computed");
  // its turn had ended, and counts; the metric has a deadline of its own, which it misses
  expect(code).toBe(3);
}, 120_000);

/** What an agent or a metric does to the process, by the name of its case. */
const spoilt = {
  iterator: `Object.defineProperty(Array.prototype, Symbol.iterator, { value: function* () {}, configurable: false, writable: false });`,
  json: `Object.defineProperty(globalThis, "JSON", { value: {}, configurable: false, writable: false });`,
  status: `Object.defineProperty(Object.prototype, "status", { value: "passed", configurable: false });`,
  frozen: "Object.freeze(process); Object.freeze(process.stdout);",
  timers:
    "globalThis.clearTimeout = globalThis.setInterval = () => { throw new Error(); }; globalThis.Date = undefined;",
  listeners: "process.off = () => { throw new Error(); }; Object.setPrototypeOf(process, null);",
  environment: "process.env = null;",
};

test("what is changed for good fails its own case, and the rest of the run finishes", async () => {
  const cwd = temporaryFolder();
  const write = (name: string, content: unknown) =>
    writeFileSync(join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  const attacks = Object.entries(spoilt).map(([id, code]) => `${id}() { ${code} }`);
  const shared = `const attacks = { ${attacks.join(", ")} };`;
  write(
    "agent.mjs",
    `${shared} export const rootAgent = async (text) => { attacks[text]?.(); return "All is well."; };`,
  );
  write(
    "metric.mjs",
    `${shared} export const spoils = async (metric, actual) => {
      const text = actual[0].userContent.parts[0].text;
      if (text === "metric") attacks.iterator();
      return 1;
    };`,
  );
  write("test_config.json", {
    criteria: { response_match_score: 0.8, spoils: 0.5 },
    custom_metrics: { spoils: { code_config: { name: "./metric.mjs:spoils" } } },
  });
  const ids = ["first", ...Object.keys(spoilt), "metric", "last"];
  write("all.evalset.json", {
    eval_set_id: "all",
    eval_cases: ids.map((id) => ({ eval_id: id, conversation: turn(id) })),
  });
  const { code, stderr } = await assay(
    ["eval", "agent.mjs", "all.evalset.json", "-r", "json=report.json"],
    { cwd },
  );
  expect(stderr).toContain("iterator: The agent changed Array.prototype.Symbol(Symbol.iterator)");
  expect(stderr).toContain("metric: spoils changed Array.prototype.Symbol(Symbol.iterator)");
  const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  const statuses = Object.fromEntries(
    // biome-ignore lint/suspicious/noExplicitAny: a report as a stranger reads it
    report.cases.map((each: any) => [each.evalId ?? each.eval_id, each.status]),
  );
  expect(statuses).toEqual({
    first: "passed",
    iterator: "failed",
    json: "failed",
    status: "failed",
    frozen: "failed",
    // nothing that a verdict needs: deadlines have timers of their own
    timers: "passed",
    listeners: "failed",
    environment: "failed",
    metric: "not-evaluated",
    last: "passed",
  });
  expect(code).toBe(1);
}, 120_000);
