import { describe, expect, test } from "vitest";
import type { CaseSettings } from "../../core/case-settings.ts";
import type { FunctionCall } from "../../core/content.ts";
import type { MetricOutcome, ScoredOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { ParseContext } from "../../core/schema/schema.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { toolTrajectory } from "./tool-trajectory.ts";

type Calls = readonly FunctionCall[];
interface Given {
  readonly criterion?: object;
  readonly assay?: CaseSettings;
}

function measure(expected: readonly Calls[] | undefined, actual: readonly Calls[], given: Given) {
  const { criterion, create } = toolTrajectory;
  const context = new ParseContext();
  const settings = criterion.read(given.criterion ?? {}, context);
  expect(context.problems).toEqual([]);
  const conversation = expected?.map((calls) => anExpectedTurn({ calls }));
  return create?.(settings, { name: "tool_trajectory_avg_score", threshold: 1 })?.({
    evalCase: anEvalCase({ conversation, assay: given.assay }),
    actual: actual.map((calls) => anInvocation({ calls })),
    expected: conversation,
    earlier: [],
    signal: new AbortController().signal,
  }) as MetricOutcome;
}

function turnOf(expected: Calls, actual: Calls, given: Given = {}): TurnScore {
  return (measure([expected], [actual], given) as ScoredOutcome).perInvocation[0] as TurnScore;
}

function why(expected: Calls, actual: Calls, given: Given = {}): string | undefined {
  return turnOf(expected, actual, given).why;
}

const call = (name: string, args: FunctionCall["args"] = {}): FunctionCall => ({ name, args });
const find = call("find", { from: "Oslo" });
const book = call("book", { row: 4 });
const log = call("log");

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

describe("the diff", () => {
  test("lays the calls side by side", () => {
    const off = (room: string, on: unknown) => call("set_light", { room, on });
    const device = call("get_device", { room: "bedroom" });
    const { trajectory } = turnOf(
      [device, off("bedroom", false), off("kitchen", false)],
      [device, off("bedroom", "off")],
    );
    expect(trajectory).toEqual({
      steps: [
        { kind: "matched", expected: device, actual: device },
        {
          kind: "changed",
          expected: off("bedroom", false),
          actual: off("bedroom", "off"),
          changes: [{ name: "on", expected: false, actual: "off" }],
        },
        { kind: "missing", expected: off("kitchen", false) },
      ],
      why: 'In set_light, on is "off" where false was expected, and set_light(room: "kitchen") was never called.',
      share: { matched: 1, expected: 3 },
      matchType: "EXACT",
    });
  });

  test("keeps with each expected call what it is compared by", () => {
    const assay = { args: { find: { from: { regex: "^O" } } }, matchType: "IN_ORDER" } as const;
    const { trajectory } = turnOf([find, book], [find], { assay });
    expect(trajectory?.matchType).toBe("IN_ORDER");
    expect(trajectory?.steps).toEqual([
      { kind: "matched", expected: find, actual: find, matchers: { from: { regex: "^O" } } },
      { kind: "missing", expected: book },
    ]);
    const names = turnOf([find], [], { assay: { ignoreArgs: true } }).trajectory?.steps;
    expect(names).toEqual([{ kind: "missing", expected: find, namesOnly: true }]);
  });

  test("tells a call that only moved from one that is missing", () => {
    const { trajectory } = turnOf([find, book, log], [book, log, find]);
    expect(trajectory?.steps).toEqual([
      { kind: "moved", expected: find, actual: find, expectedAt: 0, actualAt: 2 },
      { kind: "matched", expected: book, actual: book },
      { kind: "matched", expected: log, actual: log },
    ]);
  });

  test("sees two calls of one tool exchanged as moved, not as changed", () => {
    const other = call("find", { from: "Rome" });
    const steps = turnOf([find, log, other], [other, log, find]).trajectory?.steps;
    expect(steps?.map((step) => step.kind)).toEqual(["moved", "matched", "moved"]);
  });

  test("counts places among all calls, optional ones too", () => {
    const assay = { optionalTools: ["log"] };
    expect(turnOf([find, book], [log, book, find], { assay }).trajectory?.steps).toContainEqual(
      expect.objectContaining({ kind: "moved", expectedAt: 0, actualAt: 2 }),
    );
  });

  test("stays quick and honest where a turn is very long", () => {
    const many = (step: number) =>
      Array.from({ length: 700 }, (_, place) => call("find", { n: place * step }));
    const { trajectory } = turnOf(many(1), many(-1));
    expect(trajectory?.steps).toHaveLength(700);
    expect(trajectory?.why).toBe(
      "700 calls were expected and 700 made, which differ in too many places to name.",
    );
  });
});

describe("why", () => {
  test("names tool and argument", () => {
    expect(why([find], [call("find", { from: "Rome" })])).toMatchInlineSnapshot(
      `"In find, from is "Rome" where "Oslo" was expected."`,
    );
    expect(why([find], [call("find")])).toMatchInlineSnapshot(
      `"In find, from was not given where "Oslo" was expected."`,
    );
    expect(why([call("find")], [find])).toMatchInlineSnapshot(
      `"In find, from is "Oslo" where it was not expected."`,
    );
    expect(why([call("find", { a: 1, b: 2, c: 3, d: 4 })], [call("find")])).toMatchInlineSnapshot(
      `"In find, a was not given where 1 was expected, b was not given where 2 was expected and 2 more arguments differ."`,
    );
  });

  test("counts a call that was expected, only not so often", () => {
    expect(why([find], [find, find])).toBe("find was called twice where once was expected.");
    expect(why([find, find], [find, find, find, find])).toBe(
      "find was called 4 times where twice was expected.",
    );
    expect(why([find, book], [find, book, find])).toBe(
      "find was called twice where once was expected.",
    );
    const rome = call("find", { from: "Rome" });
    expect(why([find], [find, rome])).toBe('find(from: "Rome") was called and not expected.');
    // by name only, any call of the tool is one of those that were expected
    expect(why([find], [find, rome], { assay: { ignoreArgs: true } })).toBe(
      "find was called twice where once was expected.",
    );
  });

  test("goes down to the one nested value that differs", () => {
    const at = (max: number) => call("find", { filter: { price: [{ min: 1, max }], sort: "up" } });
    expect(why([at(10)], [at(20)])).toMatchInlineSnapshot(
      `"In find, filter.price[0].max is 20 where 10 was expected."`,
    );
  });

  test("cuts long values where they part", () => {
    const text = "Dear colleagues, many thanks for your kind invitation to ";
    const send = (place: string) => call("send", { body: `${text}${place}` });
    expect(why([send("Oslo")], [send("Rome")])).toMatchInlineSnapshot(
      `"In send, body is …tation to Rome" where …tation to Oslo" was expected."`,
    );
  });

  test("says what a matcher asked for", () => {
    const order = (args: Record<string, unknown>) => call("order", args);
    const assay: CaseSettings = {
      args: {
        order: {
          day: { regex: "^\\d{4}" },
          size: { oneOf: ["S", "M"] },
          count: { range: { min: 1, max: 9 } },
          address: { subset: { city: "Oslo" } },
        },
      },
    };
    const wrong = (name: string, value: unknown) =>
      why([order({ [name]: "as written" })], [order({ [name]: value })], { assay });
    expect(wrong("day", "tomorrow")).toMatchInlineSnapshot(
      `"In order, day is "tomorrow", which does not match ^\\d{4}."`,
    );
    expect(wrong("size", "XL")).toMatchInlineSnapshot(
      `"In order, size is "XL", which is none of "S", "M"."`,
    );
    expect(wrong("count", 10)).toMatchInlineSnapshot(
      `"In order, count is 10, which is not from 1 to 9."`,
    );
    expect(wrong("address", { city: "Rome" })).toMatchInlineSnapshot(
      `"In order, address is {"city":"Rome"}, which does not contain {"city":"Oslo"}."`,
    );
  });

  test("tells calls that were made too seldom, in addition, or out of order", () => {
    expect(why([log, log], [log])).toMatchInlineSnapshot(
      `"log was called once where twice was expected."`,
    );
    expect(why([find], [find, log])).toMatchInlineSnapshot(`"log was called and not expected."`);
    expect(why([find], [find, call("find", { from: "Rome" })])).toMatchInlineSnapshot(
      `"find(from: "Rome") was called and not expected."`,
    );
    expect(why([find, book, log], [log, find, book])).toMatchInlineSnapshot(
      `"log came before find."`,
    );
    expect(why([find, book, log], [book, log, find])).toMatchInlineSnapshot(
      `"find came after log."`,
    );
  });

  test("does not blame what the match type allows", () => {
    const criterion = { match_type: "ANY_ORDER" };
    expect(why([find, book, call("pay")], [log, book, find], { criterion })).toMatchInlineSnapshot(
      `"pay was never called."`,
    );
  });

  test("explains why args that are not there match nothing", () => {
    expect(why([{ name: "log" }], [log])).toMatchInlineSnapshot(
      `"log was called with args where the expected call has none at all, not even {}."`,
    );
    expect(why([log], [{ name: "log" }])).toMatchInlineSnapshot(
      `"log was called without args where {} was expected."`,
    );
    expect(why([{}], [])).toMatchInlineSnapshot(`"a tool without a name was never called."`);
  });

  test("names the argument whose matcher a call by name alone does not meet", () => {
    const criterion = { args: { book: { row: { range: { min: 5 } } } } };
    const assay = { namesOnly: { 0: [0] } };
    expect(why([{ name: "book" }], [book], { criterion, assay })).toMatchInlineSnapshot(
      `"In book, row is 4, which is not at least 5."`,
    );
  });

  test("stops after three", () => {
    const made = ["a", "b", "c", "d", "e"].map((name) => call(name));
    expect(why(made, [])).toMatchInlineSnapshot(`"a, b and 3 more were never called."`);
  });
});
