import { expect, test } from "vitest";
import { parseSelectors } from "./parse-selectors.ts";

test("a set without cases means all of them", () => {
  expect(parseSelectors(["a.json"])).toEqual([{ evalSet: "a.json", cases: [], widened: false }]);
});

test("cases follow a colon, and a drive letter is no set", () => {
  expect(parseSelectors(["C:\\e\\a.json:x,y", "d:/b.json"])).toMatchObject([
    { evalSet: "C:\\e\\a.json", cases: ["x", "y"] },
    { evalSet: "d:/b.json", cases: [] },
  ]);
});

test("the same set by several cases is their union, no case twice", () => {
  expect(parseSelectors(["a:x,x", "b", "a:y,x"])).toMatchObject([
    { evalSet: "a", cases: ["x", "y"], widened: false },
    { evalSet: "b", cases: [] },
  ]);
});

test("a set named whole and by case is meant whole, and says so", () => {
  expect(parseSelectors(["a:x", "a"])).toEqual([{ evalSet: "a", cases: [], widened: true }]);
  expect(parseSelectors(["a", "a:x", "a:y"])).toMatchObject([{ cases: [], widened: true }]);
  expect(parseSelectors(["a", "a"])).toMatchObject([{ cases: [], widened: false }]);
});

test("what stands behind a second colon is kept apart", () => {
  expect(parseSelectors(["f:a,b:c:d"])).toEqual([
    { evalSet: "f", cases: ["a", "b"], widened: false, surplus: "c:d" },
  ]);
});

test("blank case ids are dropped, blanks around others are kept", () => {
  expect(parseSelectors(["f:a,, \u0085\x1f, b ,\ufeff"])).toMatchObject([
    { cases: ["a", " b ", "\ufeff"] },
  ]);
});
