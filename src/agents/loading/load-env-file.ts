import { closeSync, constants, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { addSaidVariable } from "../../core/calls/said-variables.ts";

type Env = Record<string, string | undefined>;

/** Reads the `.env` beside an agent into `env` where nothing is set yet, and hands back all that it says. */
export function loadEnvFile(directory: string, env: Env = process.env): Readonly<Env> {
  const borrowed = borrowEnvFile(directory, env);
  borrowed.rest();
  return borrowed.values;
}

/** What one agent's `.env` has added to the environment, for as long as the agent is in use. */
interface BorrowedEnv {
  readonly values: Readonly<Env>;
  /** Loaded and not used yet: whoever is loaded next takes it out, until it is used. */
  rest(): void;
  /** There again, if it was taken out. From now on only `giveBack` ends it. */
  use(): void;
  /** One of its variables, where nobody has set it. */
  set(key: string): void;
  /** Takes out again what was added and is still as it was. */
  giveBack(): void;
}

/** Loaded and not used: whoever is loaded next must not see them. */
const idle = new Set<BorrowedEnv>();
/** Loading or in use. */
const busy = new Set<BorrowedEnv>();

/**
 * The same, until it is given back. Agents that run one after the other do not see each other's variables. Those that run
 * at the same time share one environment: what is set first stays, until whoever set it is done.
 */
export function borrowEnvFile(directory: string, env: Env = process.env): BorrowedEnv {
  const isShared = env === process.env;
  if (isShared) for (const each of idle) each.giveBack();
  const text = readIfThere(join(directory, ".env"));
  const values = text === undefined ? {} : parseEnv(text);
  const added = new Map<string, string | undefined>();
  let isThere = false;
  const borrowed: BorrowedEnv = {
    values,
    rest() {
      busy.delete(borrowed);
      if (isShared && isThere) idle.add(borrowed);
    },
    use() {
      idle.delete(borrowed);
      if (isShared) busy.add(borrowed);
      if (isThere) return;
      isThere = true;
      for (const key of Object.keys(values)) if (env[key] === undefined) borrowed.set(key);
    },
    set(key) {
      env[key] = values[key];
      if (isShared) addSaidVariable(key, values[key]);
      added.set(key, values[key]);
    },
    giveBack() {
      idle.delete(borrowed);
      busy.delete(borrowed);
      isThere = false;
      for (const [key, value] of added) {
        if (env[key] !== value) continue;
        delete env[key];
        // another agent that runs has it in its own file, too
        if (isShared) [...busy].find((each) => each.values[key] !== undefined)?.set(key);
      }
      added.clear();
    },
  };
  borrowed.use();
  return borrowed;
}

function readIfThere(path: string): string | undefined {
  try {
    const kind = statSync(path);
    if (kind.isFIFO()) return readPipe(path);
    return kind.isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 20;

/** Keepers of passwords put a pipe in the place of the file, and write to it when it is opened. */
function readPipe(path: string): string | undefined {
  const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const patience = performance.now() + PATIENCE_MS;
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  const bytes = Buffer.alloc(1 << 16);
  const chunks: Buffer[] = [];
  try {
    while (performance.now() < patience) {
      const read = readNow(pipe, bytes);
      if (read > 0) chunks.push(Buffer.from(bytes.subarray(0, read)));
      else if (read === 0 && chunks.length > 0) return Buffer.concat(chunks).toString("utf8");
      else Atomics.wait(nothing, 0, 0, LOOK_AGAIN_MS);
    }
    return undefined;
  } finally {
    closeSync(pipe);
  }
}

/** How many bytes there were; -1 where somebody is about to write. */
function readNow(pipe: number, bytes: Buffer): number {
  try {
    return readSync(pipe, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return -1;
    throw error;
  }
}
