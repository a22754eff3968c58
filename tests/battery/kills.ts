import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { seeded } from "./mutate.ts";

const command = resolve(import.meta.dirname, "../../bin/assay.js");

export interface KillOptions {
  readonly kills: number;
  readonly cases: number;
  readonly trials: number;
  readonly seed: number;
  /** Kills in a row before a run may end and is compared. */
  readonly chain: number;
  readonly say: (line: string) => void;
}

/** What the battery found; everything but `kills` and `runs` must be zero. */
export interface KillFindings {
  kills: number;
  runs: number;
  lost: number;
  duplicated: number;
  reissued: number;
  reportsThatDiffer: number;
}

/**
 * Kills a run with SIGKILL at random points, in chains, resumes it, and compares with a run nobody disturbed:
 * nothing lost, nothing twice, no journaled agent call issued again, the same report.
 */
export async function killBattery(options: KillOptions): Promise<KillFindings> {
  const root = mkdtempSync(join(tmpdir(), "assay-kills-"));
  const random = seeded(options.seed);
  const findings = { kills: 0, runs: 0, lost: 0, duplicated: 0, reissued: 0, reportsThatDiffer: 0 };
  try {
    const calm = makeProject(join(root, "calm", "project"), options);
    const began = performance.now();
    await run(calm, newRunArguments(options));
    const length = performance.now() - began;
    const wanted = readReport(calm);
    options.say(`undisturbed: ${wanted.totals} in ${Math.round(length)} ms`);
    while (findings.kills < options.kills) {
      const folder = makeProject(join(root, `run-${findings.runs}`, "project"), options);
      const left = options.kills - findings.kills;
      await killedRun(
        folder,
        { ...options, chain: Math.min(options.chain, left) },
        random,
        length,
        findings,
      );
      findings.runs += 1;
      if (readReport(folder).text !== wanted.text) findings.reportsThatDiffer += 1;
      options.say(`run ${findings.runs}: ${JSON.stringify(findings)}`);
    }
    return findings;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** One run that is killed up to `chain` times before it may end. */
async function killedRun(
  folder: string,
  options: KillOptions,
  random: () => number,
  length: number,
  findings: KillFindings,
): Promise<void> {
  let known = journal(folder);
  for (let kill = 0; kill < options.chain; kill += 1) {
    const args =
      known.runs === 0
        ? newRunArguments(options)
        : ["eval", "--resume", "--reporter", "json=report.json"];
    const callsBefore = calls(folder).length;
    const killed = await run(folder, args, Math.round(20 + random() * length * 0.8));
    findings.reissued += reissued(known, calls(folder).slice(callsBefore));
    const now = journal(folder);
    findings.lost += [...known.ended].filter((key) => !now.ended.has(key)).length;
    findings.lost += [...known.turns].filter((key) => !now.turns.has(key)).length;
    known = now;
    if (!killed) break;
    findings.kills += 1;
  }
  if (!complete(known, options) || !existsSync(join(folder, "report.json"))) {
    const callsBefore = calls(folder).length;
    const args =
      known.runs === 0
        ? newRunArguments(options)
        : ["eval", "--resume", "--reporter", "json=report.json"];
    await run(folder, args);
    findings.reissued += reissued(known, calls(folder).slice(callsBefore));
  }
  const last = journal(folder);
  findings.lost += options.cases * options.trials - last.ended.size;
  findings.duplicated += last.ends - last.ended.size;
}

function complete(known: Journal, { cases, trials }: KillOptions): boolean {
  return known.ended.size === cases * trials && known.finished;
}

/** Calls after the kill that the journal already had a finished turn for. */
function reissued(known: Journal, later: readonly string[]): number {
  return later.filter((call) => known.turns.has(call)).length;
}

function newRunArguments({ trials }: KillOptions): readonly string[] {
  return [
    "eval",
    "agent.mjs",
    "set.evalset.json",
    "--num_runs",
    `${trials}`,
    "--reporter",
    "json=report.json",
  ];
}

/** Runs the command; true when it was killed before it ended. */
function run(folder: string, args: readonly string[], killAfter?: number): Promise<boolean> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    const timer =
      killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (signal === "SIGKILL") done(true);
      else if (code === 0 || code === 1) done(false);
      else fail(new Error(`assay ${args.join(" ")} exited with ${code}\n${output}`));
    });
  });
}

