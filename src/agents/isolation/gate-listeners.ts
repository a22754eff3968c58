import { constants } from "node:os";
import { queueMicrotask } from "../../core/async/own-timers.ts";
import { turnScope } from "../recording/turn-scope.ts";

type Listener = ((...values: unknown[]) => unknown) & { readonly listener?: object };

const signals = new Set<unknown>(Object.keys(constants.signals));
const endings = new Set<unknown>(["exit", "beforeExit"]);
const accidents = new Set<unknown>([
  "uncaughtException",
  "unhandledRejection",
  "uncaughtExceptionMonitor",
]);
const gatedNames = [...endings, ...accidents] as readonly "exit"[];

/** What others hear of an accident in code of an evaluation is masked by this. */
let maskAccident: (error: unknown) => unknown = (error) => error;

export function maskAccidents(mask: (error: unknown) => unknown): void {
  maskAccident = mask;
}

/** Who listened before anything was loaded for an evaluation, or was added outside of it. */
const trusted = new WeakSet<object>();

/** How many listeners an event has that have a say. */
export function trustedListeners(name: "uncaughtException" | "unhandledRejection"): number {
  return (process.rawListeners(name) as Listener[]).filter(isTrusted).length;
}

function isTrusted(each: Listener): boolean {
  return trusted.has(each) || trusted.has(each.listener ?? each);
}

interface Gates {
  /** Puts a property of the process out of reach; `onRefused` hears of what was to take its place. */
  lock(name: string, value: unknown, onRefused: (next: unknown) => void): void;
  /** Throws where code of an evaluation asks for what would end the process. */
  refuse(what: string, above: (...values: never[]) => unknown): void;
  /** Has the last word about the exit code. */
  atExit(): void;
}

/** Listeners for the end and for accidents that code of an evaluation has added are called without a say. */
export function gateListeners({ lock, refuse, atExit }: Gates): void {
  for (const name of gatedNames) {
    for (const each of process.listeners(name)) trusted.add(each);
  }
  process.on("newListener", (name: unknown, listener: object) => {
    if (isGatedName(name) && turnScope.getStore() === undefined) trusted.add(listener);
  });
  process.on("removeListener", (name: unknown, listener: Listener) => {
    if (!isGatedName(name) || turnScope.getStore() === undefined) return;
    // a test runner hears of a failure by its own listeners; an agent has no business removing them
    if (trusted.has(listener)) {
      queueMicrotask(() => turnScope.exit(() => void process.on(name as "exit", listener)));
    }
  });
  const emit = process.emit as (name: unknown, ...values: unknown[]) => boolean;
  // packages that clean up at the end (lock files, cursors) wrap it; they are called too, without a say
  let wrapper: Listener | undefined;
  let isWrapped = false;
  const gated = (name: unknown, ...values: unknown[]): boolean => {
    if (isWrapped) return true;
    // those that the system sends come from nobody's turn
    if (signals.has(name) && turnScope.getStore() !== undefined) {
      refuse(`process.emit(${JSON.stringify(name)})`, gated);
    }
    if (!isGatedName(name)) return Reflect.apply(emit, process, [name, ...values]);
    const all = process.rawListeners(name as "exit") as Listener[];
    const isHeard = callAll(all, accidents.has(name) ? masked(values) : values);
    // what only an agent has heard of, nobody has: a program that throws after a run must not be taken for a good one
    if (accidents.has(name)) return isHeard;
    if (wrapper !== undefined) {
      isWrapped = true;
      callWithoutSay(wrapper, [name, ...values]);
      isWrapped = false;
    }
    if (name === "exit") atExit();
    return all.length > 0;
  };
  lock("emit", gated, (next) => {
    wrapper = typeof next === "function" && next !== gated ? (next as Listener) : undefined;
  });
}

function isGatedName(name: unknown): boolean {
  return endings.has(name) || accidents.has(name);
}

/** Whether anybody heard of it who has a say. */
function callAll(all: readonly Listener[], values: readonly unknown[]): boolean {
  let isHeard = false;
  for (const each of all) {
    if (isTrusted(each)) {
      isHeard = true;
      Reflect.apply(each, process, values);
    } else callWithoutSay(each, values);
  }
  return isHeard;
}

/** Of code of an evaluation; what a program does itself is its own affair. */
function masked(values: readonly unknown[]): readonly unknown[] {
  if (turnScope.getStore() === undefined) return values;
  const [error, ...rest] = values;
  try {
    return [maskAccident(error), ...rest];
  } catch {
    return values;
  }
}

function callWithoutSay(listener: Listener, values: readonly unknown[]): void {
  const before = process.exitCode;
  try {
    turnScope.run({ fail: () => false }, () => Reflect.apply(listener, process, values));
  } catch {
    // what it wanted to say about the end is of no interest
  }
  process.exitCode = before;
}
