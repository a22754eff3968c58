/**
 * `npm run bench`: our figures beside bare node and hand-rolled loops, measured in one run. `npm run bench -- compare start`
 * measures only these parts. Nothing is asserted here.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ingest } from "./ingest/ingest.ts";
import { benchListings } from "./listings.ts";
import { makeProject } from "./make-project.ts";
import { best, type Measured, measure } from "./measure.ts";
import { rougePairsPerSecond, trajectoryMatchesPerSecond } from "./throughput.ts";
import { benchTraces } from "./traces.ts";
import { benchWeb } from "./web.ts";
import { benchWorkers } from "./workers.ts";

const root = resolve(import.meta.dirname, "..");
const assay = join(root, "bin", "assay.js");
const hand = join(root, "bench", "hand-rolled-loop.ts");
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const evalArguments = [assay, "eval", "agent.mjs", "bench.evalset.json"];
const write = (line: string) => void process.stdout.write(`${line}\n`);

interface Row {
  readonly what: string;
  readonly ours: string;
  readonly beside: string;
  readonly budget: string;
  readonly holds: boolean;
}

const rows: Row[] = [];

function row(what: string, ours: string, beside: string, budget: string, holds: boolean): void {
  rows.push({ what, ours, beside, budget, holds });
  write(`  ${what}: ${ours} (${beside})`);
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  start: coldStart,
  packages: packagesLoaded,
  journal: journaled,
  memory: manyCases,
  compare: comparing,
  waiting,
  traces: () =>
    benchTraces({
      folder,
      assay,
      report: ({ what, ours, beside, budget, holds }) => row(what, ours, beside, budget, holds),
    }),
  workers: () =>
    benchWorkers({
      folder,
      assay,
      report: ({ what, ours, beside, budget, holds }) => row(what, ours, beside, budget, holds),
    }),
  listings: () =>
    benchListings({
      folder,
      assay,
      report: ({ what, ours, beside, budget, holds }) => row(what, ours, beside, budget, holds),
    }),
  ingest: ingesting,
  throughput,
  web: () =>
    benchWeb({
      folder,
      assay,
      report: ({ what, ours, beside, budget, holds }) => row(what, ours, beside, budget, holds),
    }),
};

try {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    throw new Error(`no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  }
  write(`Node ${process.versions.node}, ${folder}`);
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length === 0 || asked.includes(name)) await part().catch(didNotRun(name));
  }
  write("");
  printTable();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A part that cannot run here, for want of a browser or of a port, costs none of the others. */
function didNotRun(name: string): (error: unknown) => void {
  return (error) => {
    const [why = ""] = String(error instanceof Error ? error.message : error).split("\n");
    row(name, "did not run", why.slice(0, 120), "to run", false);
  };
}

async function coldStart(): Promise<void> {
  const bare = await best(15, { args: ["-e", "0"], cwd: folder });
  const help = await best(15, { args: [assay, "--help"], cwd: folder });
  compareStart("assay --help", help, bare, 40);
  const cwd = await makeProject(join(folder, "one"), { cases: 1 });
  const one = await best(9, { args: evalArguments, cwd });
  compareStart("eval of one case", one, bare, 150);
}

function compareStart(what: string, ours: Measured, bare: Measured, budget: number): void {
  const more = ours.milliseconds - bare.milliseconds;
  row(
    what,
    `${ms(ours)}`,
    `bare node ${ms(bare)}, ${Math.round(more)} ms more`,
    `≤ bare + ${budget} ms`,
    more <= budget,
  );
}

/** Model packages and agent frameworks cost those who use them, and nobody else. */
async function packagesLoaded(): Promise<void> {
  const cwd = await makeProject(join(folder, "packages"), { cases: 1 });
  const hook = pathToFileURL(join(root, "bench", "list-modules.mjs")).href;
  await measure({ args: ["--import", hook, ...evalArguments], cwd });
  const loaded: string[] = JSON.parse(readFileSync(join(cwd, "loaded-packages.json"), "utf8"));
  row(
    "packages an eval loads",
    loaded.length === 0 ? "none" : loaded.join(", "),
    "no judge, no framework",
    "none",
    loaded.length === 0,
  );
}

/** The same 10,000 cases through the whole command and through the script somebody would write by hand. */
async function journaled(): Promise<void> {
  const cwd = await makeProject(join(folder, "ten-thousand"), { cases: 10_000 });
  const ours: Measured[] = [];
  const hands: Measured[] = [];
  let journalBytes = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    hands.push(await measure({ args: [hand], cwd }));
    rmSync(join(cwd, ".assay"), { recursive: true, force: true });
    ours.push(await measure({ args: evalArguments, cwd }));
    journalBytes = statSync(join(cwd, ".assay", "assay.db")).size;
    rmSync(join(cwd, ".assay"), { recursive: true, force: true });
  }
  const our = quickest(ours);
  const loop = quickest(hands);
  const ratio = our.milliseconds / loop.milliseconds;
  row(
    "10,000 cases, journaled",
    ms(our),
    `hand-rolled ${ms(loop)}, ${ratio.toFixed(2)} ×`,
    "≤ 2 ×",
    ratio <= 2,
  );
  row(
    "10,000 cases, journal",
    `${Math.round(journalBytes / 10_000)} bytes a case`,
    "the whole file",
    "≤ 1000 bytes",
    journalBytes <= 10_000 * 1000,
  );
  const peak = Math.max(...ours.map((each) => each.peakMegabytes ?? Number.NaN));
  const beside = Math.max(...hands.map((each) => each.peakMegabytes ?? Number.NaN));
  row(
    "10,000 cases, memory",
    `${Math.round(peak)} MB`,
    `hand-rolled ${Math.round(beside)} MB`,
    "≤ 200 MB",
    peak <= 200,
  );
}

