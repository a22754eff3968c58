import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { spanBody } from "../../bench/ingest/span-bodies.ts";
import { ask } from "../postgres-database.ts";
import { type Ended, type ProgramPlace, startProgram } from "./worker-fleet.ts";
import { evalArguments } from "./worker-project.ts";

/** What people do at the same time, until they are told that it is over. */
export interface TeamPlace extends ProgramPlace {
  readonly cases: number;
  readonly random: () => number;
  readonly isOver: () => boolean;
  /** Hears of everything that somebody would have been troubled by. */
  readonly trouble: (what: string) => void;
}

interface TerminalWork {
  readonly runs: number;
  readonly commands: number;
  readonly kills: number;
  /** What each run must have come to, by its name. */
  readonly wanted: ReadonlyMap<string, RunTotals>;
}

interface RunTotals {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
}

/** The same without a judge: every tenth case is one that the agent gets wrong. */
const failing = [
  "eval",
  "agent.mjs",
  "set.evalset.json",
  "--criterion",
  "response_match_score=0.9",
];

/** Words of a database that somebody else was using, or that was not there. */
const TROUBLED =
  /busy|locked|deadlock|timed? ?out|terminat|could not|cannot|ECONN|\blost\b|again later|at Object\.|node:internal/i;

/** One person at a terminal: runs here and on workers, some of them killed and gone on with, and all that reads them. */
export async function atTerminal(name: string, place: TeamPlace): Promise<TerminalWork> {
  const { random, isOver, trouble, cases, cwd } = place;
  const done = { runs: 0, commands: 0, kills: 0, wanted: new Map<string, RunTotals>() };
  const run = async (args: readonly string[], codes: readonly number[]): Promise<Ended> => {
    done.commands += 1;
    const ended = await startProgram(args, place).ended;
    checkEnd(args, ended, { codes, trouble });
    return ended;
  };
  while (!isOver()) {
    done.runs += 1;
    const called = `${name}-${done.runs}`;
    const json = ["--reporter", `json=${called}.json`];
    const fails = random() < 0.5;
    const args = [...(fails ? failing : evalArguments), ...json, "--name", called];
    const codes = [fails ? 1 : 0];
    const dice = random();
    if (dice < 0.35) await run(args, codes);
    else if (dice < 0.8) await run([...args, "--workers"], codes);
    else {
      done.kills += await killed(args, { place, called });
      await run(["eval", "--resume", called, ...json], codes);
    }
    const failed = fails ? Math.ceil(cases / 10) : 0;
    const wanted = { cases, passed: cases - failed, failed, notEvaluated: 0 };
    done.wanted.set(called, wanted);
    checkTotals(called, { found: reported(join(cwd, `${called}.json`)), wanted, trouble });
    const readers = [
      { args: ["runs"], codes: [0] },
      { args: ["runs", "show", called], codes: [0] },
      { args: ["runs", "watch", called], codes },
      { args: ["score", called, "-m", "tool_trajectory_avg_score"], codes: [0] },
      { args: ["sessions"], codes: [0] },
      { args: ["runs", "export", called, "--format", "jsonl"], codes: [0] },
    ];
    const reader = readers[Math.floor(random() * readers.length)];
    if (reader !== undefined) await run(reader.args, reader.codes);
  }
  return done;
}

/** Ends a run as the kernel would, in its midst; 0 where it had ended by then. */
async function killed(
  args: readonly string[],
  { place, called }: { readonly place: TeamPlace; readonly called: string },
): Promise<number> {
  const { child, ended } = startProgram(args, place);
  const most = Math.floor(place.random() * place.cases * 3);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const [row] = await ask<{ events: number }>(
      place.store,
      `SELECT count(*)::int AS events FROM assay.events WHERE run_id IN (
         SELECT run_id FROM assay.events WHERE type = 'run-start' AND listing::json -> 'about' ->> 'name' = $1)`,
      [called],
    );
    if ((row?.events ?? 0) > most) break;
    await setTimeout(20);
  }
  child.kill("SIGKILL");
  return (await ended).code === null ? 1 : 0;
}

