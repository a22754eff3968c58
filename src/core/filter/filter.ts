/** What a list is narrowed down by: all of its terms hold. */
export interface Filter {
  readonly terms: readonly FilterTerm[];
  /** What could not be read; the rest is still meant. */
  readonly problems: readonly FilterProblem[];
}

export interface FilterProblem {
  readonly message: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

export type FilterTerm = WordTerm | NumberTerm | MetricTerm | MetricStatusTerm;

interface Term {
  /** True: what is like this is left out. */
  readonly isNot: boolean;
}

export interface WordTerm extends Term {
  readonly kind: "word";
  readonly key: WordKey;
  readonly value: string;
}

export interface NumberTerm extends Term {
  readonly kind: "number";
  readonly key: NumberKey;
  readonly operator: Operator;
  /** 20% is 0.2. */
  readonly value: number;
}

interface MetricTerm extends Term {
  readonly kind: "metric";
  /** Its identifier, or the beginning of it. */
  readonly name: string;
  readonly operator: Operator;
  readonly value: number;
}

interface MetricStatusTerm extends Term {
  readonly kind: "metric-status";
  readonly name: string;
  readonly value: string;
}

export type Operator = "<" | "<=" | ">" | ">=" | "=";

export type WordKey = (typeof wordKeys)[number];
export type NumberKey = (typeof numberKeys)[number];
/** Everything that may stand before a colon, or `metric` for the scores of metrics. */
export type FilterKey = WordKey | NumberKey | "metric";

export const wordKeys = [
  "text",
  "status",
  "tag",
  "agent",
  "set",
  "case",
  "tool",
  "model",
  "reason",
  "rep",
  "event",
] as const;

export const numberKeys = ["flaky", "cost", "delta", "seconds", "tokens", "rate"] as const;

export function keyOfTerm(term: FilterTerm): FilterKey {
  return term.kind === "word" || term.kind === "number" ? term.key : "metric";
}