interface Journal {
  readonly runs: number;
  readonly finished: boolean;
  /** Set, case and trial of every conversation that ended. */
  readonly ended: ReadonlySet<string>;
  readonly ends: number;
  /** Session and user text of every finished turn. */
  readonly turns: ReadonlySet<string>;
}

function journal(folder: string): Journal {
  const path = join(folder, ".assay", "assay.db");
  const none = {
    runs: 0,
    finished: false,
    ended: new Set<string>(),
    ends: 0,
    turns: new Set<string>(),
  };
  if (!existsSync(path)) return none;
  const database = new DatabaseSync(path);
  try {
    const table = database.prepare("SELECT name FROM sqlite_master WHERE name = 'events'").all();
    if (table.length === 0) return none;
    const rows = database.prepare("SELECT type, body FROM events ORDER BY seq").all();
    const events = rows.map((row) => JSON.parse(String(row.body)));
    return foldJournal(events);
  } finally {
    database.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the battery reads the journal as a stranger would
function foldJournal(events: readonly any[]): Journal {
  const sessions = new Map<string, string>();
  const turns = new Set<string>();
  const ended: string[] = [];
  let runs = 0;
  let finished = false;
  for (const event of events) {
    const key = `${event.evalId} ${event.trial}`;
    if (event.type === "run-start") runs += 1;
    if (event.type === "case-start") sessions.set(key, event.sessionId);
    if (event.type === "turn-end") {
      turns.add(`${sessions.get(key)} ${event.invocation.userContent.parts[0].text}`);
    }
    if (event.type === "case-end") ended.push(key);
    if (event.type === "run-end") finished = event.status === "ended";
  }
  return { runs, finished, ended: new Set(ended), ends: ended.length, turns };
}

/** Every call the agent got, in order, as it wrote them down itself. */
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
    return value;
  });
  return { text, totals: JSON.stringify(report.totals) };
}

function makeProject(folder: string, { cases, seed }: KillOptions): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "agent.mjs"), agentSource);
  const evalCases = Array.from({ length: cases }, (_, index) => evalCase(index, seed));
  const set = { eval_set_id: "kills", eval_cases: evalCases };
  writeFileSync(join(folder, "set.evalset.json"), JSON.stringify(set));
  return folder;
}

/** One to three turns; every tenth case is one that the agent gets wrong, so that reports hold failures too. */
function evalCase(index: number, seed: number) {
  const turns = 1 + ((index + seed) % 3);
  return {
    eval_id: `case_${index}`,
    conversation: Array.from({ length: turns }, (_, turn) => {
      const said = `case ${index} turn ${turn}`;
      return {
        user_content: { role: "user", parts: [{ text: said }] },
        final_response: {
          role: "model",
          parts: [{ text: index % 10 === 0 ? "something else" : `echo ${said}, ${turn} before` }],
        },
        intermediate_data: { tool_uses: [{ name: "note", args: { said } }] },
      };
    }),
    session_input: { app_name: "kills", user_id: "u", state: { count: 0 } },
  };
}

/** Writes every call down before it answers, the way a provider's bill would. */
const agentSource = `
import { appendFileSync } from "node:fs";
export async function rootAgent(text, { turn, state, id }) {
  appendFileSync("calls.log", id + " " + text + "\\n");
  await new Promise((resolve) => setTimeout(resolve, 2 + (text.length * 7) % 9));
  turn.call("1", "note", { said: text });
  turn.result("1", "note", { output: { ok: true } });
  const before = state.count;
  state.count += 1;
  return "echo " + text + ", " + before + " before";
}
`;

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: "string", default: "40" },
      cases: { type: "string", default: "300" },
      trials: { type: "string", default: "2" },
      chain: { type: "string", default: "10" },
      seed: { type: "string", default: "20261116" },
    },
  });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const findings = await killBattery({
    kills: Number(values.kills),
    cases: Number(values.cases),
    trials: Number(values.trials),
    chain: Number(values.chain),
    seed: Number(values.seed),
    say,
  });
  const { kills, runs, ...faults } = findings;
  const clean = Object.values(faults).every((count) => count === 0);
  say(
    `${kills} kills in ${runs} runs: ${JSON.stringify(faults)} ${clean ? "— nothing lost, nothing twice" : "— BROKEN"}`,
  );
  process.exitCode = clean ? 0 : 1;
}
