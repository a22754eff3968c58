import { grouped } from "../../core/numbers/grouped.ts";
import type { RunInfo, RunSet } from "../../core/run-info.ts";
import { plural } from "../../core/text/plural.ts";
import { changedFiles, filesText } from "../changed-files.ts";
import type { TrendChange } from "./trend.ts";

/** What is another in a run than in the one before it. */
export function trendChanges(
  before: RunInfo,
  after: RunInfo,
  evalSetId: string,
): readonly TrendChange[] {
  const changes: TrendChange[] = [];
  const tell = (kind: TrendChange["kind"], text: string) => changes.push({ kind, text });
  const a = setOf(before, evalSetId);
  const b = setOf(after, evalSetId);
  if (a !== undefined && b !== undefined) {
    if (a.hash !== b.hash) tell("eval-set", `the eval set: ${setText(a, b)}`);
    const criteria = criteriaText(a, b);
    if (criteria !== undefined) tell("criteria", criteria);
    const [had, has] = [judgeOf(before, a), judgeOf(after, b)];
    if (had !== has) tell("judge", `the judge: ${has} instead of ${had}`);
  }
  if (before.trials !== after.trials) {
    tell("trials", `trials: ${after.trials} instead of ${before.trials}`);
  }
  const files = changedFiles(before, after);
  if (before.agent.hash !== after.agent.hash) tell("agent", "the agent's code");
  // a prompt is no code, and as good a reason
  else if (files.length > 0) tell("agent", `the agent's files: ${filesText(files)}`);
  return changes;
}

function setOf({ sets }: RunInfo, evalSetId: string): RunSet | undefined {
  return sets.find((set) => set.evalSetId === evalSetId);
}

function setText(a: RunSet, b: RunSet): string {
  return a.caseCount === b.caseCount
    ? "its cases changed"
    : `${plural(b.caseCount, "case")} instead of ${grouped(a.caseCount)}`;
}

function criteriaText(a: RunSet, b: RunSet): string | undefined {
  const had = new Map(a.config.metrics.map((metric) => [metric.name, JSON.stringify(metric)]));
  const has = new Map(b.config.metrics.map((metric) => [metric.name, JSON.stringify(metric)]));
  const names = new Set([...had.keys(), ...has.keys()]);
  const other = [...names].filter((name) => had.get(name) !== has.get(name)).sort();
  return other.length === 0 ? undefined : `the criteria: ${other.join(", ")}`;
}

/** By name where a config or a flag names one; else by all models that the run may ask. */
function judgeOf({ models = [] }: RunInfo, { config }: RunSet): string {
  const named = config.judge?.model ?? (config.judge?.isCode === true ? "a function" : undefined);
  return named ?? (models.length === 0 ? "none" : [...models].sort().join(", "));
}
