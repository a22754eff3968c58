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

/** The rows that an address asks for: words in id and first line, `tag:` and `tool:` in what their names say. */
export function rowsFor(rows: readonly CaseRow[], { only, text = "" }: SetSearch) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) => (only === undefined || isShown[only](row)) && words.every((word) => has(row, word)),
  );
}

function has({ evalId, first, tags, tools }: CaseRow, word: string): boolean {
  const [, field, value = ""] = /^(tag|tool):(.+)$/.exec(word) ?? [];
  const among = (names: readonly string[]) =>
    names.some((name) => name.toLowerCase().includes(value));
  if (field === "tag") return among(tags);
  if (field === "tool") return among(tools);
  return `${evalId} ${first}`.toLowerCase().includes(word);
}
