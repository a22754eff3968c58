import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { Metric } from "../../core/metric.ts";
import type { PlannedScoring } from "../plan/plan-cases.ts";
import { unmetNeeds } from "./check-runnable.ts";

/** How many scenarios are looked at to find out whether any can be scored. */
const LOOK_AT = 200;

/**
 * Scenarios are paid for turn by turn, so that criteria none of which can score any of them are refused before the first.
 * Conversations that are run without criteria are wanted for themselves.
 */
export async function checkScorable(
  name: string,
  { source, selected, metrics }: PlannedScoring,
): Promise<void> {
  const scenarios = selected.filter(source.isScenario).slice(0, LOOK_AT);
  if (scenarios.length === 0 || metrics.length === 0) return;
  let reasons: readonly string[] = [];
  for (const index of scenarios) {
    const evalCase = await source.read(index);
    const deciding = metrics.filter((metric) => isDeciding(metric, evalCase));
    const unmet = deciding.map((metric) => whyNot(metric, deciding, evalCase));
    if (unmet.some((reason) => reason === undefined)) return;
    reasons = unmet.filter((reason) => reason !== undefined);
  }
  const why = reasons.length === 0 ? "None of them has a threshold." : reasons.join(" ");
  throw new UserFacingError(
    "metric/cannot-score",
    `None of the criteria can score the scenarios of ${name}. ${why}`,
    {
      hint: "Name one that looks at conversations, such as multi_turn_task_success_v1 or rubric_based_multi_turn_trajectory_quality_v1. No model was asked, and no agent was called.",
    },
  );
}

function isDeciding({ name, threshold }: Metric, { assay }: EvalCase): boolean {
  return (assay?.thresholds?.[name] ?? threshold) !== undefined;
}

/** A metric made of others cannot do without any of them. */
function whyNot(metric: Metric, all: readonly Metric[], evalCase: EvalCase): string | undefined {
  const own = unmetNeeds(metric, evalCase);
  if (own !== undefined) return own;
  for (const member of all.filter(({ name }) => metric.madeOf?.includes(name) === true)) {
    const reason = unmetNeeds(member, evalCase);
    if (reason !== undefined) return `${metric.name} is made of ${member.name}.`;
  }
  return undefined;
}
