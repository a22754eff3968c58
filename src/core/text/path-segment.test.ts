import { expect, test } from "vitest";
import { pathSegment } from "./path-segment.ts";

test.each(["a", "a-b", "a.b", "...", "a b", "%2e", "höhe", "ab:c"])("%j is a segment", (id) => {
  expect(pathSegment(id, "Eval set")).toBe(id);
});

test.each(["", ".", "..", "a/b", "a\\b", "../x", "a\0b", "C:x", "z:"])("%j is refused", (id) => {
  expect(() => pathSegment(id, "Eval set")).toThrow(/^Eval set /);
});

test("the message names what is wrong with which id", () => {
  expect(() => pathSegment("../secret", "Eval set")).toThrowErrorMatchingInlineSnapshot(
    `[UserFacingError: Eval set "../secret" contains a path separator.]`,
  );
});
