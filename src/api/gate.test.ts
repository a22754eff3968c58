import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evalMatchers } from "../test-runners/vitest/matchers.ts";
import { evaluate } from "./evaluate.ts";
import { gate } from "./gate.ts";
import type { RunOptions } from "./run-options.ts";

expect.extend(evalMatchers);

/** A set of so many cases, of which an agent gets the first ones wrong. */
function run(cases: number, wrong: number, options: RunOptions = {}) {
  const evalSet = {
    eval_set_id: "numbers",
    eval_cases: Array.from({ length: cases }, (_, index) => ({
      eval_id: `case_${index}`,
      conversation: [{ user_content: `number ${index}`, final_response: `number ${index}` }],
    })),
  };
  const agent = (text: string) => (Number(text.slice(7)) < wrong ? "something else" : text);
  const criteria = { response_match_score: 0.8 };
  return evaluate(agent, evalSet, { store: "memory", criteria, ...options });
}

const most = "pass-rate > 0.8";

test("gates decide a run in place of its cases", async () => {
  const met = await run(50, 5, { gates: most });
  expect(met).toMatchObject({ status: "passed", passed: true, exitCode: 0 });
  expect(met.totals).toMatchObject({ passed: 45, failed: 5 });
  const open = await run(20, 2, { gates: [most, "pass-rate > 0.5"] });
  expect(open).toMatchObject({ status: "incomplete", passed: false, exitCode: 3 });
  expect(open.gates).toMatchObject([
    { gate: most, outcome: "undecided", estimate: 0.9, needed: 44 },
    { outcome: "met" },
  ]);
  expect(await run(50, 25, { gates: most })).toMatchObject({ status: "failed", exitCode: 1 });
  expect(await run(20, 2, { gates: most, gateBy: "point" })).toMatchObject({ exitCode: 0 });
  expect(await run(20, 2)).toMatchObject({ status: "failed", exitCode: 1, gates: [] });
});

test("a run that was looked at after every case is never told by what may be looked at once", async () => {
  // the end of the usual interval is 0.808, which 50 looks do not bear
  const open = await run(50, 5, { gates: most, decide: true });
  expect(open).toMatchObject({ exitCode: 3, gates: [{ outcome: "undecided" }] });
  expect((await gate(open, most)).gates).toEqual(open.gates);
  expect(() => expect(open).toPassGate(most)).toThrow("is undecided");
  const met = await run(100, 0, { gates: most, decide: true });
  expect(met.totals.notRun).toBeGreaterThan(0);
  expect((await gate(met, most)).gates).toEqual(met.gates);
  expect((await gate(open, most, { by: "point" })).outcome).toBe("met");
});

test("a config's gates count, and a program can do without them", async () => {
  const config = { criteria: { response_match_score: 0.8 }, gates: [most] };
  const held = await run(50, 5, { config, criteria: undefined });
  expect(held).toMatchObject({ exitCode: 0, gates: [{ gate: most, outcome: "met" }] });
  const free = await run(50, 5, { config, criteria: undefined, gates: [] });
  expect(free).toMatchObject({ exitCode: 1, gates: [] });
});

test("a run that is at hand is a baseline", async () => {
  const baseline = await run(100, 5);
  const same = { gates: "no-worse 0.05", baseline };
  expect(await run(100, 5, same)).toMatchObject({ exitCode: 0 });
  expect(await run(100, 40, same)).toMatchObject({ exitCode: 1 });
  expect(await run(100, 7, same)).toMatchObject({ exitCode: 3 });
  const metric = await run(100, 5, { ...same, gates: "no-worse 0.05 response_match_score" });
  expect(metric.gates[0]).toMatchObject({ outcome: "met", estimate: 0 });
});

test("gate holds a run that is over, at hand, in a store and in a file, and says the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-gate-"));
  const store = join(folder, "runs.db");
  const result = await run(50, 5, { store });
  const file = join(folder, "run.jsonl");
  await result.save(file);
  const conditions = [most, "cost < 1", "response_match_score > 0.7", "agent-pass-rate > 0.8"];
  const atHand = await gate(result, conditions);
  expect(atHand).toMatchObject({ outcome: "met", passed: true });
  expect(atHand.gates.map(({ outcome }) => outcome)).toEqual(conditions.map(() => "met"));
  expect(await gate(result.runId, conditions, { store })).toEqual(atHand);
  expect(await gate("latest", conditions, { store })).toEqual(atHand);
  expect(await gate(file, conditions)).toEqual(atHand);
  const baseline = await run(50, 0);
  const compared = await gate(result, "no-worse 0", { baseline });
  expect(compared).toMatchObject({ outcome: "undecided", gates: [{ estimate: -0.1 }] });
});

