import { fieldsOf } from "../../core/json/loose-json.ts";
import type { CallQuota } from "../../models/index.ts";
import { metricDefinition, type PlanOptions } from "../metrics/plan-metrics.ts";
import type { RunRequest } from "../plan/eval-request.ts";
import { callCeiling } from "./call-ceiling.ts";
import type { ModelRegistry } from "./model-registry.ts";

/** Model packages are worth loading only for those who ask a model. */
export interface LazyModelRegistry {
  open(): Promise<ModelRegistry>;
  /** Undefined as long as nobody opened it. */
  opened(): ModelRegistry | undefined;
}

export function lazyModelRegistry(
  {
    judgeModel,
    baseUrl,
    ...limits
  }: Pick<RunRequest, "judgeModel" | "baseUrl" | "maxCost" | "budget">,
  quota?: CallQuota,
): LazyModelRegistry {
  let registry: ModelRegistry | undefined;
  return {
    async open() {
      const { modelRegistry } = await import("./model-registry.ts");
      const maxCost = callCeiling(limits).dollars;
      registry ??= modelRegistry({ env: process.env, judgeModel, baseUrl, maxCost, quota });
      return registry;
    },
    opened: () => registry,
  };
}

/** Whether a metric of the config needs a judge. */
export function asksJudges(
  config:
    | (Pick<PlanOptions, "custom"> & {
        readonly criteria: readonly (readonly [name: string, criterion: unknown])[];
      })
    | undefined,
): boolean {
  const definitionOf = (name: string) =>
    config?.custom?.get(name)?.definition ?? metricDefinition(name);
  return (config?.criteria ?? []).some(([name, criterion]) => {
    const definition = definitionOf(name);
    if (definition?.mayCompareMeaning !== undefined) return saysSemantic(criterion);
    return definition?.needs.includes("judge") === true;
  });
}

/** Whether a criterion as it is written has a matcher by meaning. */
function saysSemantic(criterion: unknown): boolean {
  const { args } = fieldsOf(criterion);
  const tools = Object.values(fieldsOf(args)).map(fieldsOf);
  // of one tool the matchers stand there at once, of all tools one level deeper
  return [...tools, ...tools.flatMap((own) => Object.values(own).map(fieldsOf))].some(
    (matcher) => "semantic" in matcher,
  );
}
