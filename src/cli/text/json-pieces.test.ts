import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";

const write = (value: unknown) => JSON.stringify(value);

test.each([0, 1, 1000, 1001, 2500])(
  "a list of %i is the same JSON in pieces as whole",
  (length) => {
    const cases = Array.from({ length }, (_, index) => ({
      evalId: `case ${index}`,
      "a,b": [1, 2],
    }));
    const value = { a: 1, missing: undefined, cases, nothing: null, gates: [] };
    const pieces = [...jsonPieces(value, write)];
    expect(pieces.join("")).toBe(write(value));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(50_000);
  },
);

test("what is no object, and an empty one, are written as they are", () => {
  for (const value of [null, 5, "text", [1, 2], {}]) {
    expect([...jsonPieces(value, write)].join("")).toBe(write(value));
  }
});
