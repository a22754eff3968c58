import type { RunRequest } from "./eval-request.ts";
import type { ModelDesk } from "./model-desk.ts";
import { metricDefinition, type PlanOptions } from "./plan-metrics.ts";

/** Model packages are worth loading only for those who ask a model. */
export interface LazyDesk {
  open(): Promise<ModelDesk>;
  /** Undefined as long as nobody opened it. */
  opened(): ModelDesk | undefined;
}

export function lazyDesk({
  judgeModel,
  baseUrl,
  maxCost,
}: Pick<RunRequest, "judgeModel" | "baseUrl" | "maxCost">): LazyDesk {
  let desk: ModelDesk | undefined;
  return {
    async open() {
      const { modelDesk } = await import("./model-desk.ts");
      desk ??= modelDesk({ env: process.env, judgeModel, baseUrl, maxCost });
      return desk;
    },
    opened: () => desk,
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
  const names = config?.criteria.map(([name]) => name) ?? [];
  const definitionOf = (name: string) =>
    config?.custom?.get(name)?.definition ?? metricDefinition(name);
  return names.some((name) => definitionOf(name)?.needs.includes("judge") === true);
}
