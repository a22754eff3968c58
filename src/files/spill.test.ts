import fc from "fast-check";
import { expect, test } from "vitest";
import { openSpill } from "./spill.ts";

test("what was spilled is read again, from memory and from disk, in any order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }),
      fc.nat(40),
      (texts, inMemory) => {
        const spill = openSpill(inMemory);
        try {
          const places = texts.map((text) => {
            const bytes = new TextEncoder().encode(text);
            return { text, length: bytes.length, at: spill.add(bytes) };
          });
          const reader = spill.reader();
          for (const { text, at, length } of [...places, ...places.toReversed()]) {
            expect(reader.text(at, length)).toBe(text);
          }
        } finally {
          spill.close();
        }
      },
    ),
  );
});
