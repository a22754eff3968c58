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
    { key: "delta:<", about: "change of a metric against the baseline, such as -0.1" },
    { key: "flaky:>", about: "share of trials that say otherwise, such as 20%" },
    { key: "cost:>", about: "dollars" },
    { key: "tokens:>", about: "tokens" },
    { key: "seconds:>", about: "seconds" },
  ];
}

interface KnownOfSet {
  readonly tags: readonly string[];
  readonly tools: readonly string[];
}

/** What can be asked of the cases of a set. */
export function setHints({ tags, tools }: KnownOfSet): readonly FilterHint[] {
  return [
    {
      key: "status:",
      about: "how it went last",
      values: ["failed", "passed", "errored", "none", "flaky", "pending"],
    },
    ...(tags.length === 0 ? [] : [{ key: "tag:", about: "tag of the case", values: tags }]),
    { key: "tool:", about: "a tool that is expected", values: tools },
    { key: "case:", about: "id of the case" },
    { key: "text:", about: "words of the id or the first line" },
    { key: "reason:", about: "why it did not pass last", values: reasons },
    { key: "flaky:>", about: "share of repeats that say otherwise, such as 20%" },
    { key: "cost:>", about: "dollars, on average" },
    { key: "seconds:>", about: "seconds, on average" },
  ];
}

interface ListedSet {
  readonly agent?: string | undefined;
  readonly tags: readonly string[];
}

/** What can be asked of eval sets. */
export function listHints(sets: readonly ListedSet[]): readonly FilterHint[] {
  const agents = [...new Set(sets.flatMap(({ agent }) => agent ?? []))].sort();
  const tags = [...new Set(sets.flatMap((set) => set.tags))].sort();
  return [
    { key: "agent:", about: "agent", values: agents },
    ...(tags.length === 0 ? [] : [{ key: "tag:", about: "tag of one of its cases", values: tags }]),
    { key: "status:", about: "whether it can be run", values: ["ready", "broken"] },
    { key: "text:", about: "words of its name or file" },
  ];
}

/** What can be asked of conversations that were received. */
export function sessionHints(agents: readonly string[]): readonly FilterHint[] {
  return [
    {
      key: "status:",
      about: "what its checks say, or how far it is",
      values: ["failed", "passed", "running", "golden", "none"],
    },
    { key: "agent:", about: "agent", values: agents },
    { key: "tool:", about: "a tool that was called" },
    { key: "text:", about: "words, tools, agents, ids" },
    { key: "tokens:>", about: "tokens" },
    { key: "seconds:>", about: "seconds" },
    { key: "cost:>", about: "dollars" },
  ];
}

/** What can be asked of what a run wrote to its journal. */
export const logHints: readonly FilterHint[] = [
  { key: "status:", about: "how a case ended", values: ["failed", "passed", "none"] },
  {
    key: "event:",
    about: "kind of event",
    values: ["case-end", "turn-end", "call-end", "case-start", "check-end", "run-end"],
  },
  { key: "case:", about: "id of the case" },
  { key: "set:", about: "eval set" },
  { key: "text:", about: "words, or the id of a case" },
];

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
