/** What verdicts are computed with: an agent that replaces any of it could write its own. Clocks and timers are left to fake. */
export const builtInOwners: readonly (readonly [name: string, owner: object])[] = [
  ["Object", Object],
  ["Object.prototype", Object.prototype],
  ["Function.prototype", Function.prototype],
  ["Array", Array],
  ["Array.prototype", Array.prototype],
  ["String", String],
  ["String.prototype", String.prototype],
  ["Number", Number],
  ["Number.prototype", Number.prototype],
  ["Boolean.prototype", Boolean.prototype],
  ["BigInt.prototype", BigInt.prototype],
  ["Symbol.prototype", Symbol.prototype],
  ["Math", Math],
  ["JSON", JSON],
  ["Reflect", Reflect],
  ["RegExp.prototype", RegExp.prototype],
  ["Map.prototype", Map.prototype],
  ["Set.prototype", Set.prototype],
  ["WeakMap.prototype", WeakMap.prototype],
  ["WeakSet.prototype", WeakSet.prototype],
  ["Map", Map],
  ["Date.prototype", Date.prototype],
  ["DataView.prototype", DataView.prototype],
  ["the prototype of typed arrays", Object.getPrototypeOf(Uint8Array.prototype)],
  ["Promise", Promise],
  ["Promise.prototype", Promise.prototype],
  ["Error.prototype", Error.prototype],
  ["Iterator.prototype", Object.getPrototypeOf(iteratorOf([]))],
  ["the iterator of arrays", iteratorOf([])],
  ["the iterator of maps", iteratorOf(new Map())],
  ["the iterator of sets", iteratorOf(new Set())],
  ["the iterator of texts", iteratorOf("")],
  ["the iterator of matches", Object.getPrototypeOf("".matchAll(/a/g))],
  ["the prototype of generators", generators((function* () {})())],
  ["the prototype of asynchronous generators", generators((async function* () {})())],
  ["the iterator of asynchronous generators", iterators((async function* () {})())],
  // what a judge answers comes as bytes
  ["TextDecoder.prototype", TextDecoder.prototype],
  ["TextEncoder.prototype", TextEncoder.prototype],
  ["EventTarget.prototype", EventTarget.prototype],
  ["AbortSignal.prototype", AbortSignal.prototype],
  ["AbortController.prototype", AbortController.prototype],
];

const bufferMethods =
  "toString utf8Slice latin1Slice subarray slice copy write utf8Write equals compare indexOf includes".split(
    " ",
  );

/** Of those that have more than verdicts are computed with. */
export const builtInParts: readonly (readonly [
  name: string,
  owner: object,
  keys: readonly PropertyKey[],
])[] = [
  // whoever is named there makes what a text is split and searched with
  ["RegExp", RegExp, [Symbol.species]],
  ["Set", Set, [Symbol.species]],
  ["ArrayBuffer", ArrayBuffer, [Symbol.species, "isView"]],
  ["the constructor of typed arrays", Object.getPrototypeOf(Uint8Array), [Symbol.species]],
  // files are read as bytes
  ["Buffer", Buffer, ["from", "alloc", "allocUnsafe", "concat", "byteLength", "isBuffer"]],
  ["Buffer.prototype", Buffer.prototype, bufferMethods],
  ["AbortSignal", AbortSignal, ["any", "abort", "timeout"]],
];

function iteratorOf(value: Iterable<unknown>): object {
  return Object.getPrototypeOf(value[Symbol.iterator]());
}

function generators(made: object): object {
  return Object.getPrototypeOf(Object.getPrototypeOf(made));
}

function iterators(made: object): object {
  return Object.getPrototypeOf(generators(made));
}
