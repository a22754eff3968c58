import { EventEmitter } from "node:events";
import { allowance } from "../../core/async/allowance.ts";
import type { LookOptions } from "../../core/async/look-first.ts";
import { turnScope } from "../recording/turn-scope.ts";
import { restoreAbsences, saveAbsences } from "./built-ins/built-in-absences.ts";
import { hasProbedKeys, saveAdditions, takeOutAdditions } from "./built-ins/built-in-additions.ts";
import { comparison, type Read, WORTH_CODE } from "./built-ins/built-in-comparison.ts";
import { builtInOwners, builtInParts, ofVerdicts } from "./built-ins/built-in-owners.ts";
import { restorePrototypes, savePrototypes } from "./built-ins/built-in-prototypes.ts";

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
  /** What it is read through while we keep it from being replaced. */
  lock?: (() => unknown) | undefined;
}

const ownProcess = process;
const ownEnv = process.env;
let ownDomain: unknown;
const processKind = Object.getPrototypeOf(process);

/** Taken here, since what is replaced later must not help to find out about it. */
const { getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, defineProperty } = Object;
const { isExtensible } = Object;
const { ownKeys, deleteProperty } = Reflect;

/** What is read quickly, one after the other: methods, and names that nothing stands under. */
let quick: readonly Read[] = [];
/** Methods can be compared by reading them; getters, and that nobody put one in a method's place, take longer. */
let methods: readonly KeptProperty[] = [];
let areUntouched: () => boolean = () => false;
let looks = 0;
/**
 * A close look takes four times as long as a quick one. It is taken whenever agents and metrics take a millisecond or two;
 * where thousands answer in no time, as often as a hundredth of the time allows, and at the end.
 */
const CLOSE_LOOK_MS = 0.03;
let closeLooks = allowance(10, 0.01);
/** Those of the methods that most of a verdict is made with. */
let core: readonly KeptProperty[] = [];
let getters: readonly KeptProperty[] = [];
let emitters: readonly KeptProperty[] = [];
/** Of ending the process and of printing: a program that uses them after a run means what it says. */
let ways: readonly KeptProperty[] = [];
/** A run writes to them; some programs close them before they evaluate anything. */
let open: readonly { readonly name: string; readonly owner: object }[] = [];
/** Of the process: what it has from all emitters. */
let inherited: readonly KeptProperty[] = [];
const heard = "emit on once off addListener removeListener removeAllListeners listeners".split(" ");
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

/**
 * Remembers the built-ins as they are now: what a program changes outside of an evaluation is its own affair. Code of an
 * evaluation, which reaches this under Jest, has nothing of its own taken for them.
 */
export function saveBuiltIns(): void {
  if (turnScope.getStore() !== undefined) return;
  const all = [
    ...builtInOwners.flatMap(([name, owner]) => keptOf(name, owner, ownKeys(owner))),
    ...builtInParts.flatMap(([name, owner, keys]) => keptOf(name, owner, keys)),
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
  core = methods.filter(({ name }) => ofVerdicts.has(name));
  quick = [
    ...methods.map(({ owner, key, descriptor }) => ({ owner, key, value: descriptor.value })),
    ...saveAbsences(),
  ];
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
  saveAdditions();
  closeLooks = allowance(10, 0.01);
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
export function restoreBuiltIns({
  closely = closeLooks.isLeft(),
  beforeVerdict = false,
}: LookOptions = {}): string | undefined {
  looks += 1;
  if (looks === WORTH_CODE) areUntouched = comparison(quick);
  let changed = restorePrototypes(lost);
  if (closely || hasProbedKeys()) {
    closeLooks.spend(CLOSE_LOOK_MS);
    changed = restoreClosely() ?? changed;
  } else if (!areUntouched() || (beforeVerdict && !areMethods(core)))
    changed = restoreClosely() ?? changed;
  putBackEmitters();
  changed = putBackProcess() ?? changed;
  changed = takeOutAdditions(closely, cannotTakeOut) ?? changed ?? unblamed;
  unblamed = undefined;
  if (changed !== undefined) isTampered = true;
  if (spoiled === undefined) return changed;
  onSpoiled?.(spoiled, isAddition);
  return changed ?? spoiled;
}

/** Property by property. A getter may tell who looks what he wants to see, so nothing is read through one. */
function restoreClosely(): string | undefined {
  let changed = restoreAbsences(lost);
  for (let at = 0; at < methods.length; at += 1) {
    const kept = methods[at] as KeptProperty;
    if (!isMethod(kept)) changed = putBack(kept, changed);
  }
  for (let at = 0; at < getters.length; at += 1) {
    const kept = getters[at] as KeptProperty;
    const now = getOwnPropertyDescriptor(kept.owner, kept.key);
    if (now?.get !== kept.descriptor.get) changed = putBack(kept, changed);
  }
  for (let at = 0; at < ways.length; at += 1) {
    const kept = ways[at] as KeptProperty;
    const now = getOwnPropertyDescriptor(kept.owner, kept.key);
    const isSame = now?.get === kept.descriptor.get && now?.value === kept.descriptor.value;
    // who replaces these in good faith is not told of
    if (!isSame) putBack(kept, undefined);
  }
  return changed;
}

function isMethod({ owner, key, descriptor, lock }: KeptProperty): boolean {
  const now = getOwnPropertyDescriptor(owner, key);
  if (now === undefined) return false;
  return now.get === undefined ? now.value === descriptor.value : now.get === lock;
}

function areMethods(all: readonly KeptProperty[]): boolean {
  for (let at = 0; at < all.length; at += 1) if (!isMethod(all[at] as KeptProperty)) return false;
  return true;
}

function lost(name: string): void {
  spoiled ??= name;
}

/** The same between turns, where code that was left behind may have changed something. Gives what it was this time. */
export function restoreUnblamed(how?: LookOptions): string | undefined {
  const earlier = unblamed;
  unblamed = undefined;
  const changed = restoreBuiltIns(how);
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
  const has = ownProcess as unknown as KeptProperty["owner"];
  for (let at = 0; at < inherited.length; at += 1) {
    const { key, descriptor } = inherited[at] as KeptProperty;
    if (has[key] !== descriptor.value) deleteProperty(has, key);
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

function cannotTakeOut(name: string): void {
  if (spoiled !== undefined) return;
  spoiled = name;
  isAddition = true;
}

/** A key that every object seems to have: no verdict is to be had then. */
export function strangeKey(): string | undefined {
  for (const key in Object.prototype) return key;
  return undefined;
}
