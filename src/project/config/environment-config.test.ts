import { expect, test } from "vitest";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { environmentConfig } from "./environment-config.ts";

function problems(config: unknown): readonly string[] {
  const context = new ParseContext();
  environmentConfig.read(config, context);
  return context.problems.map(({ message }) => message);
}

const error = { injected_http_error_code: 503, error_message: "down" };
const tool = (settings: object) => ({
  tool_simulation_configs: [{ tool_name: "t", ...settings }],
});
const injecting = (injection: object) => tool({ injection_configs: [injection] });

test("a tool may answer with an error, or with any object, an empty one included", () => {
  expect(problems(injecting({ injected_error: error }))).toEqual([]);
  expect(problems(injecting({ injected_response: {} }))).toEqual([]);
});

test.each([
  [
    "an error beside an empty response",
    injecting({ injected_error: error, injected_response: {} }),
  ],
  ["neither of them", injecting({ match_args: {} })],
  ["no list of tools", {}],
  ["an empty list of tools", { tool_simulation_configs: [] }],
  ["the strategy that was given up", tool({ mock_strategy_type: 2 })],
  ["a strategy that there is not", tool({ mock_strategy_type: 3 })],
  ["nothing to answer with", tool({})],
])("%s is refused before a run", (_, config) => {
  expect(problems(config)).toHaveLength(1);
});

test.each([
  [50, "always"],
  [-0.5, "never"],
])("a probability of %d is a note: it means %s", (injection_probability, means) => {
  const context = new ParseContext();
  environmentConfig.read(injecting({ injection_probability, injected_response: {} }), context);
  expect(context.problems).toEqual([]);
  expect(context.warnings).toMatchObject([
    { message: expect.stringMatching(new RegExp(`which means ${means}\\.$`)) },
  ]);
});

test("a key that stops short of a known one is refused", () => {
  expect(problems(injecting({ injected_latency: 3, injected_response: {} }))).toEqual([
    'There is no key "injected_latency" here.',
  ]);
});

test("a key that looks like none is a note, since it changes nothing", () => {
  const context = new ParseContext();
  environmentConfig.read(injecting({ prob: 0.5, injected_response: {} }), context);
  expect(context.problems).toEqual([]);
  expect(context.warnings).toMatchObject([
    { message: '"prob" is not a setting of an injection and changes nothing.' },
  ]);
});

test("where a key is there in both spellings, camelCase wins with a note, as everywhere in a config", () => {
  const context = new ParseContext();
  const both = tool({ injection_configs: [], mock_strategy_type: 0, mockStrategyType: 1 });
  const read = environmentConfig.read(both, context);
  expect(context.problems).toEqual([]);
  expect(context.warnings).toHaveLength(1);
  expect(read.toolSimulationConfigs[0]?.mockStrategyType).toBe(1);
});
