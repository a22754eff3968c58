import fc from "fast-check";
import { expect, test } from "vitest";
import { ErrorSearch } from "./error-search.ts";

const said = fc.constantFrom(
  "a".repeat(150),
  "r",
  "rr",
  "error",
  "Error",
  "ro",
  "\\u",
  "b\\",
  "u00e9",
);

test("histories that grow are searched as if each were searched alone", () => {
  const growing = fc.array(fc.tuple(said, fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(growing, (pieces) => {
      const search = new ErrorSearch();
      let history = "[";
      for (const [piece, goesOn] of pieces) {
        history = goesOn ? history + piece : `[${piece}`;
        const text = `${history}]`;
        const isThere = text.includes("rror") || text.includes("\\u");
        expect(search.mayHold(text)).toBe(isThere);
      }
    }),
    { numRuns: 500 },
  );
});

test("what is no text is looked into where it can hold something", () => {
  const search = new ErrorSearch();
  expect([search.mayHold(1), search.mayHold({}), search.mayHold([])]).toEqual([false, true, true]);
});
