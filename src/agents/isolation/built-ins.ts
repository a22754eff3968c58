import { EventEmitter } from "node:events";
import { builtInOwners } from "./built-in-owners.ts";
import { restorePrototypes, savePrototypes } from "./built-in-prototypes.ts";

const globals = [
  ..."Array Boolean BigInt Error Function JSON Map Math Number Object Promise Reflect RegExp".split(
    " ",
  ),
  ..."Set String Symbol WeakMap WeakSet isFinite isNaN parseFloat parseInt structuredClone".split(
    " ",
  ),
  // what is counted and compared by number is kept in them
  ..."ArrayBuffer DataView Float64Array Int32Array Iterator Proxy Uint8Array Uint32Array".split(
    " ",
  ),
];

/** A property of a built-in, as it was when the run began. */
export interface KeptProperty {
  readonly name: string;
  readonly owner: Record<PropertyKey, unknown>;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

const ownProcess = process;
const ownEnv = process.env;
let ownDomain: unknown;
const processKind = Object.getPrototypeOf(process);

/** Taken here, since what is replaced later must not help to find out about it. */
const { getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, defineProperty } = Object;
const { isExtensible } = Object;
const { ownKeys, deleteProperty } = Reflect;

/** Methods can be compared by looking at them; what is read through a getter takes longer. */
let methods: readonly KeptProperty[] = [];
let areUntouched: () => boolean = () => false;
let looks = 0;
/** Short runs do not pay for the making of code. */
const WORTH_CODE = 100;
let getters: readonly KeptProperty[] = [];
let emitters: readonly KeptProperty[] = [];
/** Of ending the process and of printing: a program that uses them after a run means what it says. */
let ways: readonly KeptProperty[] = [];
/** A run writes to them; some programs close them before they evaluate anything. */
let open: readonly { readonly name: string; readonly owner: object }[] = [];
/** Of the process: what it has from all emitters. */
let inherited: readonly KeptProperty[] = [];
const heard = "emit on once off addListener removeListener removeAllListeners listeners".split(" ");
let additions: readonly { readonly name: string; readonly owner: object; keys: PropertyKey[] }[] =
  [];

/** What can never be put back again: from then on nothing that this process computes is to be trusted. */
let spoiled: string | undefined;
let onSpoiled: OnSpoiled | undefined;
/** What was only added is left out of account, so that the process can still tell of it by itself. */
let isAddition = false;
let isTampered = false;
/** Found changed while nobody was there to be blamed: whoever looks next is told. */
let unblamed: string | undefined;
type OnSpoiled = (what: string, isAddition: boolean) => void;

/** Says what becomes of a process whose built-ins cannot be put back any more. Returns how to undo it. */
export function whenSpoiled(work: OnSpoiled): () => void {
  onSpoiled = work;
  return () => {
    onSpoiled = undefined;
  };
}

/** Names that change how any array is written or awaited. */
const probedKeys = new Set<PropertyKey>(["toJSON", "then"]);

/** Remembers the built-ins as they are now: what a program changes outside of an evaluation is its own affair. */
export function saveBuiltIns(): void {
  const all = [
    ...builtInOwners.flatMap(([name, owner]) => keptOf(name, owner, ownKeys(owner))),
    ...keptOf("globalThis", globalThis, globals),
  ];
  savePrototypes();
  ownDomain = (process as { domain?: unknown }).domain;
  ways = [
    ...keptOf("process", process, ["exit", "abort", "kill"]),
    ...keptOf("globalThis", globalThis, ["console"]),
  ];
  emitters = [
    ...keptOf("EventEmitter.prototype", EventEmitter.prototype, heard),
    ...keptOf("process", process, ["nextTick"]),
  ];
  const isInherited = (name: string) => getOwnPropertyDescriptor(process, name) === undefined;
  inherited = keptOf("process", EventEmitter.prototype, heard.filter(isInherited));
  // constants cannot be changed, and NaN equals nothing
  methods = all.filter(({ descriptor }) => "value" in descriptor && descriptor.configurable);
  areUntouched = () => false;
  looks = 0;
  isTampered = false;
  getters = all.filter(({ descriptor }) => !("value" in descriptor));
  open = [
    { name: "process", owner: ownProcess },
    { name: "process.stdout", owner: ownProcess.stdout },
    { name: "process.stderr", owner: ownProcess.stderr },
    { name: "globalThis", owner: globalThis },
  ].filter(({ owner }) => isExtensible(owner));
  additions = [
    { name: "Object.prototype", owner: Object.prototype, keys: ownKeys(Object.prototype) },
    { name: "Array.prototype", owner: Array.prototype, keys: ownKeys(Array.prototype) },
  ];
}

function keptOf(
  name: string,
  owner: object,
  keys: readonly PropertyKey[],
): readonly KeptProperty[] {
  return keys.flatMap((key): KeptProperty[] => {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    if (descriptor === undefined) return [];
    return [
      { name: `${name}.${String(key)}`, owner: owner as KeptProperty["owner"], key, descriptor },
    ];
  });
}

/** What was changed since, put back as it was; undefined when nothing was. Quick, for it follows every turn. */
export function restoreBuiltIns(): string | undefined {
  looks += 1;
  let changed = restorePrototypes((name) => {
    spoiled ??= name;
  });
  if (looks === WORTH_CODE) areUntouched = comparison(methods);
  for (let at = areUntouched() ? methods.length : 0; at < methods.length; at += 1) {
    const kept = methods[at] as KeptProperty;
    if (kept.owner[kept.key] !== kept.descriptor.value) changed = putBack(kept, changed);
  }
  for (let at = 0; at < getters.length; at += 1) {
    const kept = getters[at] as KeptProperty;
    const now = getOwnPropertyDescriptor(kept.owner, kept.key);
    if (now?.get !== kept.descriptor.get) changed = putBack(kept, changed);
  }
  putBackEmitters();
  changed = putBackProcess() ?? changed;
  changed = takeOutAdditions() ?? changed ?? unblamed;
  unblamed = undefined;
  if (changed !== undefined) isTampered = true;
  if (spoiled === undefined) return changed;
  onSpoiled?.(spoiled, isAddition);
  return changed ?? spoiled;
}

/** The same between turns, where code that was left behind may have changed something. Gives what it was this time. */
export function restoreUnblamed(): string | undefined {
  const earlier = unblamed;
  unblamed = undefined;
  const changed = restoreBuiltIns();
  unblamed = changed ?? earlier;
  return changed;
}

/** Whether anything was found changed since the run began. */
export function wasTampered(): boolean {
  return isTampered;
}

/** Everything that is compared, for those who lock it. */
export function keptBuiltIns(): readonly KeptProperty[] {
  return [...methods, ...getters];
}

/** The process itself, and what of it a run cannot do without. */
function putBackProcess(): string | undefined {
  let changed: string | undefined;
  try {
    if (globalThis.process !== ownProcess) {
      changed = "globalThis.process";
      globalThis.process = ownProcess;
    }
    if (getPrototypeOf(ownProcess) !== processKind) {
      changed = "the prototype of process";
      setPrototypeOf(ownProcess, processKind);
    }
    if (ownProcess.env !== ownEnv && !canBeRead(ownProcess)) {
      changed = "process.env";
      ownProcess.env = ownEnv;
    }
    leaveDomains();
    for (let at = 0; at < open.length; at += 1) {
      const each = open[at] as (typeof open)[number];
      if (!isExtensible(each.owner)) spoiled ??= each.name;
    }
  } catch {
    spoiled ??= changed;
  }
  return changed ?? spoiled;
}

/** One that was entered and never left again hears of everybody's accidents. */
function leaveDomains(): void {
  const active = (ownProcess as { domain?: { exit(): void } | null }).domain;
  if (active && active !== ownDomain) active.exit();
}

/** Some give themselves another environment in good faith. */
function canBeRead({ env }: NodeJS.Process): boolean {
  try {
    return typeof env === "object" && env !== null && ownKeys(env).length >= 0;
  } catch {
    return false;
  }
}

/** Test runners hear of failures by them. Not told of: `node:domain` and watchers of all kinds wrap them in good faith. */
function putBackEmitters(): void {
  for (let at = 0; at < emitters.length; at += 1) {
    const kept = emitters[at] as KeptProperty;
    if (kept.owner[kept.key] !== kept.descriptor.value) putBack(kept, undefined);
  }
  for (let at = 0; at < ways.length; at += 1) {
    const kept = ways[at] as KeptProperty;
    const now = getOwnPropertyDescriptor(kept.owner, kept.key);
    const isSame = now?.get === kept.descriptor.get && now?.value === kept.descriptor.value;
    if (!isSame) putBack(kept, undefined);
  }
  const has = ownProcess as unknown as KeptProperty["owner"];
  for (let at = 0; at < inherited.length; at += 1) {
    const { key, descriptor } = inherited[at] as KeptProperty;
    if (has[key] !== descriptor.value) deleteProperty(has, key);
  }
}

/** What all objects have, awaits use too. */
function takeOutAdditions(): string | undefined {
  let changed: string | undefined;
  for (let at = 0; at < additions.length; at += 1) {
    const each = additions[at] as (typeof additions)[number];
    const keys = ownKeys(each.owner);
    if (keys.length !== each.keys.length) changed = takeOut(each, keys) ?? changed;
  }
  return changed;
}

/** Hundreds of methods at a time: spelt out as code, looking at each takes a nanosecond instead of thirty. */
function comparison(all: readonly KeptProperty[]): () => boolean {
  const checks = all.map((_, at) => `o${at}[k${at}] === v${at}`);
  const names = all.map((_, at) => `o${at} = all[${at}].owner, k${at} = all[${at}].key`);
  const values = all.map((_, at) => `v${at} = all[${at}].descriptor.value`);
  const code = `const ${[...names, ...values].join(", ")}; return () => ${checks.join(" && ")};`;
  try {
    return new Function("all", code)(all);
  } catch {
    // where making code of text is forbidden
    return () => false;
  }
}

function putBack(kept: KeptProperty, changed: string | undefined): string {
  try {
    defineProperty(kept.owner, kept.key, kept.descriptor);
  } catch {
    // made unchangeable as well
    if (spoiled === undefined || isAddition) spoiled = kept.name;
    isAddition = false;
  }
  return changed ?? kept.name;
}

function takeOut(known: (typeof additions)[number], keys: PropertyKey[]): string | undefined {
  let taken: string | undefined;
  const isObject = known.owner === Object.prototype;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as PropertyKey;
    if (isAmong(known.keys, key)) continue;
    const value = getOwnPropertyDescriptor(known.owner, key)?.value;
    // a method that arrays did not have is what people add for older engines
    if (!isObject && typeof value === "function" && !probedKeys.has(key)) known.keys.push(key);
    else {
      taken ??= `${known.name}.${String(key)}`;
      if (deleteProperty(known.owner, key) || spoiled !== undefined) continue;
      spoiled = taken;
      isAddition = true;
    }
  }
  return taken;
}

function isAmong(keys: readonly PropertyKey[], key: PropertyKey): boolean {
  for (let at = 0; at < keys.length; at += 1) if (keys[at] === key) return true;
  return false;
}

/** A key that every object seems to have: no verdict is to be had then. */
export function strangeKey(): string | undefined {
  for (const key in Object.prototype) return key;
  return undefined;
}
