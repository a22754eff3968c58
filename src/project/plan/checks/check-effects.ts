import type { Metric } from "../../../core/metric.ts";
import { isObject, ParseContext } from "../../../core/schema/parse-context.ts";
import { nearest } from "../../../core/text/nearest.ts";
import type { CaseMentions, Mention } from "../../../eval-sets/reading/case-mentions.ts";
import { metricDefinitions } from "../../../metrics/index.ts";

export interface EffectContext {
  /** The metrics of the run. */
  readonly metrics: readonly Metric[];
  /** Metrics of the user's own that the config defines, whether or not it measures by them. */
  readonly customMetrics: Iterable<string>;
  /** The agent's own tools; undefined when it does not list them. */
  readonly tools?: ReadonlySet<string> | undefined;
}

/** What cases ask for that this config and this agent cannot give an effect: misspelt names are problems, the rest remarks. */
export function checkEffects(
  mentions: CaseMentions,
  context: EffectContext,
): Pick<ParseContext, "problems" | "warnings"> {
  const reading = new ParseContext();
  checkMetricNames(mentions, context, reading);
  remarkOnTools(mentions, context, reading);
  remarkOnUnused(mentions, context, reading);
  // without any metric it is tests that ask, and nobody knows what about
  return context.metrics.length === 0 ? { problems: reading.problems, warnings: [] } : reading;
}

function checkMetricNames(
  { thresholds, skipped, turns }: CaseMentions,
  { metrics, customMetrics }: EffectContext,
  reading: ParseContext,
): void {
  const planned = new Set(metrics.map((metric) => metric.name));
  const known = new Set([
    ...planned,
    ...metricDefinitions.map((each) => each.name),
    ...customMetrics,
  ]);
  const mentioned = [["thresholds", thresholds] as const, ["skip", skipped] as const];
  for (const [where, names] of [...mentioned, ["turns", turns] as const]) {
    for (const [name, { path }] of names) {
      if (planned.has(name)) continue;
      const isKnown = known.has(name);
      const near = nearest(name, planned) ?? nearest(name, known);
      at(reading, path, () => {
        if (!isKnown) {
          const hint =
            near === undefined
              ? 'List them with "assay metrics"; metrics of your own belong under "custom_metrics" of the config.'
              : `Did you mean "${near}"?`;
          reading.problem(`There is no metric "${name}".`, { hint, mark: "key" });
        } else if (where === "thresholds") {
          const hint = "Add it to the criteria, or remove the threshold.";
          const message = `${name} has a threshold in a case and is not among the criteria.`;
          reading.warn(message, { hint, mark: "key" });
        }
      });
    }
  }
}

function remarkOnUnused(
  { finalState, rubrics, rubricTypes, comparing }: CaseMentions,
  { metrics }: EffectContext,
  reading: ParseContext,
): void {
  // what a metric of the user's own looks at is its own business
  const hasCustom = metrics.some((metric) => metric.customFunctionPath !== undefined);
  if (!hasCustom && !metrics.some((metric) => metric.needs.includes("final-state"))) {
    remark(
      reading,
      finalState,
      "final_session_state",
      'Add "final_session_state": 1 to the criteria.',
    );
  }
  if (!hasCustom && !metrics.some((metric) => metric.needs.includes("rubrics"))) {
    const hint =
      "Add a rubric metric to the criteria, such as rubric_based_final_response_quality_v1.";
    remark(reading, rubrics, "rubrics", hint);
  } else if (!hasCustom) remarkOnRubricTypes(rubricTypes, metrics, reading);
  if (metrics.some((metric) => metric.name.startsWith("tool_trajectory_"))) return;
  for (const [setting, mention] of comparing) {
    remark(reading, mention, `assay.${setting}`, "Add tool_trajectory_avg_score to the criteria.");
  }
}

/** Which rubrics of cases a metric asks; the others it passes over. */
const rubricTypeOf: Readonly<Record<string, string>> = {
  rubric_based_final_response_quality_v1: "FINAL_RESPONSE_QUALITY",
  rubric_based_tool_use_quality_v1: "TOOL_USE_QUALITY",
  rubric_based_multi_turn_trajectory_quality_v1: "TRAJECTORY_QUALITY",
};

function remarkOnRubricTypes(
  rubricTypes: CaseMentions["rubricTypes"],
  metrics: EffectContext["metrics"],
  reading: ParseContext,
): void {
  const asked = metrics.flatMap((metric) => rubricTypeOf[metric.name] ?? []);
  for (const [type, { path }] of rubricTypes) {
    if (asked.includes(type)) continue;
    const near = nearest(
      type,
      Object.values(rubricTypeOf).filter((each) => each !== type),
    );
    const hint =
      near === undefined || Object.values(rubricTypeOf).includes(type)
        ? `The criteria ask rubrics of the type ${asked.join(", ")}.`
        : `Did you mean "${near}"?`;
    const what = type === "" ? "without a type" : `of the type "${type}"`;
    at(reading, path, () => reading.warn(`No metric asks rubrics ${what}.`, { hint }));
  }
}

function remark(
  reading: ParseContext,
  mention: Mention | undefined,
  what: string,
  hint: string,
): void {
  if (mention === undefined) return;
  const cases = mention.count === 1 ? "a case" : `${mention.count} cases`;
  at(reading, mention.path, () => {
    reading.warn(`No metric looks at the ${what} of ${cases}.`, { hint, mark: "key" });
  });
}

/** A forbidden tool need not be one of the agent's, so only a likely slip is reported. */
function remarkOnTools(
  { toolSettings }: CaseMentions,
  { tools }: EffectContext,
  reading: ParseContext,
): void {
  if (tools === undefined) return;
  for (const [tool, { path }] of toolSettings) {
    const near = tools.has(tool) ? undefined : nearest(tool, tools);
    if (near === undefined) continue;
    at(reading, path, () => {
      reading.warn(`The agent has no tool "${tool}".`, { hint: `Did you mean "${near}"?` });
    });
  }
}

function at(reading: ParseContext, path: Mention["path"], work: () => void): void {
  reading.path.push(...path);
  work();
  reading.path.length = 0;
}

/** Tools that the criteria of trajectories name and that neither a case nor the agent knows: likely slips, a sentence each. */
export function criteriaToolNotes(
  metrics: readonly Metric[],
  known: ReadonlySet<string>,
): readonly string[] {
  const notes = new Set<string>();
  for (const { name, criterion = {} } of metrics) {
    if (!name.startsWith("tool_trajectory_")) continue;
    const { args } = criterion;
    for (const tool of isObject(args) ? Object.keys(args) : []) {
      const near = tool === "*" || known.has(tool) ? undefined : nearest(tool, known);
      if (near === undefined) continue;
      notes.add(`${name} has matchers for ${tool}, which no case expects. Did you mean ${near}?`);
    }
  }
  return [...notes];
}
