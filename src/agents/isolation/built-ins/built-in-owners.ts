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

const namesOf = (owner: string, names: string) =>
  names.split(" ").map((name) => `${owner}.${name}`);

/** What statuses and scores are made and counted with: few, so that each can be looked at whenever one is. */
export const ofVerdicts: ReadonlySet<string> = new Set([
  ...namesOf("Array.prototype", "includes some every find findIndex findLast filter map flatMap"),
  ...namesOf("Array.prototype", "push slice join sort indexOf at reduce forEach concat entries"),
  ...namesOf("Array", "isArray from"),
  `Array.prototype.${String(Symbol.iterator)}`,
  "the iterator of arrays.next",
  ...namesOf("Object", "keys entries values is hasOwn fromEntries"),
  ...namesOf("Map.prototype", "get set has"),
  ...namesOf("Set.prototype", "has add"),
  ...namesOf("Math", "min max abs round"),
  ...namesOf("Number", "isFinite isInteger"),
  ...namesOf("JSON", "stringify parse"),
  ...namesOf("RegExp.prototype", "exec test"),
  ...namesOf("String.prototype", "charCodeAt slice toLowerCase normalize split trim includes"),
  ...namesOf("String.prototype", "match matchAll replace replaceAll startsWith indexOf"),
]);

function iteratorOf(value: Iterable<unknown>): object {
  return Object.getPrototypeOf(value[Symbol.iterator]());
}

function generators(made: object): object {
  return Object.getPrototypeOf(Object.getPrototypeOf(made));
}

function iterators(made: object): object {
  return Object.getPrototypeOf(generators(made));
}
