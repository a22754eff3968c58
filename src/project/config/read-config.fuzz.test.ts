import fc from "fast-check";
import { expect, test } from "vitest";
import { isUserFacingError } from "../../core/errors.ts";
import { planMetrics } from "../metrics/plan-metrics.ts";
import { readConfig } from "./read-config.ts";

const whole = {
  criteria: {
    tool_trajectory_avg_score: { threshold: 1, match_type: "IN_ORDER", ignore_args: false },
    response_match_score: 0.6,
    final_response_match_v2: {
      threshold: 0.8,
      judge_model_options: { judge_model: "gemini-2.5-flash", num_samples: 3 },
    },
    rubric_based_final_response_quality_v1: {
      threshold: 0.75,
      rubrics: [{ rubric_id: "short", rubric_content: { text_property: "It is short." } }],
    },
    token_usage_v1: 1000,
    polite: { threshold: 0.5 },
  },
  custom_metrics: { polite: { code_config: { name: "./polite.ts:polite" } } },
  user_simulator_config: { type: "llm_backed", max_allowed_invocations: 8 },
  live_model_config: { timeout_seconds: 12 },
};

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", "0.8", [], {}, -1, 1e308, "__proto__", [[]], "none"),
  fc.jsonValue({ maxDepth: 1 }),
);

/** One change somewhere in the config: a value replaced, a key renamed, removed or added, or text cut. */
const mutated = fc
  .record({
    steps: fc.array(fc.nat(20), { maxLength: 5 }),
    kind: fc.nat(4),
    value: odd,
    at: fc.nat(),
  })
  .map(({ steps, kind, value, at }) => {
    const config = structuredClone(whole) as unknown;
    change(config, steps, kind, value);
    const text = JSON.stringify(config);
    return kind === 4 ? text.slice(0, at % text.length) : text;
  });

function change(root: unknown, steps: readonly number[], kind: number, value: unknown): void {
  let parent = root as Record<string, unknown>;
  for (const [place, step] of steps.entries()) {
    const keys = Object.keys(parent);
    const key = keys[step % keys.length];
    if (key === undefined) return;
    const next = parent[key];
    if (place < steps.length - 1 && typeof next === "object" && next !== null) {
      parent = next as Record<string, unknown>;
      continue;
    }
    if (kind === 0) parent[key] = value;
    if (kind === 1) delete parent[key];
    if (kind === 2) parent[`${key}s`] = value;
    if (kind === 3) parent[String(value)] = next;
    return;
  }
}

test("a mutated config is read, or refused with a place and a hint; nothing else ever happens", () => {
  let refused = 0;
  fc.assert(
    fc.property(mutated, (text) => {
      try {
        const config = readConfig(text, { file: "test_config.json" });
        expect(planMetrics(config).length).toBeGreaterThanOrEqual(4);
      } catch (error) {
        if (!isUserFacingError(error)) throw error;
        refused += 1;
        for (const { place, hint, message } of [error, ...error.others]) {
          expect(message).not.toBe("");
          expect(place?.line, message).toBeGreaterThan(0);
          expect(hint, message).toBeTruthy();
        }
      }
    }),
    { numRuns: 150, seed: 20261116 },
  );
  // a fuzz that refuses nothing, or everything, tests nothing
  expect(refused).toBeGreaterThan(30);
  expect(refused).toBeLessThan(140);
});
