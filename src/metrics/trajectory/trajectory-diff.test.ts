import { describe, expect, test } from "vitest";
import { book, call, find, log, turnOf, why } from "../../../tests/measure-trajectory.ts";
import type { CaseSettings } from "../../core/case-settings.ts";

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
  test("a call that was made, only otherwise and elsewhere, is not said to be missing", () => {
    const pay = (cents: number) => call("pay", { cents });
    expect(why([find, book, pay(5)], [pay(7), find, book])).toBe(
      "pay(cents: 7) was called and not expected, and pay was called otherwise: not in its place, and with other arguments.",
    );
    const { trajectory } = turnOf([find, book, pay(5), pay(6)], [pay(7), find, book]);
    expect(trajectory?.why).toContain("pay(cents: 6) was never called");
  });

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
