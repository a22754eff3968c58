import fc from "fast-check";
import { expect, test } from "vitest";
import { type FilterTerm, numberKeys, wordKeys } from "./filter.ts";
import { filterText } from "./filter-text.ts";
import { parseFilter } from "./parse-filter.ts";

const isNot = fc.boolean();
const operator = fc.constantFrom("<", "<=", ">", ">=", "=" as const);
const value = fc
  .double({ min: -1e6, max: 1e6, noNaN: true })
  .map((each) => (each === 0 ? 0 : each));
const name = fc.stringMatching(/^[a-z]\w{0,12}$/);
const term = fc.oneof(
  fc.record({
    kind: fc.constant("word"),
    key: fc.constantFrom(...wordKeys),
    value: fc.string({ minLength: 1, maxLength: 12 }),
    isNot,
  }),
  fc.record({
    kind: fc.constant("number"),
    key: fc.constantFrom(...numberKeys),
    operator,
    value,
    isNot,
  }),
  fc.record({ kind: fc.constant("metric"), name, operator, value, isNot }),
  fc.record({
    kind: fc.constant("metric-status"),
    name,
    value: fc.constantFrom("failed", "passed", "not-evaluated"),
    isNot,
  }),
);

test("what a filter says is read back as it was meant", () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 5 }), (terms) => {
      const read = parseFilter(filterText(terms as FilterTerm[]));
      expect(read).toEqual({ terms, problems: [] });
    }),
  );
});

test("anything may be typed, and nothing of it is lost or breaks it", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const { terms, problems } = parseFilter(text);
      expect(terms.length + problems.length > 0).toBe(text.trim() !== "");
      for (const { start, end } of problems) expect(text.slice(start, end)).not.toBe("");
    }),
  );
});
