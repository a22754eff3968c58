import { rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeLargeTraces } from "./make-large-traces.ts";
import { makeTraces } from "./make-traces.ts";
import { type Measured, measure } from "./measure.ts";

interface TraceRow {
  readonly what: string;
  readonly ours: string;
  readonly beside: string;
  readonly budget: string;
  readonly holds: boolean;
}

interface Setting {
  readonly folder: string;
  readonly assay: string;
  readonly report: (row: TraceRow) => void;
}

const parseTraces = join(import.meta.dirname, "parse-traces.mjs");

/**
 * Files of traces: read, taken apart, matched, scored and journaled by the whole command, beside one process that only reads
 * the same file and parses it. Both are measured from their start to their end. `ASSAY_BENCH_TRACES` says how many megabytes
 * the largest file has, of which nothing is measured twice; 0 leaves it out.
 */
export async function benchTraces(setting: Setting): Promise<void> {
  const { folder, report } = setting;
  // starting the command is most of the first; what a trace costs shows in the others
  for (const [what, count, times] of [
    ["small traces, 10 MB", 4000, 5],
    ["small traces, 100 MB", 40_000, 3],
  ] as const) {
    const cwd = makeTraces(join(folder, "traces"), count, 4000);
    report(speedRow(what, cwd, await scored(setting, cwd, times)));
    rmSync(cwd, { recursive: true });
  }
  await benchLarge(setting, 200, 3);
  const most = Number(process.env.ASSAY_BENCH_TRACES ?? "1000");
  if (most > 0) await benchLarge(setting, most, 1);
}

async function benchLarge(setting: Setting, megabytes: number, times: number): Promise<void> {
  const { folder, report } = setting;
  const what = `traces, ${megabytes} MB`;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < megabytes * 2e6) {
    const beside = `${Math.round((bavail * bsize) / 1e6)} MB are free`;
    report({ what, ours: "no room for it", beside, budget: "measured", holds: false });
    return;
  }
  const cwd = join(folder, "large-traces");
  makeLargeTraces(cwd, megabytes * 1e6);
  const large = await scored(setting, cwd, times);
  report(speedRow(what, cwd, large));
  report(memoryRow(what, large.all));
  rmSync(cwd, { recursive: true });
}

interface Scored {
  readonly ours: Measured;
  /** Every time. */
  readonly all: readonly Measured[];
  readonly parse: Measured;
}

async function scored({ assay }: Setting, cwd: string, times: number): Promise<Scored> {
  const parse: Measured[] = [];
  const ours: Measured[] = [];
  const args = [assay, "score", "traces.jsonl", "--eval-set", "golden.evalset.json"];
  // one after the other, so that both meet the same machine
  for (let turn = 0; turn < times; turn += 1) {
    parse.push(await measure({ args: [parseTraces], cwd }));
    rmSync(join(cwd, ".assay"), { recursive: true, force: true });
    ours.push(await measure({ args, cwd }));
  }
  return { ours: quickest(ours), all: ours, parse: quickest(parse) };
}

function speedRow(what: string, cwd: string, { ours, parse }: Scored): TraceRow {
  const ratio = parse.milliseconds / ours.milliseconds;
  const speed = statSync(join(cwd, "traces.jsonl")).size / 1e3 / ours.milliseconds;
  return {
    what: `${what}, scored`,
    ours: `${Math.round(ours.milliseconds)} ms, ${speed.toFixed(0)} MB/s`,
    beside: `JSON.parse ${Math.round(parse.milliseconds)} ms, ${ratio.toFixed(2)} × its speed`,
    budget: "≥ 0.5 ×",
    holds: ratio >= 0.5,
  };
}

/** Of the time that took most. */
function memoryRow(what: string, all: readonly Measured[]): TraceRow {
  const peaks = all.map(({ peakMegabytes = Number.NaN }) => peakMegabytes);
  const peak = Math.max(...peaks);
  const { samples } = all[peaks.indexOf(peak)] ?? { samples: [] };
  const middle = Math.floor(samples.length / 2);
  const growth = Math.max(...samples.slice(middle)) - Math.max(...samples.slice(0, middle));
  return {
    what: `${what}, memory`,
    ours: `${Math.round(peak)} MB`,
    beside: `second half ${growth >= 0 ? "+" : "−"}${Math.abs(Math.round(growth))} MB`,
    budget: "< 300 MB, flat",
    holds: peak < 300,
  };
}

function quickest(all: readonly Measured[]): Measured {
  return all.reduce((best, each) => (each.milliseconds < best.milliseconds ? each : best));
}
