import type { FilterHint } from "./complete-filter.ts";

interface KnownOfRun {
  readonly metrics: readonly string[];
  readonly tags: readonly string[];
}

/** What can be asked of the cases of one run. */
export function caseHints({ metrics, tags }: KnownOfRun): readonly FilterHint[] {
  const ofMetrics = metrics.map((name) => `${name}<`);
  return [
    { key: "status:", about: "verdict", values: ["failed", "passed", "errored", "none", "flaky"] },
    { key: "rep:", about: "verdicts of every trial", values: ["any"] },
    ...(tags.length === 0 ? [] : [{ key: "tag:", about: "tag of the case", values: tags }]),
    { key: "metric.", about: "score, or verdict after a colon", values: ofMetrics },
    { key: "tool:", about: "a tool that was called" },
    { key: "text:", about: "words of the id or the reason" },
    { key: "reason:", about: "why there is no score", values: reasons },
    { key: "flaky:>", about: "share of trials that say otherwise, such as 20%" },
    { key: "cost:>", about: "dollars" },
    { key: "tokens:>", about: "tokens" },
    { key: "seconds:>", about: "seconds" },
  ];
}

/** What can be asked of runs. */
export const runHints: readonly FilterHint[] = [
  {
    key: "status:",
    about: "verdict, or how far it is",
    values: ["failed", "passed", "running", "ended", "unfinished"],
  },
  { key: "agent:", about: "agent" },
  { key: "set:", about: "eval set" },
  { key: "model:", about: "model" },
  { key: "metric.", about: "mean of a metric" },
  { key: "rate:<", about: "share of cases that pass, such as 80%" },
  { key: "flaky:>", about: "flaky cases" },
  { key: "cost:>", about: "dollars" },
  { key: "seconds:>", about: "seconds" },
];

const reasons = ["agent-error", "timeout", "metric-error", "simulator-fault"];
