import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeLargeTraces } from "./make-large-traces.ts";
import { makeTraces, parseAll } from "./make-traces.ts";
import { best, type Measured, measure } from "./measure.ts";

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

/**
 * Files of traces: read, taken apart, matched, scored and journaled, beside one process that only reads and parses them.
 * `ASSAY_BENCH_TRACES=1000` makes the large file one of 1000 MB.
 */
export async function benchTraces(setting: Setting): Promise<void> {
  const { folder, report } = setting;
  const bare = await best(5, { args: ["-e", "0"], cwd: folder });
  // starting the command is most of the first; what a trace costs shows in the others
  for (const [name, count, times] of [
    ["small traces, 10 MB", 4000, 5],
    ["small traces, 100 MB", 40_000, 3],
  ] as const) {
    const cwd = makeTraces(join(folder, "traces"), count, 4000);
    report(speedRow(name, cwd, await scored(setting, cwd, times), bare));
    rmSync(cwd, { recursive: true });
  }
  const megabytes = Number(process.env.ASSAY_BENCH_TRACES ?? "200");
  const cwd = join(folder, "large-traces");
  makeLargeTraces(cwd, megabytes * 1e6);
  // as one text it would not fit into a parser
  const isParsed = megabytes < 500;
  const large = isParsed ? await scored(setting, cwd, 3) : undefined;
  if (large !== undefined) report(speedRow(`traces, ${megabytes} MB`, cwd, large, bare));
  report(memoryRow(megabytes, large?.ours ?? (await score(setting, cwd))));
  rmSync(cwd, { recursive: true });
}

interface Scored {
  readonly ours: Measured;
  readonly parse: Measured;
}

async function scored(setting: Setting, cwd: string, times: number): Promise<Scored> {
  let parse: Measured | undefined;
  let ours: Measured | undefined;
  // one after the other, so that both meet the same machine
  for (let turn = 0; turn < times; turn += 1) {
    parse = quicker(parse, await measure({ args: ["-e", parseAll], cwd }));
    ours = quicker(ours, await score(setting, cwd));
  }
  if (parse === undefined || ours === undefined) throw new Error("nothing was measured");
  return { ours, parse };
}

async function score({ assay }: Setting, cwd: string): Promise<Measured> {
  rmSync(join(cwd, ".assay"), { recursive: true, force: true });
  const args = [assay, "score", "traces.jsonl", "--eval-set", "golden.evalset.json"];
  return await measure({ args, cwd });
}

function speedRow(what: string, cwd: string, { ours, parse }: Scored, bare: Measured): TraceRow {
  const ratio = (parse.milliseconds - bare.milliseconds) / (ours.milliseconds - bare.milliseconds);
  const speed = statSync(join(cwd, "traces.jsonl")).size / 1e3 / ours.milliseconds;
  return {
    what: `${what}, scored`,
    ours: `${Math.round(ours.milliseconds)} ms, ${speed.toFixed(0)} MB/s`,
    beside: `JSON.parse ${Math.round(parse.milliseconds)} ms, ${ratio.toFixed(2)} × its speed`,
    budget: "≥ 0.5 ×",
    holds: ratio >= 0.5,
  };
}

function memoryRow(
  megabytes: number,
  { peakMegabytes, samples, milliseconds }: Measured,
): TraceRow {
  const peak = peakMegabytes ?? Number.NaN;
  const middle = Math.floor(samples.length / 2);
  const growth = Math.max(...samples.slice(middle)) - Math.max(...samples.slice(0, middle));
  return {
    what: `traces, ${megabytes} MB, memory`,
    ours: `${Math.round(peak)} MB in ${Math.round(milliseconds / 1000)} s`,
    beside: `second half ${growth >= 0 ? "+" : "−"}${Math.abs(Math.round(growth))} MB`,
    budget: "< 300 MB, flat",
    holds: peak < 300,
  };
}

function quicker(one: Measured | undefined, other: Measured): Measured {
  return one === undefined || other.milliseconds < one.milliseconds ? other : one;
}
