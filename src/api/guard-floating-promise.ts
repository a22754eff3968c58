import { performance, setTimeout } from "../core/async/own-timers.ts";
import { maskError } from "../project/run/secrets/run-secrets.ts";

/** Calls whose result nobody has asked for yet. */
const unasked = new Set<Call>();

interface Call {
  /** As the user wrote it: `evaluate(…)`. */
  readonly name: string;
  /** Where it was made. */
  readonly stack: string;
  /** Its work has ended, one way or the other. */
  isOver: boolean;
}

/**
 * Begins some work whose result somebody must wait for. A test that ends before anyone did would be green whatever the
 * agent does, so it fails instead; a program that ends so ends with exit code 1.
 */
export function guardFloatingPromise<T>(name: string, work: () => Promise<T>): Promise<T> {
  const call: Call = { name, stack: stackOf(guardFloatingPromise), isOver: false };
  unasked.add(call);
  checkLater(call);
  return new WatchedPromise<T>(call, work);
}

/** `await` reaches `then` for every promise that is not exactly a `Promise`; so do `Promise.all`, `catch` and `expect`. */
class WatchedPromise<T> extends Promise<T> {
  readonly #call: Call | undefined;

  constructor(call: Call, work: () => Promise<T>) {
    super((resolve, reject) => {
      const over = () => {
        call.isOver = true;
      };
      const begun = work();
      begun.then(over, over);
      begun.then(resolve, (error: unknown) => reject(maskError(error)));
    });
    this.#call = call;
  }

  // biome-ignore lint/suspicious/noThenProperty: being asked is what it is about
  override then<Kept = T, Failed = never>(
    kept?: ((value: T) => Kept | PromiseLike<Kept>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Kept | Failed> {
    if (this.#call !== undefined) unasked.delete(this.#call);
    return super.then(kept, failed);
  }

  /** What comes of `then` is an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
}

/** The parts of a test runner's interface that say when a test is over. */
interface TestRunner {
  onTestFinished?(check: () => void | Promise<void>): void;
  afterAll?(check: () => void): void;
  afterEach?(check: () => void): void;
  readonly TestRunner?: { getCurrentTest?(): { readonly concurrent?: boolean } | undefined };
}

function checkLater(call: Call): void {
  checkAtExit();
  const check = () => {
    if (unasked.delete(call)) throw notAwaited(call);
  };
  const vitest = (globalThis as { __vitest_index__?: TestRunner }).__vitest_index__;
  if (vitest === undefined) return;
  // of tests that run at once nobody knows which one made the call, so another's end proves nothing yet
  const concurrent = vitest.TestRunner?.getCurrentTest?.()?.concurrent === true;
  const atEnd = concurrent ? () => checkWhenOver(call, check) : check;
  // within a test the first is possible, between tests the second
  if (!tries(() => vitest.onTestFinished?.(atEnd))) tries(() => vitest.afterAll?.(check));
}

/** How long a test waits for a call that may be another's; a hook of ten seconds would fail it. */
const PATIENCE_MS = 5_000;

/** Gives the rest of the tests time to ask. A call that is still at work then is left to the end of the process. */
async function checkWhenOver(call: Call, check: () => void): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (unasked.has(call) && performance.now() < until) {
    const { isOver } = call;
    await pause(50);
    if (isOver) check();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function tries(register: () => void): boolean {
  try {
    register();
    return true;
  } catch {
    return false;
  }
}

/** Runners that keep their hooks in globals take them while a test file is loaded, and not later. */
export function checkAfterEachTest(): void {
  const { afterEach, __vitest_index__: vitest } = globalThis as TestRunner & {
    __vitest_index__?: unknown;
  };
  if (vitest !== undefined || typeof afterEach !== "function") return;
  tries(() =>
    afterEach(() => {
      const [first] = unasked;
      unasked.clear();
      if (first !== undefined) throw notAwaited(first);
    }),
  );
}

let isWatchingExit = false;

/** The last resort, and the way of scripts and of node:test, whose files fail by their exit code. */
function checkAtExit(): void {
  if (isWatchingExit) return;
  isWatchingExit = true;
  process.on("exit", (code) => {
    if (unasked.size === 0) return;
    for (const call of unasked) process.stderr.write(`${notAwaited(call).stack}\n`);
    if (code === 0) process.exitCode = 1;
  });
}

function notAwaited({ name, stack }: Call): Error {
  const error = new Error(
    `${name} was called and its result was never awaited, so nothing was checked. Write: await ${name}`,
  );
  error.stack = `Error: ${error.message}\n${stack}`;
  return error;
}

/** Where the user's code made the call. */
function stackOf(above: (...values: never[]) => unknown): string {
  const traced: { stack?: string } = {};
  Error.captureStackTrace(traced, above);
  return (traced.stack ?? "").split("\n").slice(1).join("\n");
}
