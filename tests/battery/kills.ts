import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loopbackModels } from "../../src/testing/index.ts";
import { type KillJob, killJobs, makeProject } from "./kill-jobs.ts";
import { type Journal, journal } from "./kill-journal.ts";
import {
  type Environment,
  type KillFindings,
  type KillOptions,
  launch,
  type Work,
} from "./kill-launch.ts";
import { seeded } from "./mutate.ts";

const none: KillFindings = {
  kills: 0,
  runs: 0,
  beside: 0,
  lost: 0,
  duplicated: 0,
  reissued: 0,
  reportsThatDiffer: 0,
};

/**
 * Kills work with SIGKILL at random points, in chains, resumes it, also beside a process that is still at it, and compares
 * with work that nobody disturbed: nothing lost, nothing twice, no journaled call issued again, the same report.
 */
export async function killBattery(options: KillOptions): Promise<KillFindings> {
  const models = await loopbackModels(({ messages }) => ({
    text: (messages.at(-1)?.text ?? "").includes("stateful")
      ? '{"stateful_parameters": []}'
      : '{"seen": true}',
  }));
  const env = {
    OPENAI_API_KEY: "",
    OPENAI_BASE_URL: `${models.url}/v1`,
    TRIALS: `${options.trials}`,
  };
  const findings = { ...none };
  try {
    for (const job of killJobs) {
      if (options.jobs?.includes(job.name) === false) continue;
      await killJob(job, options, findings, env);
    }
    return findings;
  } finally {
    await models.close();
  }
}

async function killJob(
  job: KillJob,
  options: KillOptions,
  findings: KillFindings,
  env: Environment,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "assay-kills-"));
  const random = seeded(options.seed);
  const work: Work = { job, options, random, findings, env, length: 0, whole: 0 };
  const wantedKills = findings.kills + options.kills;
  try {
    const calm = await newProject(join(root, "calm", "project"), work);
    const began = performance.now();
    await launch(calm, job.begin(options.trials), work);
    const length = performance.now() - began;
    const whole = wholeOf(calm, work);
    await writeReport(calm, work);
    const wanted = readReport(calm);
    options.say(`${job.name}, undisturbed: ${wanted.totals} in ${Math.round(length)} ms`);
    for (let runs = 0; findings.kills < wantedKills; runs += 1) {
      const folder = await newProject(join(root, `run-${runs}`, "project"), work);
      const chain = Math.min(options.chain, wantedKills - findings.kills);
      await killedRun(folder, { ...work, length, whole, options: { ...options, chain } });
      findings.runs += 1;
      await writeReport(folder, work);
      const report = readReport(folder);
      if (report.text !== wanted.text) {
        findings.reportsThatDiffer += 1;
        options.say(firstDifference(wanted.text, report.text));
      }
      options.say(`${job.name}, run ${runs + 1}: ${JSON.stringify(findings)}`);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** All that was planned; for work that ends early, what it came to undisturbed. */
function wholeOf(calm: string, { job, options }: Work): number {
  const planned = options.cases * (job.kind === "eval" ? options.trials : 1);
  if (job.stopsEarly !== true) return planned;
  const ended = journal(calm, job).ended.size;
  if (ended === 0 || ended >= planned) throw new Error(`${job.name} did not end early`);
  return ended;
}

async function newProject(folder: string, work: Work): Promise<string> {
  const { job, options } = work;
  makeProject(folder, job, options);
  if (job.before !== undefined) await launch(folder, { args: job.before }, work);
  return folder;
}

async function writeReport(folder: string, work: Work): Promise<void> {
  if (work.job.report !== undefined) await launch(folder, { args: work.job.report }, work);
}

/** One run that is killed up to `chain` times before it may end. */
async function killedRun(folder: string, work: Work): Promise<void> {
  const { job, options, random, findings, length } = work;
  let known = journal(folder, job);
  for (let kill = 0; kill < options.chain; kill += 1) {
    const callsBefore = calls(folder).length;
    const resumes = known.runs > 0;
    const next = resumes ? job.resume : job.begin(options.trials);
    const killAfter = Math.round(20 + random() * length * 0.8);
    // while the process works, or after it was killed, another one wants to go on; it may also come first
    const isBeside = resumes && random() < 0.5;
    const killed = launch(folder, next, work, killAfter, isBeside);
    const other = isBeside ? beside(folder, work, random() * killAfter) : undefined;
    const wasKilled = await killed;
    await other;
    findings.reissued += reissued(known, calls(folder).slice(callsBefore));
    const now = journal(folder, job);
    findings.lost += [...known.ended].filter((key) => !now.ended.has(key)).length;
    findings.lost += [...known.paid].filter((key) => !now.paid.has(key)).length;
    known = now;
    if (wasKilled) findings.kills += 1;
    if (!wasKilled || known.finished) break;
  }
  await finish(folder, known, work);
}

/** Two processes want to end the run at once; then whoever comes last has its report. */
async function finish(folder: string, known: Journal, work: Work): Promise<void> {
  const { job, options, findings } = work;
  const callsBefore = calls(folder).length;
  const next = known.runs === 0 ? job.begin(options.trials) : job.resume;
  if (!known.finished) {
    const other = known.runs === 0 ? undefined : beside(folder, work, 0);
    if (other === undefined) await launch(folder, next, work);
    else await Promise.all([launch(folder, next, work, undefined, true), other]);
  }
  const isOver = journal(folder, job).finished;
  if (!isOver || job.report === undefined) await launch(folder, isOver ? job.resume : next, work);
  findings.reissued += reissued(known, calls(folder).slice(callsBefore));
  const last = journal(folder, job);
  // labels are no conversations: what counts is that each was judged
  const ended = job.kind === "calibrate" ? last.paid : last.ended;
  findings.lost += work.whole - ended.size;
  findings.duplicated += last.ends - last.ended.size + last.paidTwice;
}

/** Tries to go on with a run that somebody may be at. */
async function beside(folder: string, work: Work, after: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, after));
  work.findings.beside += 1;
  await launch(folder, work.job.resume, work, undefined, true);
}

