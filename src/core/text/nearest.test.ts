import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test("a name is near to one that differs by a letter, and a single letter to none but itself", () => {
  expect(nearest("ordr", ["id", "order"])).toBe("order");
  expect(nearest("id", ["is"])).toBe("is");
  expect(nearest("b", ["a", "B"])).toBe("B");
  expect(nearest("b", ["a", "c"])).toBeUndefined();
});
