import fc from "fast-check";
import { expect, test } from "vitest";
import { evalSet } from "../testing/arbitraries.ts";
import { readEvalSet } from "./read-eval-set.ts";
import { writeEvalSet } from "./write-eval-set.ts";

test("what is written reads as what it was", () => {
  fc.assert(
    fc.property(evalSet, (set) => {
      const { evalSet: read, beyondAdk } = readEvalSet(writeEvalSet(set));
      expect(read).toEqual(set);
      expect(beyondAdk).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("a second write gives the same bytes", () => {
  fc.assert(
    fc.property(evalSet, (set) => {
      const once = writeEvalSet(set);
      expect(writeEvalSet(readEvalSet(once).evalSet)).toBe(once);
    }),
    { numRuns: 200 },
  );
});
