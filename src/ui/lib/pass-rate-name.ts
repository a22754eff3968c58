import { numberText } from "./amounts.ts";

/** `Pass rate, 8 of 9 evaluated`, and how many clusters the cases are in, since that is what the interval counts. */
export function passRateName({
  passed,
  of,
  clusters,
}: {
  readonly passed: number;
  readonly of: number;
  readonly clusters: number | null;
}): string {
  const groups =
    clusters === null ? "" : `, in ${clusters} ${clusters === 1 ? "cluster" : "clusters"}`;
  return `Pass rate, ${numberText(passed)} of ${numberText(of)} evaluated${groups}`;
}
