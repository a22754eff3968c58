import { caseFilter, type FilterableCase, setCaseKeys } from "../../../core/filter/case-filter.ts";
import { knownTerms } from "../../../core/filter/known-terms.ts";
import type { State } from "../../components/glyph.tsx";
import type { Reply } from "../../lib/api.ts";
import type { SetSearch, Show } from "./set-search.ts";

export type CaseRow = Reply<"GET /sets/:set">["cases"][number];

const errors = new Set(["agent-error", "timeout", "metric-error", "simulator-fault"]);

/** How it went last. What was never run is pending, and what cannot be read is broken. */
export function stateOf({ kind, runs }: CaseRow): State {
  if (kind === "unreadable") return "errored";
  const last = runs.at(-1);
  return last === undefined ? "pending" : stateInRun(last);
}

export function stateInRun({ status, reason }: CaseRow["runs"][number]): State {
  return status !== "passed" && errors.has(reason ?? "") ? "errored" : status;
}

/** Of repeats within a run, how many did not agree with most of the others; undefined where nothing was repeated. */
export function flakeRate({ runs }: CaseRow): { rate: number; of: number } | undefined {
  const repeated = runs.filter(({ trials }) => trials.length > 1);
  const of = repeated.reduce((sum, { trials }) => sum + trials.length, 0);
  if (of === 0) return undefined;
  const odd = repeated.reduce((sum, { trials }) => sum + trials.length - most(trials), 0);
  return { rate: odd / of, of };
}

function most(trials: readonly string[]): number {
  return Math.max(...[...Map.groupBy(trials, (each) => each).values()].map((all) => all.length));
}

const isShown: Readonly<Record<Show, (row: CaseRow) => boolean>> = {
  failed: (row) => ["failed", "errored"].includes(stateOf(row)) && row.kind !== "unreadable",
  flaky: (row) => (flakeRate(row)?.rate ?? 0) > 0,
  problems: ({ problems, kind }) => problems > 0 || kind === "unreadable",
  never: ({ runs }) => runs.length === 0,
  quarantined: ({ quarantine }) => quarantine !== undefined,
};

export function countOf(rows: readonly CaseRow[], show: Show): number {
  return rows.filter(isShown[show]).length;
}

/** The rows that an address asks for, and what of its filter cannot be asked. */
export function rowsFor(rows: readonly CaseRow[], { only, filter = "" }: SetSearch) {
  const { terms, problems } = knownTerms(filter, setCaseKeys, "the cases of a set");
  const holds = caseFilter(terms);
  const shown = rows.filter(
    (row) => (only === undefined || isShown[only](row)) && holds(forFilter(row)),
  );
  return { shown, problems };
}

/** A case by how it went last; one that never ran is pending. */
function forFilter(row: CaseRow): FilterableCase {
  const { evalId, first, tags, tools, otherTools = [], runs, seconds, cost } = row;
  const last = runs.at(-1);
  const { rate = 0 } = flakeRate(row) ?? {};
  return {
    evalSetId: "",
    evalId,
    text: first,
    status: last?.status,
    isErrored: stateOf(row) === "errored",
    isFlaky: rate > 0,
    flakeRate: rate,
    trials: last?.trials ?? [],
    tags,
    tools: [...tools, ...otherTools],
    reason: last?.reason,
    numbers: { ...(seconds !== undefined && { seconds }), ...(cost !== undefined && { cost }) },
    metrics: [],
  };
}
