import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

const command = resolve(import.meta.dirname, "../../bin/assay.js");

/** How one command of ours ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface ProgramPlace {
  readonly cwd: string;
  readonly store: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Starts the built command in a folder. */
export function startProgram(
  args: readonly string[],
  { cwd, store, env: own }: ProgramPlace,
): Program {
  const env: NodeJS.ProcessEnv = { ...process.env, ...own, NO_COLOR: "1", ASSAY_STORE: store };
  delete env.FORCE_COLOR;
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(process.execPath, [command, ...args], { cwd, env, stdio: [...stdio] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-20_000);
    });
  }
  const ended = new Promise<Ended>((done) => {
    child.on("close", (code) => done({ code, said }));
  });
  return { child, ended };
}

export interface Fleet {
  /** Ends one of them as the kernel would, and starts another in its place. */
  kill(random: () => number): void;
  /** Stops one for longer than its lease lasts, and lets it go on: it does not know that it is none any more. */
  freeze(random: () => number, milliseconds: number): void;
  kills(): number;
  freezes(): number;
  /** Lets all of them end by themselves; gives those that did not end well. */
  stop(): Promise<readonly Ended[]>;
}

export interface FleetOptions extends ProgramPlace {
  readonly count: number;
  readonly concurrency: number;
}

export function startFleet({ count, concurrency, ...place }: FleetOptions): Fleet {
  const start = () => startProgram(["worker", "--concurrency", `${concurrency}`], place);
  const workers = Array.from({ length: count }, start);
  const frozen = new Map<Program, Promise<void>>();
  let kills = 0;
  let freezes = 0;
  const pick = (random: () => number) => Math.floor(random() * workers.length);
  return {
    kill(random) {
      const at = pick(random);
      const worker = workers[at];
      if (worker === undefined || frozen.has(worker)) return;
      worker.child.kill("SIGKILL");
      kills += 1;
      workers[at] = start();
    },
    freeze(random, milliseconds) {
      const worker = workers[pick(random)];
      if (worker === undefined || frozen.has(worker)) return;
      worker.child.kill("SIGSTOP");
      freezes += 1;
      const thaw = setTimeout(milliseconds).then(() => {
        worker.child.kill("SIGCONT");
        frozen.delete(worker);
      });
      frozen.set(worker, thaw);
    },
    kills: () => kills,
    freezes: () => freezes,
    async stop() {
      await Promise.all(frozen.values());
      for (const { child } of workers) child.kill("SIGTERM");
      const all = await Promise.all(workers.map(({ ended }) => ended));
      return all.filter(({ code }) => code !== 0);
    },
  };
}
