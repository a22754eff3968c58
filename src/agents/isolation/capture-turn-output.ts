import { Console } from "node:console";
import { Writable } from "node:stream";
import { format } from "node:util";
import type { BoundedOutput } from "../recording/bounded-output.ts";
import { turnScope } from "../recording/turn-scope.ts";
import { captureWrites } from "./capture-writes.ts";

/** Ways of `console` that people print with; test runners bring a console of their own, which passes by the streams. */
const methods = ["log", "info", "debug", "warn", "error"] as const;
/** Those that print in a form of their own. */
const formed = [
  ...([
    "dir",
    "dirxml",
    "table",
    "trace",
    "assert",
    "group",
    "groupCollapsed",
    "groupEnd",
  ] as const),
  ...(["count", "countReset", "time", "timeLog", "timeEnd"] as const),
];

let users = 0;
let undo: (() => void) | undefined;

/**
 * From here on, what an agent prints within a turn is kept with the turn; everything else is printed as ever.
 * Several runs of one process share it. Returns how to end it.
 */
export function captureTurnOutput(): () => void {
  users += 1;
  undo ??= takeOver();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    users -= 1;
    if (users > 0) return;
    undo?.();
    undo = undefined;
  };
}

function takeOver(): () => void {
  const undoing = [
    ...[process.stdout, process.stderr].map((stream) => replace(stream, "write", keepingWrite)),
    ...methods.map((method) => replace(globalThis.console, method, keepingPrint)),
    ...formed.map((method) => replace(globalThis.console, method, keepingForm(method))),
    captureWrites(() => {
      const output = turnScope.getStore()?.output;
      return output === undefined ? undefined : (text) => output.add(text);
    }),
  ];
  return () => {
    for (const each of undoing) each();
  };
}

/** What code of an evaluation has put in its place since goes with the run; the spy of a test stays, which restores it. */
function replace<Key extends string, Own extends (...values: never[]) => unknown>(
  owner: Record<Key, Own>,
  key: Key,
  wrap: (own: Own) => Own,
): () => void {
  const before = owner[key];
  const ours = wrap(before);
  owner[key] = ours;
  const described = Object.getOwnPropertyDescriptor(owner, key);
  return () => {
    if (owner[key] !== ours && isSpy(owner[key])) return;
    try {
      if (described?.get !== undefined) owner[key] = before;
      else Object.defineProperty(owner, key, { ...described, value: before });
    } catch {
      // made unchangeable; what is printed is no verdict
    }
  };
}

function isSpy(value: unknown): boolean {
  return typeof value === "function" && "mock" in value;
}

function keepingWrite(write: typeof process.stdout.write): typeof process.stdout.write {
  return function keep(this: NodeJS.WriteStream, ...values: unknown[]): boolean {
    const output = turnScope.getStore()?.output;
    if (output === undefined) return Reflect.apply(write, this, values) as boolean;
    const [chunk, encoding, callback] = values;
    output.add(typeof chunk === "string" ? chunk : Buffer.from(chunk as Uint8Array).toString());
    const after = typeof encoding === "function" ? encoding : callback;
    if (typeof after === "function") process.nextTick(after as () => void);
    return true;
  };
}

function keepingPrint(print: (...values: unknown[]) => void): (...values: unknown[]) => void {
  return function keep(this: unknown, ...values: unknown[]): void {
    const output = turnScope.getStore()?.output;
    if (output === undefined) Reflect.apply(print, this, values);
    else output.add(`${format(...values)}\n`);
  };
}

function keepingForm(method: (typeof formed)[number]) {
  return (print: (...values: never[]) => void): ((...values: never[]) => void) =>
    function keep(this: unknown, ...values: never[]): void {
      const output = turnScope.getStore()?.output;
      if (output === undefined) Reflect.apply(print, this, values);
      else Reflect.apply(consoleOf(output)[method], undefined, values);
    };
}

const consoles = new WeakMap<BoundedOutput, Console>();

/** Node's own console, which writes to one turn's output: it knows about groups, counts and tables. */
function consoleOf(output: BoundedOutput): Console {
  const known = consoles.get(output);
  if (known !== undefined) return known;
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      output.add(String(chunk));
      done();
    },
  });
  const made = new Console({ stdout, stderr: stdout });
  consoles.set(output, made);
  return made;
}
