import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteStore } from "../../../src/stores/sqlite/sqlite-store.ts";
import {
  aMetricResult,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  caseEvents,
} from "../../../src/testing/builders.ts";
import { assay, echoAgent, evalSet, project } from "../assay.ts";
import { agent, second, workspace } from "./workspace.ts";

test("one conversation is shown whole", async () => {
  const { code, stdout } = await assay(["runs", "show", "4c1e7", "--case", "lights"], {
    cwd: await workspace(),
  });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "
      ✓ lights · smoke · passed · 0.01 s

      turn 1
        user    Lights off
        call    set_light(room: "bedroom", on: false)
        answer  Done.

        ✓ tool_trajectory_avg_score  1.00, needs 1.00
    "
  `);
});

test("a conversation shows its images, and why a metric has no score, whole", async () => {
  const cwd = project({});
  const store = sqliteStore(join(cwd, ".assay/assay.db"));
  const detail = `The judge ${"was asked and asked again and ".repeat(6)}never came to an end.`;
  const metric = aMetricResult({
    name: "safety_v1",
    status: "not-evaluated",
    score: undefined,
    reason: "judge-error",
    detail,
  });
  const data = Buffer.alloc(12_000).toString("base64");
  const userContent = {
    parts: [{ text: "What is it?" }, { inlineData: { mimeType: "image/png", data } }],
  };
  const runId = second;
  for (const event of [
    aRunStart({ runId, sets: [aRunSet({ evalSetId: "smoke", caseCount: 1 })], agent }),
    ...caseEvents({
      runId,
      evalSetId: "smoke",
      evalId: "image",
      index: 0,
      invocations: [anInvocation({ userContent })],
      end: { status: "not-evaluated", metrics: [metric] },
    }),
    aRunEnd({ runId }),
  ])
    void store.append(event);
  await store.close();
  const { stdout } = await assay(["runs", "show", "latest", "--case", "image"], { cwd });
  expect(stdout).toContain("[image/png, 12 kB]");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(`the judge could not be asked ${detail}`);
});

test("a turn without a reference shows no expected answer, a metric without a score says so", async () => {
  const cwd = project({
    "agent.mjs": echoAgent,
    "demo.evalset.json": evalSet({ hi: { user: "4111 1111 1111 1111" } }),
    "rules.json": { criteria: { safety_v1: { threshold: 1, offline: true } } },
  });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--config_file_path", "rules.json"];
  const { stdout, code } = await assay(args, { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("The rule payment_card found something.");
  expect(stdout).not.toContain("(no answer)");
  const shown = await assay(["runs", "show", "latest", "--case", "hi"], { cwd });
  expect(shown.stdout).toContain("· token_usage_v1  no score\n");
});

test("a conversation shows all that its agent printed, whole and also where it passed", async () => {
  const lines = Array.from({ length: 14 }, (_, at) => `line ${at} ${"x".repeat(90)} end ${at}`);
  const cwd = project({
    "agent.mjs": `export const rootAgent = (text) => (console.log(${JSON.stringify(lines.join("\n"))}), text);`,
    "demo.evalset.json": evalSet({ hello: { user: "hello", answer: "hello" } }),
  });
  const run = await assay(["eval", "agent.mjs"], { cwd });
  expect(run.stdout).not.toContain("line 13");
  const { stdout } = await assay(["runs", "show", "--case", "hello"], { cwd });
  const printed = stdout.replace(/\n *│ ?/g, " ").replace(/\s+/g, "");
  expect(printed).toContain(lines.join("").replaceAll(" ", ""));
});
