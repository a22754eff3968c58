import { expect, test } from "vitest";
import { messageOf, namedMessageOf, readableError } from "./errors.ts";

/** Whatever is done to it throws it once more. */
function trap(): unknown {
  const throws = () => {
    throw thrown;
  };
  const names = Object.getOwnPropertyNames(Reflect);
  const thrown = new Proxy(() => {}, Object.fromEntries(names.map((name) => [name, throws])));
  return thrown;
}

test("what was thrown says of itself, whatever it is", () => {
  expect([new TypeError("no"), new RangeError(), "late", undefined, 7n].map(messageOf)).toEqual([
    "no",
    "RangeError",
    "late",
    "undefined",
    "7",
  ]);
  expect(namedMessageOf(new TypeError("no"))).toBe("TypeError: no");
  expect([messageOf(trap()), namedMessageOf(trap())]).toEqual([
    "something that cannot be read",
    "something that cannot be read",
  ]);
});

test("an error that throws when it is looked at is stood for by one that does not", () => {
  const error = new TypeError("no");
  expect(readableError(error)).toBe(error);
  expect(readableError(undefined)).toBe(undefined);
  const stood = readableError(trap());
  expect(stood).toBeInstanceOf(Error);
  expect(messageOf(stood)).toBe("something that cannot be read");
  const shy = Object.defineProperty(new Error("no"), "stack", { get: () => trap() });
  expect(readableError(shy)).not.toBe(shy);
});
