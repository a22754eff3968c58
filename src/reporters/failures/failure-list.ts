import { causeOf } from "../../analysis/clusters/cause-of.ts";
import type { FailureCause } from "../../analysis/clusters/failure-cause.ts";
import { groupByCause } from "../../analysis/clusters/group-by-cause.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import { isJudgedAlone } from "../../core/folds/case-row.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { CaseResult } from "../../core/run.ts";

/** The cases of one verdict: the first few whole, the rest by cause. */
export interface FailureGroup {
  readonly shown: readonly CaseResult[];
  readonly count: number;
  readonly rest: readonly { readonly cause: string; readonly ids: readonly string[] }[];
}

export interface FailureList {
  readonly failed: FailureGroup;
  readonly notEvaluated: FailureGroup;
}

export interface FailureCollector {
  add(result: CaseResult): void;
  /** Goes through the stored cases again only where `add` has not seen all that did not pass. */
  list(run: RunSummary, cases: () => AsyncIterable<CaseResult>): Promise<FailureList>;
}

/** Holds a few results and a line for each further case that did not pass. */
export function failureCollector(mostShown = 5): FailureCollector {
  const newGroup = (): Group => ({ shown: [], rows: [], mostShown });
  const seen = { failed: newGroup(), notEvaluated: newGroup() };
  return {
    add(result) {
      if (result.status === "failed") addTo(seen.failed, result);
      else if (result.status === "not-evaluated") addTo(seen.notEvaluated, result);
    },
    async list(run, cases) {
      const { failed, notEvaluated, notRun } = run.totals;
      const complete =
        isJudgedAlone(run.about) &&
        seen.failed.rows.length === failed &&
        seen.notEvaluated.rows.length === notEvaluated - notRun;
      const groups = complete ? seen : await readAgain(run, cases, newGroup);
      return { failed: groupOf(groups.failed), notEvaluated: groupOf(groups.notEvaluated) };
    },
  };
}

interface Group {
  shown: CaseResult[];
  rows: { readonly index: number; readonly evalId: string; readonly cause: FailureCause }[];
  readonly mostShown: number;
}

function addTo(group: Group, result: CaseResult): void {
  group.rows.push({ index: result.index, evalId: result.evalId, cause: causeOf(result) });
  const last = group.shown.at(-1);
  const full = group.shown.length === group.mostShown;
  if (full && last !== undefined && result.index >= last.index) return;
  if (full) group.shown.pop();
  group.shown.push(result);
  group.shown.sort((a, b) => a.index - b.index);
}

/** One result for each case that did not pass: its first trial with the verdict of the case. */
async function readAgain(
  run: RunSummary,
  cases: () => AsyncIterable<CaseResult>,
  newGroup: () => Group,
): Promise<{ failed: Group; notEvaluated: Group }> {
  const groups = { failed: newGroup(), notEvaluated: newGroup() };
  const wanted = new Map<string, "failed" | "not-evaluated">();
  for (const row of run.cases) if (row.status !== "passed") wanted.set(caseKeyOf(row), row.status);
  if (wanted.size === 0) return groups;
  const spare = new Map<string, CaseResult>();
  const add = (key: string, result: CaseResult) => {
    const status = wanted.get(key);
    wanted.delete(key);
    spare.delete(key);
    addTo(status === "failed" ? groups.failed : groups.notEvaluated, result);
  };
  for await (const result of cases()) {
    const key = caseKeyOf(result);
    const status = wanted.get(key);
    if (status === undefined) continue;
    if (result.status === status) add(key, result);
    else if (!spare.has(key)) spare.set(key, result);
    if (wanted.size === 0) break;
  }
  for (const [key, result] of spare) add(key, result);
  return groups;
}

function groupOf({ shown, rows }: Group): FailureGroup {
  const indices = new Set(shown.map(({ index }) => index));
  const others = rows.filter(({ index }) => !indices.has(index)).sort((a, b) => a.index - b.index);
  const rest = groupByCause(others).map(({ name, members }) => ({
    cause: name,
    ids: members.map(({ evalId }) => evalId),
  }));
  return { shown, count: rows.length, rest };
}
