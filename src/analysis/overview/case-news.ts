import type { RunFigures } from "./run-figures.ts";

/** Something about a case that is another than it was when somebody last looked. */
export interface CaseNews {
  readonly kind: "broke" | "recovered" | "flaky";
  readonly agent: string;
  readonly evalSetId: string;
  readonly evalId: string;
  /** The run since which it is so. */
  readonly runId: string;
  /** The case's place in that run. */
  readonly index: number;
  /** Of each trial there, in their order. */
  readonly trials: readonly Verdict[];
}

type Verdict = "passed" | "failed" | "not-evaluated";

interface SeenRun {
  readonly run: RunFigures;
  readonly isNew: boolean;
}

interface Entry {
  readonly run: RunFigures;
  readonly isNew: boolean;
  readonly status: Verdict;
  readonly isFlaky: boolean;
}

/**
 * What changed in the cases of one agent since `since`, an ISO time; without it, in the newest run since the one before.
 * `runs` come oldest first. What was not evaluated says nothing, and what was never evaluated before is no news.
 */
export function caseNews(runs: readonly RunFigures[], since?: string): readonly CaseNews[] {
  const from = since ?? runs.at(-2)?.startedAt;
  if (from === undefined) return [];
  const seen = runs.map((run) => ({ run, isNew: Date.parse(run.startedAt) > Date.parse(from) }));
  const keys = new Set(seen.flatMap(({ run, isNew }) => (isNew ? [...run.verdicts.keys()] : [])));
  return [...keys].flatMap((key) => newsOf(key, seen) ?? []);
}

function newsOf(key: string, runs: readonly SeenRun[]): CaseNews | undefined {
  const entries = runs.flatMap(({ run, isNew }): readonly Entry[] => {
    const verdict = run.verdicts.get(key);
    if (verdict === undefined || verdict.status === "not-evaluated") return [];
    return [{ run, isNew, status: verdict.status, isFlaky: verdict.isFlaky }];
  });
  const before = entries.findLast(({ isNew }) => !isNew);
  const last = entries.at(-1);
  if (before === undefined || last === undefined || !last.isNew) return undefined;
  if (isUnsteady(entries) && !isUnsteady(entries.filter(({ isNew }) => !isNew))) {
    return news("flaky", key, last);
  }
  if (before.status === last.status) return undefined;
  return news(last.status === "failed" ? "broke" : "recovered", key, turnOf(entries, last.status));
}

/** Trials that disagree in the last run, or verdicts that went there, back, and there again. */
function isUnsteady(entries: readonly Entry[]): boolean {
  if (entries.at(-1)?.isFlaky === true) return true;
  const turns = entries.filter(({ status }, at) => at > 0 && status !== entries[at - 1]?.status);
  return turns.length > 2;
}

/** The run since which it is as it is. */
function turnOf(entries: readonly Entry[], status: Verdict): Entry {
  const other = entries.findLastIndex((entry) => entry.status !== status);
  return entries[other + 1] as Entry;
}

function news(kind: CaseNews["kind"], key: string, { run }: Entry): CaseNews | undefined {
  const verdict = run.verdicts.get(key);
  if (verdict === undefined) return undefined;
  const { evalSetId, evalId, index, trials } = verdict;
  return { kind, agent: run.agent, evalSetId, evalId, runId: run.runId, index, trials };
}
