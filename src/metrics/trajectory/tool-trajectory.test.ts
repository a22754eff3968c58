import { describe, expect, test } from "vitest";
import {
  book,
  type Calls,
  call,
  find,
  type Given,
  log,
  measure,
  turnOf,
} from "../../../tests/measure-trajectory.ts";
import type { ScoredOutcome } from "../../core/metric-outcome.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { toolTrajectory } from "./tool-trajectory.ts";

describe("tool_trajectory_avg_score", () => {
  test("averages its turns, each 1 or 0", () => {
    const outcome = measure([[find], [book]], [[find], []], {}) as ScoredOutcome;
    expect(outcome.score).toBe(0.5);
    expect(outcome.perInvocation.map((turn) => turn.score)).toEqual([1, 0]);
    expect(outcome.perInvocation[0]).toEqual({ score: 1 });
  });

  test.each<[string, Calls, Calls, [number, number, number]]>([
    ["nothing on either side", [], [], [1, 1, 1]],
    ["a call that nobody expected", [], [find], [0, 1, 1]],
    ["an extra call", [find, book], [find, log, book], [0, 1, 1]],
    ["another order", [find, book], [book, find], [0, 0, 1]],
    ["one call for two expected", [find, find], [find, log], [0, 0, 0]],
  ])("%s, by EXACT, IN_ORDER and ANY_ORDER", (_, expected, actual, scores) => {
    const types = ["EXACT", "in-order", 2];
    expect(
      types.map((match_type) => turnOf(expected, actual, { criterion: { match_type } }).score),
    ).toEqual(scores);
  });

  test("a case without an expected conversation is not evaluated", () => {
    expect(measure(undefined, [[find]], {})).toMatchObject({ reason: "missing-reference" });
  });

  test("nor is one with another number of turns, or with none", () => {
    expect(measure([[find]], [[find], []], {})).toMatchObject({ reason: "turn-mismatch" });
    expect(measure([], [], {})).toMatchObject({ kind: "not-evaluated" });
  });

  test("the case's match type and ignore_args win over the config's", () => {
    const criterion = { match_type: "ANY_ORDER", ignore_args: true };
    expect(turnOf([find], [log, call("find")], { criterion }).score).toBe(1);
    const assay = { matchType: "EXACT", ignoreArgs: false } as const;
    expect(turnOf([find], [log, find], { criterion, assay }).score).toBe(0);
    expect(turnOf([find], [call("find")], { criterion, assay }).score).toBe(0);
  });

  test("a broad expectation leaves the call that a narrow one needs", () => {
    const any = call("find", { from: "anywhere" });
    const given: Given = {
      assay: { matchType: "ANY_ORDER", namesOnly: { 0: [0] } },
    };
    expect(turnOf([any, find], [find, call("find", { from: "Rome" })], given).score).toBe(1);
  });

  test("a matcher for * holds for every argument of the tool that has none of its own", () => {
    const given: Given = {
      assay: { args: { find: { "*": { ignore: true }, from: { equals: "Rome" } } } },
    };
    const wanted = call("find", { from: "Rome", to: "Bonn" });
    expect(
      turnOf([wanted], [call("find", { from: "Rome", to: "Oslo", by: "rail" })], given).score,
    ).toBe(1);
    expect(turnOf([wanted], [call("find", { from: "Oslo", to: "Bonn" })], given).score).toBe(0);
  });

  test("a step that is expected by name may be a sub-agent", () => {
    const handOver = call("transfer_to_agent", { agent_name: "billing" });
    const given: Given = { assay: { namesOnly: { 0: [0] } } };
    expect(turnOf([call("billing"), find], [handOver, find], given).score).toBe(1);
    expect(turnOf([call("billing"), find], [handOver, find], {}).score).toBe(0);
  });

  test("a forbidden call fails its turn in every match type", () => {
    const given: Given = { assay: { matchType: "ANY_ORDER", forbiddenTools: ["log"] } };
    expect(turnOf([find], [log, find], given)).toMatchObject({
      score: 0,
      why: "log was called, which is forbidden here.",
      trajectory: {
        steps: [
          { kind: "extra", actual: log, forbidden: true },
          { kind: "matched", expected: find, actual: find },
        ],
      },
    });
  });

  test("optional calls are neither required nor extra", () => {
    const given: Given = { assay: { optionalTools: ["log"] } };
    expect(turnOf([find, log], [log, log, find], given).score).toBe(1);
    expect(turnOf([find, log], [book], given).trajectory?.steps).toEqual([
      { kind: "missing", expected: find },
      { kind: "extra", actual: book },
    ]);
  });

  test("matchers of the config hold for every case", () => {
    const criterion = { args: { find: { from: { one_of: ["Oslo", "Bergen"] } } } };
    expect(turnOf([find], [call("find", { from: "Bergen" })], { criterion }).score).toBe(1);
  });

  test("a pattern that takes too long leaves the case without a score", () => {
    const assay = { args: { find: { from: { regex: "^(a+)+$" } } } };
    const endless = call("find", { from: `${"a".repeat(40)}!` });
    expect(measure([[find]], [[endless]], { assay })).toMatchObject({
      kind: "not-evaluated",
      reason: "timeout",
    });
  });

  test("so does one that is no pattern", () => {
    const assay = { args: { find: { from: { regex: "(" } } } };
    expect(measure([[find]], [[find]], { assay })).toMatchObject({ reason: "metric-error" });
  });
});

describe("the criterion", () => {
  const problemsOf = (value: object) => {
    const context = new ParseContext();
    toolTrajectory.criterion.read(value, context);
    return context.problems.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };

  test.each(["sorted", "1", 3, 1.5, true, false, null, "", []])(
    "refuses %j as match type",
    (type) => {
      expect(problemsOf({ match_type: type })).toHaveLength(1);
      expect(problemsOf({ matchType: type })).toHaveLength(1);
    },
  );

  test.each(["true", 1, 0, null])("refuses %j for ignore_args", (value) => {
    expect(problemsOf({ ignore_args: value })).toHaveLength(1);
  });

  test.each(["exact", " Any Order ", "in-order", "IN_ORDER", 0, 1.0])("takes %j", (type) => {
    expect(problemsOf({ match_type: type })).toEqual([]);
  });

  test("keeps settings that it does not know", () => {
    expect(problemsOf({ threshold: 1, strictness: 5 })).toEqual([]);
  });

  test("tells where a matcher is wrong", () => {
    expect(problemsOf({ args: { find: { from: { regx: "a" } } } })).toEqual([
      'args.find.from.regx: There is no argument matcher "regx".',
    ]);
  });
});
