import { expect, test } from "vitest";
import { readConfig } from "./read-config.ts";

test("of both spellings of a part camelCase is taken, with a remark, and the other is not looked at", () => {
  const read = (config: object) => readConfig(JSON.stringify(config), { file: "test_config.json" });
  const { userSimulatorConfig, warnings } = read({
    criteria: { response_match_score: 0.5 },
    user_simulator_config: { type: "nonsense" },
    userSimulatorConfig: { max_allowed_invocations: 3, maxAllowedInvocations: 4 },
  });
  expect(userSimulatorConfig?.maxAllowedInvocations).toBe(4);
  expect(warnings.map(({ message }) => message)).toEqual([
    'The file has both "userSimulatorConfig" and "user_simulator_config"; "userSimulatorConfig" is taken.',
    'userSimulatorConfig has both "maxAllowedInvocations" and "max_allowed_invocations"; "maxAllowedInvocations" is taken.',
  ]);
  const custom = (name: string) => ({ polite: { code_config: { name } } });
  const both = read({
    criteria: { polite: 1 },
    custom_metrics: custom("a.polite"),
    customMetrics: custom("b.polite"),
  });
  expect(both.customMetrics.get("polite")?.codeConfig?.name).toBe("b.polite");
});

test("a metric_info without its value info is refused, as in ADK", () => {
  const info = (metric_info: object) => () =>
    readConfig(
      JSON.stringify({
        criteria: { polite: 1 },
        custom_metrics: { polite: { code_config: { name: "a.polite" }, metric_info } },
      }),
      { file: "test_config.json" },
    );
  expect(info({ metric_name: "polite" })).toThrow('has no "metric_value_info"');
  expect(info({ metric_name: "polite", metric_value_info: null })).toThrow("is null");
  expect(info({ metric_name: "polite", metric_value_info: {} })).not.toThrow();
  expect(info({ metric_name: "polite", metric_value_info: { interval: null } })).not.toThrow();
});
