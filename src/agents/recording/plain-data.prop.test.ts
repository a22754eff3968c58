import fc from "fast-check";
import { expect, test } from "vitest";
import { asObject, plainCopy, plainData } from "./plain-data.ts";

// small on purpose: unbounded JSON makes one property take seconds
const json = fc.jsonValue({ maxDepth: 3 });

test("JSON comes out as it went in, and is a copy", () => {
  fc.assert(
    fc.property(json, (value) => {
      const copied = plainData(value);
      expect(JSON.stringify(copied)).toBe(JSON.stringify(value));
      if (typeof value === "object" && value !== null) expect(copied).not.toBe(value);
    }),
  );
});

test("whatever an agent hands over can be written as JSON", () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withMap: true,
        withSet: true,
        withDate: true,
        withTypedArray: true,
        maxDepth: 3,
      }),
      (value) => {
        expect(() => JSON.stringify(asObject(plainData(value), "value"))).not.toThrow();
      },
    ),
  );
});

test("cycles, getters that throw and endless depth do not stop it", () => {
  const state: Record<string, unknown> = { list: [] };
  (state.list as unknown[]).push(state);
  expect(plainCopy(state)).toEqual({ list: ["[circular]"] });

  let deep: unknown = "end";
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  expect(() => JSON.stringify(plainData(deep))).not.toThrow();

  const broken = {
    get value(): never {
      throw new Error("no");
    },
    fine: 1,
  };
  expect(plainData(broken)).toEqual({ value: "[unreadable]", fine: 1 });
});

test("objects that throw when they are looked at are unreadable, and nothing around them is", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error("no");
      },
    },
  );
  const unwritableKey = new Map([[{ toString: 0 }, 1]]);
  expect(plainData({ proxy, throwing, unwritableKey, fine: 1 })).toEqual({
    proxy: "[unreadable]",
    throwing: "[unreadable]",
    unwritableKey: "[unreadable]",
    fine: 1,
  });
});

test("a list is read by its places, whatever methods it has and whatever kind it makes", () => {
  class Own extends Array<unknown> {
    static override get [Symbol.species]() {
      return Map as never;
    }
    override map(): never {
      return "forged" as never;
    }
  }
  const copied = plainData({ list: Own.from(["a", () => {}]) }) as { list: unknown };
  expect(copied).toEqual({ list: ["a", null] });
  expect(Object.getPrototypeOf(copied.list)).toBe(Array.prototype);
});
