import { UserFacingError } from "../core/errors.ts";
import type { RunAbout } from "../core/run.ts";

/** Half a run by one agent and half by another would be nobody's result. */
export function checkUnchanged(before: RunAbout, after: RunAbout): void {
  const changed = [
    ...changedSets(before, after),
    ...(before.agent.hash === after.agent.hash ? [] : [`the agent ${after.agent.name}`]),
  ];
  if (changed.length === 0) return;
  const begun = changed.length === 1 ? "has" : "have";
  throw new UserFacingError(
    "run/changed",
    `Since the run began, ${changed.join(" and ")} ${begun} changed.`,
    {
      hint: "Start a new run, or go on all the same with --resume_changed: finished cases keep their results.",
    },
  );
}

function changedSets(before: RunAbout, after: RunAbout): readonly string[] {
  const earlier = new Map(before.sets.map((set) => [set.evalSetId, set]));
  const changed = after.sets.filter((set) => earlier.get(set.evalSetId)?.hash !== set.hash);
  const later = new Set(after.sets.map((set) => set.evalSetId));
  const gone = before.sets.filter((set) => !later.has(set.evalSetId));
  const configs = after.sets.filter((set) => {
    const metrics = earlier.get(set.evalSetId)?.config.metrics;
    return metrics !== undefined && JSON.stringify(metrics) !== JSON.stringify(set.config.metrics);
  });
  return [
    ...[...changed, ...gone].map((set) => `the eval set ${set.evalSetId}`),
    ...configs.map((set) => `the config of ${set.evalSetId}`),
  ];
}
