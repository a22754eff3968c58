import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import type { WorkerOptions } from "node:worker_threads";

/** Taken here: what is replaced later must not undo it. */
const { construct } = Reflect;
const { isArray } = Array;
/** Not imported: what is imported first stays for good under Jest, so agents would get it without gates. */
const threads = process.getBuiltinModule("node:worker_threads");
const { Worker, SHARE_ENV } = threads;
/** Under Jest there is another process in between. */
const ours = process.getBuiltinModule("node:process");

type Environment = Record<string, string | undefined>;

/**
 * A thread has built-ins of its own, and some of those end the whole process with 0. From here on each begins with gates as
 * well, whoever starts it, and so do the threads it starts. Code that does so may have replaced everything by then, so
 * nothing is called here but what was kept.
 */
export function gateThreads(): void {
  const guard = guardFile();
  const asVariable = `--require "${guard.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  const gated = new Proxy(Worker, {
    construct: (_, [file, options]: [string | URL, WorkerOptions?], target) => {
      const asked = { ...options };
      const execArgv = guardedWords(asked.execArgv ?? ours.execArgv, guard);
      const start = (env: WorkerOptions["env"]) =>
        construct(Worker, [file, { ...asked, env, execArgv }], target);
      if (asked.env !== SHARE_ENV) {
        const env: Environment = { ...((asked.env as Environment | undefined) ?? ours.env) };
        return start(guardVariable(env, asVariable));
      }
      // it reads our own while it starts, and only then
      const { NODE_OPTIONS } = ours.env;
      guardVariable(ours.env, asVariable);
      try {
        return start(asked.env);
      } finally {
        if (NODE_OPTIONS !== undefined) ours.env.NODE_OPTIONS = NODE_OPTIONS;
      }
    },
  });
  threads.Worker = gated;
  Worker.prototype.constructor = gated;
  syncBuiltinESMExports();
}

/** In the command's bundle it lies beside the chunk that this is in. */
function guardFile(): string {
  const file = import.meta.url.endsWith(".ts") ? "./thread-guard.ts" : "./thread-guard.js";
  return fileURLToPath(new URL(file, import.meta.url));
}

/** What a variable has Node load comes before what is given by words. */
function guardVariable(env: Environment, guard: string): Environment {
  const { NODE_OPTIONS } = env;
  if (NODE_OPTIONS !== undefined && NODE_OPTIONS !== "") {
    env.NODE_OPTIONS = `${guard} ${NODE_OPTIONS}`;
  }
  return env;
}

function guardedWords(given: readonly string[], guard: string): readonly string[] {
  // Node says what is wrong with it
  if (!isArray(given)) return given;
  const words = ["--require", guard];
  for (let at = 0; at < given.length; at += 1) {
    const word = `${given[at]}`;
    if (word === "--expose-internals" || word === "--expose_internals") {
      throw new Error("A thread cannot be started with Node's insides: they have no gates.");
    }
    words[words.length] = word;
  }
  return words;
}
