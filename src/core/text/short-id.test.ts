import fc from "fast-check";
import { expect, test } from "vitest";
import { namesRun, shortId } from "./short-id.ts";

test("a run is called by four characters of the last part of its id", () => {
  expect(shortId("20261116-025312-4c1e9a")).toBe("4c1e");
});

test("a run is called by more characters where another begins the same", () => {
  const all = ["20261116-025312-4c1e9a", "20261117-101010-4c1e7b", "20261118-101010-aaaaaa"];
  expect(all.map((id) => shortId(id, all))).toEqual(["4c1e9", "4c1e7", "aaaa"]);
});

test("a run whose last part is another run's beginning is called by all of it", () => {
  const all = ["x-4c1e9a", "x-4c1e9a77"];
  expect(shortId("x-4c1e9a77", all)).toBe("4c1e9a7");
});

test("runs that differ only in their time are called by their whole id", () => {
  const all = ["20261116-025312-4c1e9a", "20261117-025312-4c1e9a"];
  expect(all.map((id) => shortId(id, all))).toEqual(all);
});

test("an id without parts is shortened from its beginning", () => {
  expect(shortId("abcdefgh", ["abcdxxxx"])).toBe("abcde");
});

test("whatever the ids, a short id names its run", () => {
  const id = fc.tuple(
    fc.nat(3),
    fc.string({ unit: fc.constantFrom("a", "b"), minLength: 6, maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(id.map(([day, tail]) => `2026111${day}-${tail}`)), (all) => {
      for (const each of all) {
        const named = all.filter((other) => namesRun(shortId(each, all), other));
        expect(named).toEqual([each]);
      }
    }),
  );
});
