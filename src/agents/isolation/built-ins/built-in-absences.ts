import { builtInOwners } from "./built-in-owners.ts";

/** Taken here, since what is replaced later must not help to find out about it. */
const { hasOwn } = Object;
const { deleteProperty } = Reflect;

/** What the language itself looks for in a built-in that does not have it: whoever adds it has code run in the midst of ours. */
interface Absence {
  readonly name: string;
  readonly owner: Record<PropertyKey, unknown>;
  readonly key: PropertyKey;
  /** What is read there: nothing, or what it inherits. */
  readonly value: unknown;
}

const { hasInstance, asyncIterator, toPrimitive, isConcatSpreadable } = Symbol;
const { split, replace, match, matchAll, search } = Symbol;
const listed = new Map(builtInOwners);
const named = (pattern: RegExp) => [...listed].filter(([name]) => pattern.test(name));

const lookedFor: readonly (readonly [
  owners: readonly (readonly [string, object])[],
  keys: readonly PropertyKey[],
])[] = [
  // `instanceof` hands over what it is asked about
  [[...named(/^(?:Object|Array|Promise|Map)$/), ["Set", Set], ["Error", Error]], [hasInstance]],
  [
    [
      ["Function", Function],
      ["Uint8Array", Uint8Array],
      ["ArrayBuffer", ArrayBuffer],
    ],
    [hasInstance],
  ],
  [named(/^Array\.prototype$/), [asyncIterator, toPrimitive, isConcatSpreadable]],
  [named(/^(?:Function|Map|Set)\.prototype$/), [asyncIterator, toPrimitive]],
  // a text that is to be found is asked how it is found
  [named(/^String\.prototype$/), [split, replace, match, matchAll, search]],
  // whatever a promise gives, or a loop leaves early
  [named(/^(?:Function|Map|Set|Date|Error|RegExp|DataView)\.prototype|of typed arrays/), ["then"]],
  [named(/^Iterator\.prototype$|^the (?:iterator|prototype) of/), ["then"]],
  [named(/^Iterator\.prototype$|^the iterator of/), ["return"]],
];

let absences: readonly Absence[] = [];

/** Remembers what built-ins do not have. What a program has added before a run is its own affair. */
export function saveAbsences(): readonly Absence[] {
  absences = lookedFor.flatMap(([owners, keys]) =>
    owners.flatMap(([name, each]) =>
      keys
        .filter((key) => !hasOwn(each, key))
        .map((key): Absence => {
          const owner = each as Absence["owner"];
          return { name: `${name}.${String(key)}`, owner, key, value: owner[key] };
        }),
    ),
  );
  return absences;
}

/** Takes out what was added since, and says what; `onLost` hears of what cannot be taken out. */
export function restoreAbsences(onLost: (name: string) => void): string | undefined {
  let added: string | undefined;
  for (let at = 0; at < absences.length; at += 1) {
    const { name, owner, key } = absences[at] as Absence;
    if (!hasOwn(owner, key)) continue;
    added ??= name;
    if (!deleteProperty(owner, key)) onLost(name);
  }
  return added;
}
