import type { ComparisonWarning } from "../../core/analysis/comparison.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import type { MetricSetting, RunInfo, RunSet } from "../../core/run-info.ts";
import { agentLabel } from "../../core/text/agent-label.ts";
import { changedFiles, filesText } from "../changed-files.ts";

type Change = readonly [kind: ComparisonWarning["kind"], text: string];

/** What differs between two runs besides their results: whoever reads a difference has to know what it may come from. */
export function changeWarnings(a: RunInfo, b: RunInfo): readonly ComparisonWarning[] {
  const sets = b.sets.flatMap((set) => {
    const before = a.sets.find(({ evalSetId }) => evalSetId === set.evalSetId);
    return before === undefined ? [] : setChanges(before, set);
  });
  const changes = [...agentChange(a, b), ...trialsChange(a, b), ...sets, ...settingChanges(a, b)];
  // several sets with one config say the same
  const told = new Map(changes.map((change) => [change[1], change]));
  return Array.from(told.values(), ([kind, text]) => ({ kind, text }));
}

function agentChange(a: RunInfo, b: RunInfo): readonly Change[] {
  const [before, after] = [agentLabel(a.agent), agentLabel(b.agent)];
  if (before !== after) {
    return [["changed-agent", `The agents are different: ${before} in A, ${after} in B.`]];
  }
  const files = changedFiles(a, b);
  if (a.agent.hash === b.agent.hash && files.length === 0) return [];
  const which = files.length === 0 ? "" : `: ${filesText(files)}`;
  return [["changed-agent", `The agent is not the same in B${which}.`]];
}

function trialsChange(a: RunInfo, b: RunInfo): readonly Change[] {
  if (a.trials === b.trials) return [];
  return [["changed-trials", `A ran each case ${times(a.trials)}, B ${times(b.trials)}.`]];
}

function times(count: number): string {
  return count === 1 ? "once" : `${grouped(count)} times`;
}

function setChanges(a: RunSet, b: RunSet): readonly Change[] {
  const shared = b.config.metrics.flatMap((metric) => {
    const before = a.config.metrics.find(({ name }) => name === metric.name);
    return before === undefined
      ? [["changed-metric", `${metric.name} was asked in B only.`] as const]
      : metricChanges([a, before], [b, metric]);
  });
  const gone = a.config.metrics
    .filter(({ name }) => !b.config.metrics.some((each) => each.name === name))
    .map(({ name }) => ["changed-metric", `${name} was asked in A only.`] as const);
  return [...shared, ...gone];
}

type Asked = readonly [RunSet, MetricSetting];

function metricChanges(a: Asked, b: Asked): readonly Change[] {
  const [before, metric] = [a[1], b[1]];
  const changes: Change[] = [];
  const [judgeA, judgeB] = [judgeOf(a), judgeOf(b)];
  if (judgeA !== judgeB) {
    changes.push([
      "changed-judge",
      `${metric.name} was judged by ${judgeA ?? "the default"} in A, by ${judgeB ?? "the default"} in B.`,
    ]);
  }
  if (before.version !== metric.version) {
    changes.push([
      "changed-prompt",
      `${metric.name} is version ${before.version} in A and ${metric.version} in B: its scores may mean something else.`,
    ]);
  }
  if (settingsText(before) !== settingsText(metric)) {
    changes.push([
      "changed-config",
      `${metric.name} has other settings in B${thresholds(before, metric)}.`,
    ]);
  }
  return changes;
}

function thresholds(a: MetricSetting, b: MetricSetting): string {
  return a.threshold === b.threshold
    ? ""
    : ` (threshold ${a.threshold ?? "none"}, then ${b.threshold ?? "none"})`;
}

/** The criterion's own, else the one that a config or a flag named for everything. */
function judgeOf([{ config }, { criterion }]: Asked): string | undefined {
  const own = judgeIn(criterion);
  return typeof own === "string" ? own : config.judge?.model;
}

function judgeIn(criterion: MetricSetting["criterion"]): unknown {
  const options = criterion?.judgeModelOptions;
  return typeof options === "object" && options !== null
    ? (options as { readonly judgeModel?: unknown }).judgeModel
    : criterion?.judgeModel;
}

/** Who judges is told by itself. */
function settingsText({ threshold, criterion, customFunctionPath }: MetricSetting): string {
  return JSON.stringify([threshold, criterion, customFunctionPath], (key, value: unknown) =>
    key === "judgeModel" ? undefined : value,
  );
}

/** Simulated users and worlds, judges and metrics in code, by their hashes; a judge with a name was told above. */
function settingChanges({ inputs: a }: RunInfo, { inputs: b }: RunInfo): readonly Change[] {
  const before = a?.settings ?? {};
  const after = b?.settings ?? {};
  return Object.keys(after)
    .filter((name) => name in before && before[name] !== after[name])
    .map((name) => [
      name.startsWith("the judge") ? "changed-judge" : "changed-config",
      `${name.replace(/^t/, "T")} is not the same in B.`,
    ]);
}
