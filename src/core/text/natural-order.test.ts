import fc from "fast-check";
import { expect, test } from "vitest";
import { naturalOrder } from "./natural-order.ts";

test("numbers in names count as numbers", () => {
  expect(["case-10", "case-2", "Case-1"].sort(naturalOrder)).toEqual([
    "Case-1",
    "case-2",
    "case-10",
  ]);
});

test("only a name itself is in the same place, so that no order of the cases shows", () => {
  const name = fc.stringMatching(/^[aAá01]{0,3}$/);
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(naturalOrder(one, other) === 0).toBe(one === other);
      expect(Math.sign(naturalOrder(one, other))).toBe(0 - Math.sign(naturalOrder(other, one)));
    }),
  );
});
