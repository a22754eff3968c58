import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anEvalCase, anInvocation } from "../../testing/builders.ts";
import { readConfigFile } from "../config/read-config-file.ts";
import { planMetrics } from "./plan-metrics.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-custom-"));
  await mkdir(join(folder, "metrics"));
  const code = `
    export function polite(metric: unknown, actual: readonly unknown[]): number {
      return actual.length === 1 ? 0.75 : 0;
    }
    export const limit = 3;
    export const trap = new Proxy(() => 1, { get() { throw new Error("trap"); } });`;
  await writeFile(join(folder, "metrics/polite.ts"), code);
  await writeFile(join(folder, "metrics/index.ts"), 'export { polite } from "./polite.ts";');
});

afterAll(() => rm(folder, { recursive: true }));

async function planned(custom: unknown) {
  const path = join(folder, "test_config.json");
  const config = { criteria: { polite: 0.5 }, custom_metrics: { polite: custom } };
  await writeFile(path, JSON.stringify(config));
  const [metric] = planMetrics(await readConfigFile(path));
  if (metric === undefined) throw new Error("nothing was planned");
  return metric;
}

function code(name: string) {
  return { code_config: { name } };
}

test.each([
  "./metrics/polite.ts:polite",
  "./metrics/polite.ts#polite",
  "metrics.polite.polite",
  "metrics.polite",
])("%s is found from the config's folder and measures", async (name) => {
  const metric = await planned(code(name));
  expect(metric.customFunctionPath).toBe(name);
  const measured = await measureMetric(metric, {
    evalCase: anEvalCase(),
    actual: [anInvocation()],
    expected: undefined,
    earlier: [],
    signal: new AbortController().signal,
  });
  expect(measured).toMatchObject({ name: "polite", status: "passed", score: 0.75 });
});

test("its range and direction come from the config", async () => {
  const interval = { min_value: -10, max_value: 10 };
  const metric_info = { metric_name: "x", metric_value_info: { interval } };
  const metric = await planned({
    ...code("metrics.polite"),
    metric_info,
    direction: "lower",
  });
  expect(metric).toMatchObject({ range: { min: -10, max: 10 }, direction: "lower" });
});

test.each([
  ["./metrics/polit.ts:polite", /cannot be found/],
  ["./metrics/polite.ts:polit", /exports no "polit"/],
  ["./metrics/polite.ts:limit", /"limit" of .* is no function/],
  ["./metrics/polite.ts", /names no export/],
  ["nowhere.polite", /cannot be found/],
  ["polite", /cannot be found/],
])("%s is refused before the run", async (name, message) => {
  await expect(planned(code(name))).rejects.toMatchObject({
    code: "metric/invalid",
    message: expect.stringMatching(message),
    hint: expect.any(String),
    place: expect.objectContaining({ path: "custom_metrics.polite.code_config.name" }),
  });
});

test("a program that is not there is refused before the run", async () => {
  await expect(planned({ command: ["./no-such-program"] })).rejects.toThrow(
    "The command of polite names ./no-such-program, which is not there.",
  );
  await expect(planned({ command: ["no-such-program-anywhere", "x.js"] })).rejects.toThrow(
    "The command of polite names no-such-program-anywhere, which is not there.",
  );
  await expect(planned({ command: [] })).rejects.toThrow("names no program");
});

test("an export that throws while it is looked at is refused before the run", async () => {
  await expect(planned(code("./metrics/polite.ts:trap"))).rejects.toMatchObject({
    code: "metric/invalid",
    message: "The metric polite could not be loaded: trap",
  });
});