test.each([
  ["pass-rat > 0.9", "Did you mean pass-rate?"],
  ["safety_v1 > 0.5", "It has response_match_score"],
  ["pass^5 > 0.5", "--num_runs 5"],
  ["no-worse 0.02", "baseline"],
  ["response_match_score > 1", "between"],
])("%s is refused, with what to do", async (condition, hint) => {
  const result = await run(3, 0);
  await expect(gate(result, condition)).rejects.toMatchObject({
    code: "gate/invalid",
    hint: expect.stringContaining(hint),
  });
});

test("what is no run, no gate or no option is refused", async () => {
  const result = await run(3, 0);
  const refused = (given: unknown, conditions: unknown, options: unknown = {}) =>
    expect(gate(given as never, conditions as never, options as never)).rejects;
  await refused(5, most).toMatchObject({ code: "run/not-found" });
  await refused(result, []).toMatchObject({ code: "gate/invalid" });
  await refused(result, [5]).toMatchObject({ code: "gate/invalid" });
  await refused(result, most, { gateBy: "point" }).toMatchObject({ code: "cli/usage" });
  await refused(result, most, { by: "eye" }).toMatchObject({ code: "cli/usage" });
  await refused(result, most, { baseline: 5 }).toMatchObject({ code: "run/not-found" });
});

test("matchers hold a run against gates; what cannot be told is an error, also behind not", async () => {
  const [good, open, bad] = [await run(50, 2), await run(20, 2), await run(50, 25)];
  expect(good).toPassGate(most);
  expect(good).toPassGate([most, "pass-rate > 0.7"]);
  expect(bad).not.toPassGate(most);
  expect(() => expect(bad).toPassGate(most)).toThrow(
    'The gate "pass-rate > 0.8" is not met. The pass rate is 0.500 (25 of 50)',
  );
  expect(() => expect(open).toPassGate(most)).toThrow("About 44 cases would decide it");
  expect(() => expect(open).not.toPassGate(most)).toThrow("About 44 cases would decide it");
  expect(open).toPassGate(most, { by: "point" });
  expect(bad).not.toBeNoWorseThan(good, 0.02);
  expect(good).toBeNoWorseThan(bad, 0.02);
  expect(() => expect(good).toBeNoWorseThan(bad, -1)).toThrow("a number from 0 was expected");
  expect(() => expect("run").toPassGate(most)).toThrow("looks at the result of evaluate");
});

test("a slip in what a gate's matcher is given is an error in words, also behind not", async () => {
  const [good, bad] = [await run(50, 2), await run(50, 25)];
  const slips: readonly (readonly [(is: ReturnType<typeof expect>) => void, string])[] = [
    [(is) => is.toPassGate("pas-rate > 0.8"), "Did you mean pass-rate?"],
    [(is) => is.toPassGate([]), "toPassGate was given an empty array"],
    [(is) => is.toPassGate(undefined as never), "toPassGate was given missing"],
    [(is) => is.toPassGate(most, { by: "eye" as never }), 'toPassGate was given "eye" as by'],
    [(is) => is.toPassGate(most, "point" as never), 'given "point" for its options'],
    [(is) => is.toPassGate(most, null as never), "given null for its options"],
    [(is) => is.toPassGate(most, { yb: "point" } as never), 'no option "yb"'],
    [(is) => is.toPassGate("no-worse 0.1", { baseline: "main" as never }), 'not at "main"'],
    [(is) => is.toBeNoWorseThan(Promise.resolve(good) as never, 0.1), "a promise of it; await"],
    [(is) => is.toBeNoWorseThan(good, 0.1, null as never), "given null; the name of a metric"],
    [(is) => is.toBeNoWorseThan(good, 0.1, ""), "the name of a metric was expected"],
  ];
  for (const [slip, words] of slips) {
    expect(() => slip(expect(good))).toThrow(words);
    expect(() => slip(expect(bad).not)).toThrow(words);
  }
  const empty = { about: {}, trials: [] };
  expect(() => expect(empty).toPassGate(most)).toThrow("looks at the result of evaluate");
});

test("a program ends a run early as the command does, and needs a gate for it", async () => {
  const cases = Array.from({ length: 200 }, (_, place) => ({
    evalId: `case_${place}`,
    conversation: [{ userContent: "hello", finalResponse: "hello" }],
  }));
  const evalSet = { evalSetId: "many", evalCases: cases };
  const criteria = { response_match_score: 0.8 };
  const options = { criteria, store: "memory", decide: true } as const;
  await expect(evaluate(async (text: string) => text, evalSet, options)).rejects.toThrow(
    "needs a gate",
  );
  const run = await evaluate(async (text: string) => text, evalSet, {
    ...options,
    gates: "pass-rate > 0.5",
  });
  expect(run.gates?.[0]?.outcome).toBe("met");
  expect(run.exitCode).toBe(0);
  expect(run.totals.passed).toBeLessThan(200);
});
