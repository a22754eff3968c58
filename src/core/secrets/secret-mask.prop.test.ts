import fc from "fast-check";
import { expect, test } from "vitest";
import { secretMask, unmask } from "./secret-mask.ts";
import { textScanner } from "./text-scanner.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 2, maxLength: 5 });

test("many texts are found as one after the other would find them", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      text,
      fc.nat(10),
      (words, all, from) => {
        const places = words
          .map((pattern) => ({ pattern, start: all.indexOf(pattern, from) }))
          .filter(({ start }) => start !== -1)
          .sort((a, b) => a.start - b.start || b.pattern.length - a.pattern.length);
        expect(textScanner(words)?.find(all, from)).toEqual(places[0]);
      },
    ),
  );
});

/** As long as keys are, of everything a keyboard has. */
const secretText = fc
  .string({
    unit: fc.constantFrom(..."abcXYZ0189-_+/=.!@#$%&*?<>\"'\\ ~:;äß€"),
    minLength: 8,
    maxLength: 40,
  })
  .map((each) => `q${each}7`);
const around = fc.string({ unit: "grapheme", maxLength: 12 });

const encoders: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify({ text })),
  encodeURIComponent,
  (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  (text) => new URLSearchParams({ text }).toString(),
  (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (text) => Buffer.from(text).toString("hex"),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(text).toString("base64url"),
  (text) => Buffer.from(`u:${text}!`).toString("base64"),
  (text) => Buffer.from(`id:${text}??`).toString("base64url"),
];

test("no form of a secret is left, anywhere in a value, and all of it comes back", () => {
  fc.assert(
    fc.property(secretText, around, around, (value, before, after) => {
      const mask = secretMask([{ name: "CANARY", value }], "0a1b2c");
      for (const encode of encoders) {
        const shown = encode(value);
        const said = {
          answer: `${before}${shown}${after}`,
          deep: [{ [`${before}${shown}`]: [shown] }],
        };
        const masked = mask.json(said);
        expect(JSON.parse(masked.text)).toEqual(masked.value);
        expect(masked.text).not.toContain(JSON.stringify(value).slice(1, -1));
        expect(masked.value.answer).toContain("[secret CANARY");
        expect(mask.value(masked.value)).toBe(masked.value);
        expect(unmask(masked.value, () => value)).toEqual(said);
      }
    }),
  );
});

test("what contains no secret is handed on as it is", () => {
  const mask = secretMask([{ name: "A", value: "sk-12345678" }]);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const said = { value };
      expect(mask.value(said)).toBe(said);
    }),
  );
});