export function checkEnd(
  args: readonly string[],
  { code, said }: Ended,
  { codes, trouble }: { readonly codes: readonly number[] } & Pick<TeamPlace, "trouble">,
): void {
  const line = said.split("\n").find((each) => TROUBLED.test(each));
  if (code !== null && codes.includes(code) && line === undefined) return;
  trouble(
    `assay ${args.join(" ")} ended with ${code}: ${line ?? said.slice(-600)}`.replaceAll("\n", " "),
  );
}

export function checkTotals(
  name: string,
  {
    found,
    wanted,
    trouble,
  }: { readonly found: RunTotals; readonly wanted: RunTotals } & Pick<TeamPlace, "trouble">,
): void {
  const { cases, passed, failed, notEvaluated } = found;
  const own = JSON.stringify({ cases, passed, failed, notEvaluated });
  if (own !== JSON.stringify(wanted)) trouble(`${name}: ${own}, not ${JSON.stringify(wanted)}`);
}

function reported(file: string): RunTotals {
  try {
    return JSON.parse(readFileSync(file, "utf8")).totals;
  } catch {
    return { cases: -1, passed: -1, failed: -1, notEvaluated: -1 };
  }
}

interface BrowserWork {
  readonly requests: number;
  /** Milliseconds, the shortest first. */
  readonly times: readonly number[];
}

/** What pages ask of the server while somebody walks through them. */
export async function inBrowser(
  { origin, token }: { readonly origin: string; readonly token: string },
  { random, isOver, trouble }: Pick<TeamPlace, "random" | "isOver" | "trouble">,
): Promise<BrowserWork> {
  const times: number[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  async function get(path: string): Promise<any> {
    const begun = performance.now();
    try {
      const response = await fetch(`${origin}${path}`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(20_000),
      });
      const body = await response.text();
      times.push(performance.now() - begun);
      if (response.status !== 200) trouble(`${path}: ${response.status} ${body.slice(0, 300)}`);
      return response.status === 200 && body.startsWith("{") ? JSON.parse(body) : {};
    } catch (error) {
      trouble(`${path}: ${error}`);
      return {};
    }
  }
  while (!isOver()) {
    const { runs = [] } = await get("/api/v1/runs?limit=50");
    const run = runs[Math.floor(random() * runs.length)];
    if (run !== undefined) {
      await get(`/api/v1/runs/${run.runId}`);
      await get(`/api/v1/runs/${run.runId}/cases?limit=200`);
      await get(`/api/v1/runs/${run.runId}/log?limit=50`);
    }
    for (const path of [
      "/readyz",
      "/api/v1/overview",
      "/api/v1/sessions",
      "/api/v1/runs/running",
    ]) {
      await get(path);
    }
    await setTimeout(100 + random() * 400);
  }
  return { requests: times.length, times: times.toSorted((a, b) => a - b) };
}

/** Sends spans as agents do. Gives how many were acknowledged: all these must be in the store. */
export async function exporting(
  receiver: string,
  { isOver, trouble }: Pick<TeamPlace, "isOver" | "trouble">,
): Promise<number> {
  let acknowledged = 0;
  const COUNT = 40;
  while (!isOver()) {
    try {
      const response = await fetch(`${receiver}/v1/traces`, {
        method: "POST",
        body: new Uint8Array(spanBody(COUNT)),
        headers: { "Content-Type": "application/x-protobuf" },
        signal: AbortSignal.timeout(20_000),
      });
      if (response.ok) acknowledged += COUNT;
      else trouble(`the receiver answered ${response.status} ${await response.text()}`);
    } catch (error) {
      trouble(`the receiver: ${error}`);
    }
    await setTimeout(200);
  }
  return acknowledged;
}