async function manyCases(): Promise<void> {
  const cwd = await makeProject(join(folder, "hundred-thousand"), { cases: 100_000 });
  const {
    samples,
    peakMegabytes = Number.NaN,
    milliseconds,
  } = await measure({ args: evalArguments, cwd });
  const half = samples.slice(Math.floor(samples.length / 2));
  const growth = Math.round(
    Math.max(...half.slice(half.length / 2)) - Math.max(...half.slice(0, half.length / 2)),
  );
  row(
    "100,000 cases, memory",
    `${Math.round(peakMegabytes)} MB in ${Math.round(milliseconds / 1000)} s`,
    `last quarter ${growth >= 0 ? "+" : "−"}${Math.abs(growth)} MB`,
    "≤ 300 MB, flat",
    peakMegabytes <= 300,
  );
  rmSync(cwd, { recursive: true, force: true });
}

/** Two runs of 100,000 cases, of which some 40,000 come out differently, and all of them are written as JSON. */
async function comparing(): Promise<void> {
  const cwd = await makeProject(join(folder, "compared"), { cases: 100_000, kind: "moody" });
  // some of its cases fail, each run others
  for (let run = 0; run < 2; run += 1) await measure({ args: evalArguments, cwd, ok: [1] });
  const args = [assay, "compare", "latest~1", "latest", "--reporter", "json=compared.json"];
  const compared = await best(3, { args, cwd });
  const { peakMegabytes = Number.NaN, milliseconds } = compared;
  row(
    "compare 100,000 × 2 cases",
    ms(compared),
    `${Math.round(peakMegabytes)} MB`,
    "< 3 s, < 300 MB",
    milliseconds < 3000 && peakMegabytes < 300,
  );
  rmSync(cwd, { recursive: true, force: true });
}

/** Spans over HTTP protobuf from a second process, each answered when it is durable. */
async function ingesting(): Promise<void> {
  const full = { batches: 300, spansABatch: 512, connections: 8 };
  const fast = await ingest(join(folder, "ingest"), full);
  const { spansASecond, bytesASpan, peakMegabytes } = fast;
  row(
    "spans received, durable",
    `${thousands(spansASecond)} /s of ${Math.round(bytesASpan)} bytes`,
    `${Math.round(peakMegabytes)} MB, 8 connections, 512 spans a batch`,
    "≥ 10,000 /s",
    spansASecond >= 10_000,
  );
  const paced = { batches: 300, spansABatch: 100, connections: 64, pace: 3000 };
  const { p99, latencies } = await ingest(join(folder, "paced"), paced);
  row(
    "answers at 3,000 spans/s",
    `99 of 100 within ${Math.round(p99)} ms`,
    `half within ${Math.round(latencies[latencies.length >> 1] ?? Number.NaN)} ms`,
    "< 250 ms",
    p99 < 250,
  );
}

async function waiting(): Promise<void> {
  const cwd = await makeProject(join(folder, "waiting"), { cases: 200, kind: "slow" });
  const args = [...evalArguments, "--concurrency", "20", "--reporter", "json=report.json"];
  const runs: number[] = [];
  let whole = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn += 1) {
    whole = Math.min(whole, (await measure({ args, cwd })).milliseconds);
    const { run } = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
    runs.push(Date.parse(run.endedAt) - Date.parse(run.startedAt));
  }
  // the ideal is for the run itself; starting a process is measured above
  const own = Math.min(...runs);
  const ratio = own / 2000;
  row(
    "200 × 200 ms, 20 at once",
    `${own} ms`,
    `ideal 2000 ms, ${ratio.toFixed(2)} ×; whole command ${Math.round(whole)} ms`,
    "≤ 1.10 ×",
    ratio <= 1.1,
  );
}

async function throughput(): Promise<void> {
  const rouge = rougePairsPerSecond();
  row("ROUGE pairs", `${thousands(rouge)} /s`, "one core", "≥ 100,000 /s", rouge >= 100_000);
  const matches = trajectoryMatchesPerSecond();
  row(
    "trajectory matches",
    `${thousands(matches)} /s`,
    "one core, four calls each",
    "≥ 50,000 /s",
    matches >= 50_000,
  );
}

function printTable(): void {
  const cells = [
    ["what", "ours", "beside", "budget", ""],
    ...rows.map((each) => [
      each.what,
      each.ours,
      each.beside,
      each.budget,
      each.holds ? "holds" : "OVER",
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((cell) => cell[column]?.length ?? 0)),
  );
  for (const cell of cells) {
    write(
      cell
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

function quickest(all: readonly Measured[]): Measured {
  return all.reduce((best, each) => (each.milliseconds < best.milliseconds ? each : best));
}

function ms({ milliseconds }: Measured): string {
  return `${Math.round(milliseconds)} ms`;
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
