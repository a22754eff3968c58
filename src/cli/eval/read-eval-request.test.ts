import { expect, test } from "vitest";
import { evalDefaults } from "../../project/plan/eval-request.ts";
import { evalCommands } from "./eval-commands.ts";
import { leftOutNotes, withHow } from "./read-eval-request.ts";

const begun = {
  agent: "agent.mjs",
  evalSets: [],
  caseIds: [],
  tags: [],
  failFast: false,
  seed: 7,
  maxCost: 1,
  ...evalDefaults,
};

/** Options that a resume takes as they are given now. */
const taken = new Set([
  ...["resume", "resume_changed", "reporter", "print_detailed_results", "verbose", "store"],
  ...["log_level", "adk_results", "concurrency", "order", "fail_fast", "max_cost", "budget"],
  ...["timeout", "case_timeout", "run_timeout", "gate", "gate_by", "baseline", "emit_otel"],
  ...["workers", "on_interrupt"],
]);

test("a resume takes every option of assay eval, or says that it does not", () => {
  const names = evalCommands.flatMap(({ options = [] }) => options.map(({ name }) => name));
  const silent = names.filter((name) => leftOutNotes({ [name]: "1" }).length === 0);
  expect(silent.filter((name) => !taken.has(name))).toEqual([]);
});

test("how a run goes on is said anew, what it measures is not", () => {
  const options = { max_cost: "2", order: "risk", concurrency: "3", seed: "9", judge_check: "off" };
  expect(withHow(begun, options)).toMatchObject({
    maxCost: 2,
    order: "risk",
    concurrency: 3,
    seed: 7,
  });
  expect(withHow(begun, options).judgeCheck).toBeUndefined();
  expect(leftOutNotes(options)).toEqual([
    "--judge_check is left out: a resume measures what the run began with.",
    "--seed is left out: a resume measures what the run began with.",
  ]);
});
