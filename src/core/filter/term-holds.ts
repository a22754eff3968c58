import type { Status } from "../verdict.ts";
import type { NumberTerm } from "./filter.ts";

/** A number that is not known is neither more nor less than another. */
export function compares(
  number: number | undefined,
  { operator, value }: Pick<NumberTerm, "operator" | "value">,
): boolean {
  if (number === undefined) return false;
  switch (operator) {
    case "<":
      return number < value;
    case "<=":
      return number <= value;
    case ">":
      return number > value;
    case ">=":
      return number >= value;
    case "=":
      return number === value;
  }
}

export function hasText(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}

/** `tool_trajectory` is `tool_trajectory_avg_score`. */
export function isMetricNamed(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(wanted);
}

/** Verdicts go by their beginnings: fail, failed. What has no verdict yet is pending. */
export function isStatus(status: Status | undefined, wanted: string): boolean {
  const word = wanted.toLowerCase();
  if (status === undefined) return "pending".startsWith(word);
  if (status === "not-evaluated" && (word === "none" || word === "na")) return true;
  return word !== "" && status.startsWith(word);
}
