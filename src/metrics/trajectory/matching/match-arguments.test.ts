import { describe, expect, test } from "vitest";
import type { ArgMatcher } from "../../../core/case-settings.ts";
import { parseJson } from "../../../core/json/json-text.ts";
import { argumentChanges, argumentsFit, toolMatchers } from "./match-arguments.ts";

type Arguments = Record<string, unknown> | undefined;

function rulesFor(matchers: Record<string, ArgMatcher>, ignoreRest = false) {
  return { matchers: toolMatchers([{ pay: matchers }])?.("pay"), ignoreRest };
}

function accepts(matcher: ArgMatcher, value: unknown): boolean {
  return argumentsFit({ n: "written" }, { n: value }, rulesFor({ n: matcher }));
}

describe("argumentsFit", () => {
  const plain = { matchers: undefined, ignoreRest: false };
  test.each<[Arguments, Arguments, boolean]>([
    [undefined, undefined, true],
    [undefined, {}, false],
    [{ n: 1 }, { n: true }, true],
    [{ n: 1 }, { n: 1, m: 2 }, false],
  ])("compares %j with %j as Python does where there are no rules", (expected, actual, fits) => {
    expect(argumentsFit(expected, actual, plain)).toBe(fits);
  });

  test("equals replaces what the expected call says", () => {
    expect(accepts({ equals: { a: [1] } }, { a: [true] })).toBe(true);
    expect(accepts({ equals: 2 }, "written")).toBe(false);
  });

  test("ignore takes any value, and none", () => {
    expect(accepts({ ignore: true }, null)).toBe(true);
    expect(argumentsFit({ n: 1 }, {}, rulesFor({ n: { ignore: true } }))).toBe(true);
    expect(argumentsFit({}, { n: 1 }, rulesFor({ n: { ignore: true } }))).toBe(true);
  });

  test("oneOf takes each of its values", () => {
    expect(accepts({ oneOf: ["C", 1] }, true)).toBe(true);
    expect(accepts({ oneOf: ["C", 1] }, "K")).toBe(false);
    expect(accepts({ oneOf: [] }, "K")).toBe(false);
  });

  test("regex looks into texts and the spelling of numbers", () => {
    expect(accepts({ regex: "^\\d{4}-\\d\\d$" }, "2026-11")).toBe(true);
    expect(accepts({ regex: "^\\d+$" }, 42)).toBe(true);
    expect(accepts({ regex: "." }, { text: "a" })).toBe(false);
    expect(accepts({ regex: "null" }, null)).toBe(false);
  });

  test("range includes both its ends and compares long integers exactly", () => {
    const range = { range: { min: 1, max: 9007199254740992 } };
    expect([1, 9007199254740992, 0.5, "5", true].map((value) => accepts(range, value))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(accepts(range, parseJson("9007199254740993"))).toBe(false);
  });

  test("subset allows more keys and more items, each item used once", () => {
    const wanted = { subset: { filter: { tags: [{ id: 1 }, { id: 1 }] } } };
    const value = (tags: unknown[]) => ({ filter: { tags, sort: "up" }, page: 2 });
    expect(accepts(wanted, value([{ id: 2 }, { id: 1, x: 0 }, { id: true }]))).toBe(true);
    expect(accepts(wanted, value([{ id: 2 }, { id: 1 }]))).toBe(false);
  });

  test("a matcher does not ask for an argument that the expected call does not have", () => {
    const rules = rulesFor({ n: { regex: "^a" } });
    expect(argumentsFit({}, {}, rules)).toBe(true);
    expect(argumentsFit({}, { n: "b" }, rules)).toBe(false);
    expect(argumentsFit({ n: "a" }, {}, rules)).toBe(false);
  });

  test("with a bare name, what a matcher of the tool names must be given", () => {
    const bare = (matchers: Record<string, ArgMatcher>) => ({
      ...rulesFor(matchers, true),
      isBare: true,
    });
    const rules = bare({ n: { regex: "^a" } });
    expect(argumentsFit(undefined, { n: "ab", m: 1 }, rules)).toBe(true);
    expect(argumentsFit(undefined, { n: "b" }, rules)).toBe(false);
    expect(argumentsFit(undefined, { m: 1 }, rules)).toBe(false);
    expect(argumentsFit(undefined, undefined, rules)).toBe(false);
    expect(argumentChanges(undefined, {}, rules)).toEqual([
      { name: "n", expected: { regex: "^a" } },
    ]);
    expect(argumentsFit(undefined, {}, bare({ n: { ignore: true } }))).toBe(true);
    expect(argumentsFit(undefined, {}, bare({ "*": { regex: "^a" } }))).toBe(true);
    // said of all tools, and not every tool has it
    const forAll = toolMatchers([{ "*": { n: { regex: "^a" } } }])?.("pay");
    expect(argumentsFit(undefined, {}, { matchers: forAll, ignoreRest: true, isBare: true })).toBe(
      true,
    );
  });

  test("where arguments are ignored, those with a matcher still count", () => {
    const rules = rulesFor({ n: { equals: 1 } }, true);
    expect(argumentsFit({ m: 1 }, { n: 1, m: 2 }, rules)).toBe(true);
    expect(argumentsFit({ m: 1 }, { n: 2, m: 1 }, rules)).toBe(false);
  });
});

describe("toolMatchers", () => {
  test("a case's matcher wins over the config's, and a tool's own over the one for all", () => {
    const matchersOf = toolMatchers([
      { "*": { n: { equals: "case, any tool" } }, pay: { m: { equals: "case, pay" } } },
      { pay: { n: { equals: "config" }, o: { equals: "config" } } },
    ]);
    const found = matchersOf?.("pay");
    expect(
      Object.fromEntries([...(found ?? [])].map(([name, test]) => [name, test.matcher])),
    ).toEqual({
      m: { equals: "case, pay" },
      n: { equals: "case, any tool" },
      o: { equals: "config" },
    });
  });

  test("a tool named like a property of every object has no matchers", () => {
    expect(toolMatchers([{ pay: { n: { ignore: true } } }])?.("constructor")).toBeUndefined();
  });
});

describe("argumentChanges", () => {
  test("lists only what differs, and leaves out a side that has nothing", () => {
    const changes = argumentChanges(
      { same: 1, other: "a", lost: null, rule: "x" },
      { same: true, other: "b", added: 0, rule: "y" },
      rulesFor({ rule: { oneOf: ["x", "z"] } }),
    );
    expect(changes).toEqual([
      { name: "other", expected: "a", actual: "b" },
      { name: "lost", expected: null },
      { name: "rule", expected: { oneOf: ["x", "z"] }, actual: "y" },
      { name: "added", actual: 0 },
    ]);
  });
});
