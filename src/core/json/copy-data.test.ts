import fc from "fast-check";
import { expect, test } from "vitest";
import { copyData } from "./copy-data.ts";

/** Changes everything that can be changed, all the way down. */
function spoil(value: unknown): void {
  if (Array.isArray(value)) {
    for (const each of value) spoil(each);
    value.reverse().push("spoilt");
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) spoil(each);
    for (const key of Object.keys(value)) delete (value as Record<string, unknown>)[key];
    (value as Record<string, unknown>).spoilt = true;
  }
}

test("whatever is done to a copy, the original stays as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = JSON.stringify(value);
      const copied = copyData(value);
      expect(copied).toEqual(value);
      spoil(copied);
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
});

test("numbers as they were written stay as they are, and so does what is no data", () => {
  const written = JSON.rawJSON("12345678901234567890");
  const { signal } = new AbortController();
  const copied = copyData({ written, signal, gone: undefined });
  expect(copied.written).toBe(written);
  expect(copied.signal).toBe(signal);
  expect(Object.keys(copied)).toContain("gone");
});

test("a circle is reported instead of followed for ever", () => {
  const circle: Record<string, unknown> = {};
  circle.again = circle;
  expect(() => copyData(circle)).toThrow("circles");
});
