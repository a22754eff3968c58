import type { FilterKey, FilterTerm, NumberKey, WordTerm } from "./filter.ts";
import { compares, hasText, isMetricNamed, isStatus } from "./term-holds.ts";

/** A run as filters see it. What is undefined is not known, and matches nothing but what is left out. */
export interface FilterableRun {
  readonly runId: string;
  readonly name?: string | undefined;
  readonly agent: string;
  readonly sets: readonly string[];
  readonly models: readonly string[];
  /** running, ended, interrupted, unfinished … */
  readonly state: string;
  /** What it says of the agent; undefined until it has ended. */
  readonly verdict?: "passed" | "failed" | "not-evaluated" | undefined;
  readonly numbers: Readonly<Partial<Record<NumberKey, number>>>;
  /** Means. */
  readonly metrics: readonly { readonly name: string; readonly mean?: number | undefined }[];
}

/** What can be asked of runs. */
export const runKeys: ReadonlySet<FilterKey> = new Set<FilterKey>([
  "text",
  "status",
  "agent",
  "set",
  "model",
  "flaky",
  "cost",
  "seconds",
  "rate",
  "metric",
]);

/** Whether what is asked can be told by a run's name alone, without its figures. */
export function isOfListing(terms: readonly FilterTerm[]): boolean {
  return terms.every((term) => term.kind === "word" && ["agent", "set", "text"].includes(term.key));
}

/** Whether all terms hold for a run. */
export function runFilter(terms: readonly FilterTerm[]): (run: FilterableRun) => boolean {
  return (run) => terms.every((term) => holds(term, run) !== term.isNot);
}

function holds(term: FilterTerm, run: FilterableRun): boolean {
  switch (term.kind) {
    case "word":
      return wordHolds(term, run);
    case "number":
      return compares(run.numbers[term.key], term);
    case "metric":
      return run.metrics.some(
        ({ name, mean }) => isMetricNamed(name, term.name) && compares(mean, term),
      );
    // a run's metric has a mean, and its cases the verdicts
    case "metric-status":
      return false;
  }
}

function wordHolds({ key, value }: WordTerm, run: FilterableRun): boolean {
  switch (key) {
    case "text":
      return hasText([run.runId, run.name, run.agent, ...run.sets].join(" "), value);
    case "agent":
      return hasText(run.agent, value);
    case "set":
      return run.sets.some((set) => hasText(set, value));
    case "model":
      return run.models.some((model) => hasText(model, value));
    case "status":
      return isStatus(run.verdict, value) ? run.verdict !== undefined : isState(run.state, value);
    default:
      return false;
  }
}

/** What a run is called on screen where its state has another word. */
const stateWords: Readonly<Record<string, string>> = { unfinished: "cut-off" };

function isState(state: string, wanted: string): boolean {
  const word = wanted.toLowerCase();
  return word !== "" && (state.startsWith(word) || (stateWords[state] ?? "").startsWith(word));
}
