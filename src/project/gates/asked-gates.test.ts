import { expect, test } from "vitest";
import type { CaseResult } from "../../core/run.ts";
import { aTable } from "../../testing/table-builders.ts";
import { asksGates, chooseGates } from "./asked-gates.ts";
import { costColumn } from "./with-costs.ts";

test("flags go before the configs of sets, and these before the project's", () => {
  const project = { gates: ["cost < 9"], gateBy: "point", baseline: "main" } as const;
  const config = { gates: ["cost < 2", "cost < 2"], gateBy: "bound", baseline: "release" } as const;
  const flags = { gates: ["cost < 1"], gateBy: "point", baseline: "v1" } as const;
  expect(chooseGates(flags, [config], project)).toEqual(flags);
  const optional = { isBaselineOptional: true };
  expect(chooseGates({}, [{}, config], project)).toEqual({
    ...config,
    gates: ["cost < 2"],
    ...optional,
  });
  expect(chooseGates({}, [{}], project)).toEqual({ ...project, ...optional });
  expect(chooseGates({ gates: [] }, [config], project).gates).toEqual([]);
  expect([{}, { gates: [] }, { baseline: "main" }].map(asksGates)).toEqual([false, false, true]);
});

test("the baseline of a config is needed where a gate compares with it, and gone where gates are taken away", () => {
  const config = { gates: ["no-worse 0.02"], baseline: "main" };
  expect(chooseGates({}, [config])).toEqual(config);
  expect(asksGates(chooseGates({ gates: [] }, [config]))).toBe(false);
  const flags = { gates: [], baseline: "v1" };
  expect(chooseGates(flags, [config])).toEqual(flags);
});

test("a criterion for costs is the column of costs, and none is added", () => {
  const run = aTable([[1]]);
  const paid = { name: "total_cost", direction: "lower", informational: false } as const;
  const asked = { ...run, metrics: [...run.metrics, paid] };
  const column = costColumn(asked);
  column.add({} as CaseResult);
  expect(column.table()).toBe(asked);
  expect(costColumn(run).table().metrics.at(-1)).toMatchObject({ name: "total_cost" });
});
