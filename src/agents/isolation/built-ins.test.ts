import { afterEach, beforeEach, expect, test } from "vitest";
import { restoreBuiltIns, saveBuiltIns } from "./built-ins.ts";
import { unlockBuiltIns } from "./lock-built-ins.ts";

const matches = Object.getPrototypeOf("".matchAll(/a/g)) as { next: unknown };

// a block of another file that failed before has locked them
beforeEach(unlockBuiltIns);

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

test.each([
  ["shows who looks what was there", (own: unknown) => () => own],
  [
    "answers in turns",
    (own: unknown) => {
      let times = 0;
      return () => (times++ % 2 === 0 ? own : () => "forged");
    },
  ],
])("a getter in a method's place is put back though it %s", (_, getterOf) => {
  saveBuiltIns();
  const own = Array.prototype.every;
  Object.defineProperty(Array.prototype, "every", { configurable: true, get: getterOf(own) });
  expect(restoreBuiltIns()).toBe("Array.prototype.every");
  expect(Object.getOwnPropertyDescriptor(Array.prototype, "every")?.value).toBe(own);
  expect(restoreBuiltIns()).toBe(undefined);
});

test("where thousands of looks follow each other, a getter is found by the last one", () => {
  saveBuiltIns();
  for (let look = 0; look < 3000; look += 1) restoreBuiltIns();
  const own = Map.prototype.get;
  Object.defineProperty(Map.prototype, "get", { configurable: true, get: () => own });
  expect(restoreBuiltIns({ closely: true })).toBe("Map.prototype.get");
});

test("a name that arrays or objects were given is taken out in a quick look too", () => {
  saveBuiltIns();
  for (let look = 0; look < 3000; look += 1) restoreBuiltIns();
  Object.defineProperty(Array.prototype, "toJSON", { configurable: true, value: () => [] });
  expect(restoreBuiltIns({ closely: false })).toBe("Array.prototype.toJSON");
  Object.defineProperty(Object.prototype, "status", { configurable: true, value: "passed" });
  expect(restoreBuiltIns({ closely: false })).toBe("Object.prototype.status");
  expect(restoreBuiltIns({ closely: true })).toBe(undefined);
});

test.each<[string, object, PropertyKey]>([
  ["Promise.Symbol(Symbol.hasInstance)", Promise, Symbol.hasInstance],
  ["Array.prototype.Symbol(Symbol.asyncIterator)", Array.prototype, Symbol.asyncIterator],
  ["String.prototype.Symbol(Symbol.split)", String.prototype, Symbol.split],
  ["Map.prototype.then", Map.prototype, "then"],
  ["the iterator of arrays.return", Object.getPrototypeOf([][Symbol.iterator]()), "return"],
])("what the language looks for is taken out again: %s", (name, owner, key) => {
  saveBuiltIns();
  Object.defineProperty(owner, key, { configurable: true, value: () => true });
  expect(restoreBuiltIns()).toBe(name);
  expect(Object.hasOwn(owner, key)).toBe(false);
  for (let look = 0; look < 3000; look += 1) restoreBuiltIns();
  Object.defineProperty(owner, key, { configurable: true, value: () => true });
  expect(restoreBuiltIns({ closely: false })).toBe(name);
  expect(restoreBuiltIns({ closely: true })).toBe(undefined);
});

test("whoever makes what a text is split with is as it was", () => {
  saveBuiltIns();
  Object.defineProperty(RegExp, Symbol.species, { configurable: true, get: () => Map });
  expect(restoreBuiltIns()).toBe("RegExp.Symbol(Symbol.species)");
  expect(RegExp[Symbol.species as keyof RegExpConstructor]).toBe(RegExp);
});

test("before a verdict, what it is made with is looked at behind getters, however many looks there were", () => {
  saveBuiltIns();
  for (let look = 0; look < 3000; look += 1) restoreBuiltIns();
  const own = Array.prototype.includes;
  const forge = { configurable: true, get: () => own };
  Object.defineProperty(Array.prototype, "includes", forge);
  expect(restoreBuiltIns({ closely: false })).toBe(undefined);
  expect(restoreBuiltIns({ closely: false, beforeVerdict: true })).toBe("Array.prototype.includes");
  expect(restoreBuiltIns({ closely: true })).toBe(undefined);
});

test("where thousands of looks follow each other, what built-ins inherit from is put back at once", () => {
  saveBuiltIns();
  for (let look = 0; look < 3000; look += 1) restoreBuiltIns();
  const between = Object.create(Object.prototype, { every: { value: () => true } });
  Object.setPrototypeOf(Array.prototype, between);
  const quick = { closely: false };
  expect(restoreBuiltIns(quick)).toBe("the prototype of Array.prototype");
  expect(Object.getPrototypeOf(Array.prototype)).toBe(Object.prototype);
  expect(restoreBuiltIns(quick)).toBe(undefined);
});
