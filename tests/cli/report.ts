import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createReporter, defaultBands } from "../../src/reporters/index.ts";

export function report(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
}

/** Writes the JSON report, for programs. */
export function jsonReporter(file: string, cwd: string) {
  return createReporter(`json=${file}`, {
    ...{ out: () => {}, err: () => {}, interactive: false, colour: false, columns: 80 },
    ...{ verbose: false, cwd, shownCommand: "", bands: defaultBands, env: {}, secrets: [] },
    now: () => 0,
  });
}

/** A report without what differs between any two runs: ids, times, and how the run was started. */
export function lastingReport(cwd: string, file: string): unknown {
  const volatile = /^(?:id|startedAt|endedAt|at|sessionId|invocationId|creationTimestamp|command)$/;
  const timed = /duration|latency|seconds/i;
  return JSON.parse(readFileSync(join(cwd, file), "utf8"), (key, value) => {
    if (volatile.test(key) || timed.test(key)) return undefined;
    if (key === "seed" && value !== 7) return "some";
    if (typeof value === "string") return value.replace(/\d+ ms/, "some ms");
    return timed.test((value as { name?: string } | null)?.name ?? "") ? "timed" : value;
  });
}
