import { afterEach, expect, test } from "vitest";
import { restoreBuiltIns, saveBuiltIns } from "./built-ins.ts";

const matches = Object.getPrototypeOf("".matchAll(/a/g)) as { next: unknown };

afterEach(() => {
  restoreBuiltIns();
});

test.each([
  ["TextDecoder.prototype.decode", TextDecoder.prototype as object, "decode"],
  ["TextEncoder.prototype.encode", TextEncoder.prototype as object, "encode"],
  ["the iterator of matches.next", matches as object, "next"],
  ["Date.prototype.toISOString", Date.prototype, "toISOString"],
  ["globalThis.Uint8Array", globalThis, "Uint8Array"],
  ["globalThis.Float64Array", globalThis, "Float64Array"],
  ["DataView.prototype.getBigUint64", DataView.prototype, "getBigUint64"],
  ["the prototype of typed arrays.fill", Object.getPrototypeOf(Uint8Array.prototype), "fill"],
])("what answers and references are read with is put back: %s", (name, owner, key) => {
  saveBuiltIns();
  const own: unknown = Reflect.get(owner, key);
  Reflect.set(owner, key, () => "forged");
  expect(restoreBuiltIns()).toBe(name);
  expect(Reflect.get(owner, key)).toBe(own);
  expect(restoreBuiltIns()).toBe(undefined);
});
