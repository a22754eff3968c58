import type { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, project } from "../assay.ts";
import { report } from "../report.ts";
import { called, calls, threeTurns } from "./counted-echo.ts";

const pause = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)`;

/** Blocks the event loop as soon as it hears of "a 1", as long as there is a file called blocked. */
const blockingEcho = `
import { appendFileSync, existsSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("calls.log", text + "\\n");
  if (text === "BLOCKS" && existsSync("blocked")) ${pause};
  return text;
}`;

/** Kills a run once something has happened in it. */
async function killedAfter(
  happened: () => Promise<void>,
  cwd: string,
  concurrency = "1",
): Promise<void> {
  const args = ["eval", "agent.mjs", "demo.evalset.json", "-j", concurrency];
  const child = await new Promise<ReturnType<typeof spawn>>((started) => {
    void assay(args, { cwd, onSpawn: started });
  });
  await happened();
  const gone = new Promise((done) => child.once("close", done));
  child.kill("SIGKILL");
  await gone;
}

async function resumed(cwd: string): Promise<void> {
  rmSync(join(cwd, "blocked"));
  const last = await assay(["eval", "--resume", "--reporter", "json=report.json"], { cwd });
  expect(last.code, last.stderr).toBe(0);
  expect(report(cwd).totals).toMatchObject({ cases: 2, passed: 2, notEvaluated: 0 });
}

test.for([
  ["in the next turn of the same conversation", "a 1", 2],
  ["in the next conversation", "b 0", 4],
] as const)(
  "a turn is stored before an agent blocks the event loop %s",
  async ([_, blocks, before]) => {
    const agent = blockingEcho.replace("BLOCKS", blocks);
    const cwd = project({ "agent.mjs": agent, "demo.evalset.json": threeTurns, blocked: "" });
    await killedAfter(() => called(cwd, before), cwd);
    await resumed(cwd);
    const twice = calls(cwd).filter((call, index, all) => all.indexOf(call) !== index);
    expect(twice).toEqual([blocks]);
  },
);

test("whatever was answered is stored before an agent blocks the event loop, late in a run too", async () => {
  const conversation = [0, 1, 2, 3].map((turn) => ({ user_content: `TURN ${turn}` }));
  const set = {
    eval_set_id: "demo",
    eval_cases: Array.from({ length: 12 }, (_, at) => ({
      eval_id: `c${at}`,
      conversation: conversation.map(({ user_content }) => ({
        user_content: user_content.replace("TURN", `c${at}`),
        final_response: user_content.replace("TURN", `c${at}`),
      })),
    })),
  };
  const agent = blockingEcho.replace("BLOCKS", "c11 1");
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set, blocked: "" });
  const blocks = () => expect.poll(() => calls(cwd), { timeout: 20_000 }).toContain("c11 1");
  await killedAfter(blocks, cwd, "8");
  rmSync(join(cwd, "blocked"));
  const last = await assay(["eval", "--resume"], { cwd });
  expect(last.code, last.stderr).toBe(0);
  expect(calls(cwd)).toHaveLength(49);
});

test("a turn is stored before a metric blocks the event loop", async () => {
  const metric = `
import { existsSync, writeFileSync } from "node:fs";
export function measure() {
  if (existsSync("blocked")) {
    writeFileSync("measuring", "");
    ${pause};
  }
  return 1;
}`;
  const cwd = project({
    "agent.mjs": blockingEcho,
    "metric.mjs": metric,
    "demo.evalset.json": threeTurns,
    "test_config.json": {
      criteria: { mine: 1 },
      custom_metrics: { mine: { code_config: { name: "./metric.mjs:measure" } } },
    },
    blocked: "",
  });
  const measuring = () => existsSync(join(cwd, "measuring"));
  await killedAfter(() => expect.poll(measuring, { timeout: 20_000 }).toBe(true), cwd);
  await resumed(cwd);
  expect(calls(cwd)).toHaveLength(new Set(calls(cwd)).size);
});