/** Calls after the kill that the journal already had an answer to. */
function reissued(known: Journal, later: readonly string[]): number {
  return later.filter((call) => known.paid.has(call)).length;
}

function firstDifference(wanted: string, found: string): string {
  let at = 0;
  while (wanted[at] === found[at] && at < wanted.length) at += 1;
  const from = Math.max(0, at - 120);
  return `  differs: …${wanted.slice(from, at + 80)}…\n      and: …${found.slice(from, at + 80)}…`;
}

/** Every call the agent or the judge got, in order, as they wrote them down themselves. */
function calls(folder: string): readonly string[] {
  const path = join(folder, "calls.log");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}

/** The report without what may differ between two runs: ids, times, durations and the machine's own words. */
function readReport(folder: string): { text: string; totals: string } {
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  const volatile = new Set([
    "id",
    "startedAt",
    "endedAt",
    "at",
    "duration",
    "sessionId",
    "invocationId",
    "creationTimestamp",
    "resumes",
    "modelDuration",
    "toolDuration",
    "times",
    "durationDetails",
    "command",
    "cwd",
    "path",
    "hash",
    "git",
    "folder",
    "seconds",
  ]);
  const text = JSON.stringify(report, (key, value) => {
    if (volatile.has(key)) return undefined;
    if (value?.name === "invocation_duration_v1") return undefined;
    if (key === "options" || key === "scoredRun") return undefined;
    return value;
  });
  return { text, totals: JSON.stringify(report.totals) };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: "string", default: "40" },
      cases: { type: "string", default: "300" },
      trials: { type: "string", default: "2" },
      chain: { type: "string", default: "10" },
      seed: { type: "string", default: "20261116" },
      job: { type: "string", multiple: true },
    },
  });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const findings = await killBattery({
    kills: Number(values.kills),
    cases: Number(values.cases),
    trials: Number(values.trials),
    chain: Number(values.chain),
    seed: Number(values.seed),
    jobs: values.job,
    say,
  });
  const { kills, runs, beside: tries, ...faults } = findings;
  const clean = Object.values(faults).every((count) => count === 0);
  say(
    `${kills} kills in ${runs} runs, ${tries} resumes beside: ${JSON.stringify(faults)} ${clean ? "— nothing lost, nothing twice" : "— BROKEN"}`,
  );
  process.exitCode = clean ? 0 : 1;
}
