/** Calls whose result nobody has asked for yet. */
const unasked = new Set<Call>();

interface Call {
  /** As the user wrote it: `evaluate(…)`. */
  readonly name: string;
  /** Where it was made. */
  readonly stack: string;
}

/**
 * Begins some work whose result somebody must wait for. A test that ends before anyone did would be green whatever the
 * agent does, so it fails instead; a program that ends so ends with exit code 1.
 */
export function mustBeAwaited<T>(name: string, work: () => Promise<T>): Promise<T> {
  const call: Call = { name, stack: stackOf(mustBeAwaited) };
  unasked.add(call);
  checkLater(call);
  return new WatchedPromise<T>(call, work);
}

/** `await` reaches `then` for every promise that is not exactly a `Promise`; so do `Promise.all`, `catch` and `expect`. */
class WatchedPromise<T> extends Promise<T> {
  readonly #call: Call | undefined;

  constructor(call: Call, work: () => Promise<T>) {
    super((resolve, reject) => {
      work().then(resolve, reject);
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

/** The parts of a test runner's interface that tell when a test is over. */
interface TestRunner {
  onTestFinished?(check: () => void): void;
  afterAll?(check: () => void): void;
  afterEach?(check: () => void): void;
}

function checkLater(call: Call): void {
  checkAtExit();
  const check = () => {
    if (unasked.delete(call)) throw notAwaited(call);
  };
  const vitest = (globalThis as { __vitest_index__?: TestRunner }).__vitest_index__;
  // within a test the first is possible, between tests the second
  if (vitest !== undefined && !tries(() => vitest.onTestFinished?.(check))) {
    tries(() => vitest.afterAll?.(check));
  }
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
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, above);
  return (holder.stack ?? "").split("\n").slice(1).join("\n");
}
