import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isUserFacingError } from "../../core/errors.ts";
import { planMetrics } from "../metrics/plan-metrics.ts";
import { readEvalConfigFile } from "./eval-config-file.ts";

const folder = await mkdtemp(join(tmpdir(), "eval-config-"));

async function read(text: string) {
  const path = join(folder, "eval_config.yaml");
  await writeFile(path, text);
  return await readEvalConfigFile(path, folder);
}

/** What is refused, as `line: sentence`. */
async function refusals(text: string): Promise<readonly string[]> {
  try {
    await read(text);
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return [error, ...error.others].map(({ message, place }) => `${place?.line}: ${message}`);
  }
  throw new Error("it was read");
}

const list = (...entries: readonly string[]) =>
  `evaluators:\n${entries.map((entry) => `  - ${entry}`).join("\n")}`;

describe("an eval config in YAML", () => {
  test("measures by what each entry says, in its own threshold, match type, judge and rubrics", async () => {
    const { config } = await read(
      list(
        "{name: tool_trajectory_avg_score, type: builtin, threshold: 0.9, trajectory_match_type: in_order}",
        "{name: response_match_score, type: builtin}",
        "{name: final_response_match_v2, type: builtin, judgeModel: openai/m}",
        '{name: rubric_based_tool_use_quality_v1, type: builtin, rubrics: ["Asks once.", {id: b, text: "Says please."}]}',
      ),
    );
    expect(Object.fromEntries(config.criteria)).toEqual({
      tool_trajectory_avg_score: { threshold: 0.9, match_type: "in_order" },
      response_match_score: { threshold: 0.5 },
      final_response_match_v2: { threshold: 0.5, judge_model: "openai/m" },
      rubric_based_tool_use_quality_v1: {
        threshold: 0.5,
        rubrics: [
          { rubric_id: "rubric_0", rubric_content: { text_property: "Asks once." } },
          { rubric_id: "b", rubric_content: { text_property: "Says please." } },
        ],
      },
    });
  });

  test("lets what older files say once hold for every built-in metric that says nothing itself", async () => {
    await writeFile(join(folder, "polite.js"), "");
    const { config, evalSet, traceFormat, output } = await read(
      `eval_set: golden.json
trace_format: otlp-json
output: json
threshold: 0.7
judge_model: gemini-2.5-flash
trajectory_match_type: ANY_ORDER
${list(
  "{name: tool_trajectory_avg_score, type: builtin}",
  "{name: response_match_score, type: builtin, threshold: 0.2}",
  "{name: polite, type: code, path: polite.js}",
)}`,
    );
    expect(config.criteria).toEqual([
      ["tool_trajectory_avg_score", { threshold: 0.7, match_type: "ANY_ORDER" }],
      ["response_match_score", { threshold: 0.2 }],
      ["polite", { threshold: 0.5 }],
    ]);
    expect([evalSet, traceFormat, output]).toEqual([
      join(folder, "golden.json"),
      "otlp-json",
      "json",
    ]);
    expect(planMetrics(config).find(({ name }) => name === "polite")?.measure).toBeDefined();
  });

  test("counts and times inform, unless they have a threshold", async () => {
    const { config } = await read(
      list(
        "{name: tool_call_count_v1, type: builtin}",
        "{name: token_usage_v1, type: builtin, threshold: 900}",
      ),
    );
    expect(config.criteria).toEqual([["token_usage_v1", { threshold: 900 }]]);
  });

  test("plans a metric whose script is missing, and says so before the run", async () => {
    const { config } = await read(list("{name: gone, type: code, path: ./gone.py}"));
    expect(config.warnings.map(({ message }) => message)).toEqual([
      "The program of gone cannot be started: there is no file ./gone.py.",
    ]);
    const metric = planMetrics(config).find(({ name }) => name === "gone");
    expect(metric?.measure).toBeDefined();
  });

  test.each([
    ["no list", "evaluators: 3", ["1: evaluators is 3; a list was expected."]],
    ["an empty list", "evaluators: []", ["1: evaluators is an empty array; a list was expected."]],
    ["no mapping", "- a", ["1: The eval config is an array; keys with values were expected."]],
    ["an entry without a type", list("{name: x}"), ["2: evaluators[0] has no type."]],
    ["an entry without a name", list("{type: builtin}"), ["2: evaluators[0] has no name."]],
    ["a bare name", list("x"), ['2: evaluators[0] is "x"; a name and a type were expected.']],
    [
      "what is fetched",
      list("{name: x, type: remote, source: github, ref: a/b.py}"),
      ['2: The evaluator "x" would be fetched from the network, and nothing is.'],
    ],
    [
      "what was retired",
      list("{name: x, type: openai_eval, grader: {}}"),
      ['2: The evaluator "x" asks an API of OpenAI that was retired.'],
    ],
    [
      "an unknown type",
      list("{name: x, type: bultin}"),
      ['2: The evaluator "x" has the type "bultin".'],
    ],
    [
      "keys of other versions",
      `metrics: [x]\ncustom_evaluators: []\n${list("{name: response_match_score, type: builtin}")}`,
      [
        '1: An eval config has no key "metrics".',
        '2: An eval config has no key "custom_evaluators".',
      ],
    ],
    [
      "a name twice",
      list(
        "{name: response_match_score, type: builtin}",
        "{name: response_match_score, type: builtin}",
      ),
      ['3: There are two evaluators "response_match_score".'],
    ],
    [
      "an unknown metric",
      list("{name: safety_v1, type: builtin}", "{name: respnse_match_score, type: builtin}"),
      ['3: There is no metric "respnse_match_score".'],
    ],
    [
      "a misspelt key",
      `evaluators:\n  - name: response_match_score\n    type: builtin\n    treshold: 0.9`,
      ['4: evaluators[0] has no key "treshold".'],
    ],
    [
      "a match type that is none",
      list("{name: tool_trajectory_avg_score, type: builtin, trajectory_match_type: NEARLY}"),
      [expect.stringMatching(/^2: .*NEARLY/)],
    ],
    [
      "a threshold that is none",
      list("{name: response_match_score, type: builtin, threshold: 1.5}"),
      ["2: The threshold 1.5 of response_match_score is none."],
    ],
    [
      "rubrics where nobody asks for any",
      list("{name: response_match_score, type: builtin, rubrics: [x]}"),
      ["2: response_match_score takes no rubrics."],
    ],
    [
      "a simulated user",
      list("{name: per_turn_user_simulator_quality_v1, type: builtin}"),
      ["2: per_turn_user_simulator_quality_v1 looks at simulated users, and a trace has none."],
    ],
    [
      "a key by reference",
      list("{name: safety_v1, type: builtin, credential_ref: k}"),
      ["2: credential_ref is not read: keys come from the environment alone."],
    ],
    [
      "a script of no language",
      list("{name: x, type: code, path: x.rb}"),
      ['2: evaluators[0].path is "x.rb", whose ending says no language.'],
    ],
    [
      "another executor",
      list("{name: x, type: code, path: x.py, executor: docker}"),
      ['2: There is no executor "docker".'],
    ],
  ])("refuses %s by its line", async (_, text, expected) => {
    expect(await refusals(text)).toEqual(expected);
  });
});
