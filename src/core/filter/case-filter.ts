import type { MatrixRow } from "../folds/matrix.ts";
import type { Status } from "../verdict.ts";
import type { FilterKey, FilterTerm, WordTerm } from "./filter.ts";
import { compares, hasText, isMetricNamed, isStatus } from "./term-holds.ts";

/** A case as filters see it. What is undefined is not known, and matches nothing but what is left out. */
export interface FilterableCase {
  readonly evalSetId: string;
  readonly evalId: string;
  /** Undefined as long as it has not ended. */
  readonly status?: Status | undefined;
  readonly isErrored: boolean;
  readonly isFlaky: boolean;
  /** Of each trial. */
  readonly trials: readonly Status[];
  readonly tags: readonly string[];
  readonly reason?: string | undefined;
  /** Everything in which `text:` looks beside the id. */
  readonly text?: string | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly numbers: Readonly<Partial<Record<"cost" | "seconds" | "tokens", number>>>;
  /** How much better each metric is than in the baseline; less than 0 is worse. */
  readonly deltas?: readonly number[] | undefined;
  /** The share of trials that say otherwise, where it is not that of `trials`. */
  readonly flakeRate?: number | undefined;
  readonly metrics: readonly FilterableMetric[];
}

interface FilterableMetric {
  readonly name: string;
  readonly score?: number | undefined;
  readonly status?: Status | undefined;
  /** Of each trial, where they do not agree. */
  readonly trials?: readonly Status[] | undefined;
}

/** What can be asked of the cases of a run's matrix. */
export const matrixKeys: ReadonlySet<FilterKey> = new Set<FilterKey>([
  "text",
  "status",
  "tag",
  "set",
  "case",
  "reason",
  "rep",
  "flaky",
  "seconds",
  "metric",
]);

/** What can be asked of the cases of a set, by how they went last. */
export const setCaseKeys: ReadonlySet<FilterKey> = new Set<FilterKey>([
  "text",
  "status",
  "tag",
  "case",
  "tool",
  "reason",
  "rep",
  "flaky",
  "cost",
  "seconds",
]);

/** Whether all terms hold for a case. With `rep:any` a verdict is looked for in every trial, and not in the case's own. */
export function caseFilter(terms: readonly FilterTerm[]): (each: FilterableCase) => boolean {
  const ofReps = terms.some((term) => term.kind === "word" && term.key === "rep" && !term.isNot);
  return (each) => terms.every((term) => holds(term, each, ofReps) !== term.isNot);
}

/** A row of the matrix, as filters see it. */
export function rowForFilter(row: MatrixRow, metrics: readonly string[]): FilterableCase {
  const { evalSetId, evalId, status, flaky, trials, tags, reason, detail, seconds, cells } = row;
  return {
    evalSetId,
    evalId,
    status,
    isErrored: status !== "passed" && errors.has(reason ?? ""),
    isFlaky: flaky,
    trials: trials.map((trial) => trial.status),
    tags,
    reason,
    text: detail,
    numbers: { ...(seconds !== undefined && { seconds }) },
    metrics: metrics.flatMap((name, place) => {
      const cell = cells[place];
      return cell ? [{ name, score: cell.score, status: cell.status, trials: cell.trials }] : [];
    }),
  };
}

const errors = new Set(["agent-error", "timeout", "metric-error", "simulator-fault"]);

function holds(term: FilterTerm, each: FilterableCase, ofReps: boolean): boolean {
  switch (term.kind) {
    case "word":
      return wordHolds(term, each, ofReps);
    case "number":
      if (term.key === "flaky") return compares(each.flakeRate ?? flakeShare(each), term);
      if (term.key === "delta") return (each.deltas ?? []).some((own) => compares(own, term));
      if (term.key === "rate") return compares(1 - shareFailed(each.trials), term);
      return compares(each.numbers[term.key], term);
    case "metric":
      return named(each, term.name).some(({ score }) => compares(score, term));
    case "metric-status":
      return named(each, term.name).some(({ status, trials }) => {
        const all = ofReps ? (trials ?? [status]) : [status];
        return all.some((own) => isStatus(own, term.value));
      });
  }
}

function named({ metrics }: FilterableCase, name: string): readonly FilterableMetric[] {
  return metrics.filter((metric) => isMetricNamed(metric.name, name));
}

function wordHolds({ key, value }: WordTerm, each: FilterableCase, ofReps: boolean): boolean {
  switch (key) {
    case "text":
      return hasText(`${each.evalId} ${each.text ?? ""}`, value);
    case "case":
      return hasText(each.evalId, value);
    case "set":
      return hasText(each.evalSetId, value);
    case "tag":
      return each.tags.some((tag) => tag.toLowerCase() === value.toLowerCase());
    case "tool":
      return (each.tools ?? []).some((tool) => hasText(tool, value));
    case "reason":
      return hasText(each.reason ?? "", value);
    case "status":
      return caseIs(each, value, ofReps);
    case "rep":
      return true;
    // said of runs, and the same for every case of one, or of what stands in a journal
    case "agent":
    case "model":
    case "event":
      return false;
  }
}

function caseIs(each: FilterableCase, value: string, ofReps: boolean): boolean {
  if (/^err/i.test(value)) return each.isErrored;
  if (/^flaky$/i.test(value)) return each.isFlaky;
  if (ofReps && each.trials.length > 0) return each.trials.some((own) => isStatus(own, value));
  return isStatus(each.status, value);
}

/** How many of its trials say otherwise than most of them. */
function flakeShare({ trials }: FilterableCase): number {
  const failed = shareFailed(trials);
  return Math.min(failed, 1 - failed);
}

function shareFailed(trials: readonly Status[]): number {
  const failed = trials.filter((status) => status === "failed").length;
  return trials.length === 0 ? 0 : failed / trials.length;
}
