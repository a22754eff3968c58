import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";

const command = resolve(import.meta.dirname, "../../../bin/assay.js");

/** A worker process, and what it has said. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** Resolves when it has said something that matches. */
  says(words: RegExp): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** Starts `assay worker` in a folder; it is ended with the test. */
export function startWorker(
  cwd: string,
  options: {
    readonly store: string;
    readonly concurrency?: number;
    readonly env?: Readonly<Record<string, string>>;
  },
): WorkerProcess {
  const { store, concurrency = 4 } = options;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...options.env,
    NO_COLOR: "1",
    ASSAY_STORE: store,
  };
  delete env.FORCE_COLOR;
  const args = [command, "worker", "--concurrency", String(concurrency)];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    child,
    said: () => text,
    says: (words) =>
      new Promise((done) => {
        const look = () => {
          if (!words.test(text)) return;
          listeners.delete(look);
          done();
        };
        listeners.add(look);
        look();
      }),
    ended,
  };
}
