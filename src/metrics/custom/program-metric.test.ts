import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aMetricInput } from "../../../tests/measure-built-in.ts";
import type { MetricInput } from "../../core/metric.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { programMetric } from "./program-metric.ts";

interface Given {
  readonly input?: Partial<MetricInput>;
  readonly timeoutSeconds?: number;
  readonly command?: readonly string[];
}

const directory = await mkdtemp(join(tmpdir(), "program-metric-"));

/** Runs a script as a metric of a conversation of two turns. */
async function measure(script: string, given: Given = {}) {
  await writeFile(join(directory, "metric.mjs"), script);
  const definition = programMetric({
    name: "polite",
    command: given.command ?? [process.execPath, "metric.mjs"],
    directory,
    timeoutSeconds: given.timeoutSeconds ?? 20,
    config: { words: ["please"] },
  });
  const custom = new Map([["polite", { definition, path: "metric.mjs" }]]) as never;
  const input = aMetricInput({ actual: [anInvocation(), anInvocation()], ...given.input });
  return measureMetric(planMetric("polite", 0.5, { custom }), input);
}

const answering = (answer: unknown) => `console.log(${JSON.stringify(JSON.stringify(answer))})`;

describe("a program as a metric", () => {
  test("is given one document of protocol 1.1", async () => {
    const response = { free: 1, error: "late" };
    const turn = anInvocation({
      invocationId: "turn-1",
      user: "hello",
      finalResponse: { parts: [{ text: "good " }, { text: "day" }] },
      intermediateData: {
        invocationEvents: [
          {
            author: "a",
            content: {
              parts: [
                {
                  functionCall: {
                    id: "c",
                    name: "rooms",
                    args: { n: JSON.rawJSON("12345678901234567890") },
                  },
                },
              ],
            },
          },
          {
            author: "a",
            content: { parts: [{ functionResponse: { id: "c", name: "rooms", response } }] },
          },
        ],
      },
    });
    const copy =
      'import fs from "node:fs"; fs.writeFileSync("read.json", fs.readFileSync(0)); console.log(\'{"score":1}\')';
    await measure(copy, {
      input: { actual: [turn], expected: [anExpectedTurn({ finalResponse: undefined })] },
    });
    const text = await readFile(join(directory, "read.json"), "utf8");
    expect(text).toContain('"args":{"n":12345678901234567890}');
    expect(JSON.parse(text)).toMatchObject({
      protocol_version: "1.1",
      metric_name: "polite",
      threshold: 0.5,
      config: { words: ["please"] },
      invocations: [
        {
          invocation_id: "turn-1",
          span_id: "turn-1",
          user_content: "hello",
          final_response: "good day",
          intermediate_steps: {
            tool_calls: [{ id: "c", name: "rooms" }],
            tool_responses: [
              {
                id: "c",
                name: "rooms",
                response,
                output: '{"error": "late", "free": 1}',
                status: "error",
              },
            ],
          },
          performance_metrics: null,
        },
      ],
      expected_invocations: [{ user_content: "hello", final_response: null }],
    });
  });

  test("answers with a score, scores by turn and details", async () => {
    const answer = { score: 0.5, per_invocation_scores: [1, 0], details: { checked: 2 } };
    const result = await measure(answering(answer));
    expect(result).toMatchObject({ status: "passed", score: 0.5, details: { checked: 2 } });
    expect(result.perInvocation.map((turn) => turn.status)).toEqual(["passed", "failed"]);
  });

  test("decides for itself when it gives a status", async () => {
    expect((await measure(answering({ score: 0.1, status: "PASSED" }))).status).toBe("passed");
    const without = await measure(
      answering({ score: 0, status: "NOT_EVALUATED", details: { reason: "no words" } }),
    );
    expect(without).toMatchObject({
      status: "not-evaluated",
      reason: "unsupported",
      detail: "polite did not evaluate this conversation: no words",
    });
  });

  test.each([
    [
      "ends with an error",
      'console.error("boom"); process.exit(3)',
      "ended with exit code 3. It said: boom",
    ],
    [
      "ends with an error, told in its output",
      'console.log("oops"); process.exitCode = 4',
      "ended with exit code 4. It wrote: oops",
    ],
    ["says nothing", 'console.error("hm")', "wrote nothing to its output. It said: hm"],
    [
      "logs before its answer",
      'console.log("starting"); console.log("{}")',
      "wrote something else than one JSON document",
    ],
    ["scores above 1", answering({ score: 1.5 }), "gave the score 1.5"],
    ["gives no score", answering({ status: "PASSED" }), "gave no score"],
    ["misspells a status", answering({ score: 1, status: "passed" }), 'gave the status "passed"'],
    [
      "misspells where its status stands",
      answering({ score: 1, staus: "FAILED" }),
      'wrote staus: "FAILED", which is not read',
    ],
    [
      "scores too many turns",
      answering({ score: 1, per_invocation_scores: [1, 1, 1] }),
      "scored 3 turns of a conversation of 2",
    ],
    [
      "gives details that are none",
      answering({ score: 1, details: "fine" }),
      'gave "fine" as details',
    ],
    ["answers an array", answering([1]), "answered an array"],
    [
      "writes without end",
      'setInterval(() => process.stdout.write("x".repeat(1e5)), 0)',
      "wrote more than 1000000 bytes",
    ],
    [
      "ends itself by a signal",
      'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1e3)',
      "was ended by SIGTERM",
    ],
  ])("that %s is not evaluated, with the reason", async (_, script, detail) => {
    const result = await measure(script);
    expect(result).toMatchObject({ status: "not-evaluated", reason: "metric-error" });
    expect(result.detail).toContain(`The program of polite ${detail}`);
  });

  test("that is not there is not evaluated, with the reason", async () => {
    const result = await measure("", { command: ["no-such-program-anywhere"] });
    expect(result.detail).toBe(
      "The program of polite cannot be started: there is no no-such-program-anywhere, or no such folder.",
    );
  });

  test("that hangs is ended in time, and what it started with it", async () => {
    const script = `
      import { spawn } from "node:child_process";
      import { writeFileSync } from "node:fs";
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e3)"], { stdio: "ignore" });
      writeFileSync("child.pid", String(child.pid));
      setInterval(() => {}, 1e3);`;
    const result = await measure(script, { timeoutSeconds: 2 });
    expect(result.detail).toContain("took longer than 2 s and was ended.");
    const child = Number(await readFile(join(directory, "child.pid"), "utf8"));
    await expect.poll(() => isRunning(child), { timeout: 5000 }).toBe(false);
  });

  test("ends when the run is cancelled", async () => {
    const controller = new AbortController();
    const waiting = measure("setInterval(() => {}, 1e3)", { input: { signal: controller.signal } });
    setTimeout(() => controller.abort(), 100);
    expect(await waiting).toMatchObject({ status: "not-evaluated", reason: "cancelled" });
  });
});

/** A process that ended and was not yet collected by its parent no longer runs. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return !/\) Z /.test(status);
}
