import { closeSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { ungated } from "../../../agents/isolation/gate-process.ts";
import { AgentFault, type TurnScope, turnScope } from "../../../agents/recording/turn-scope.ts";
import { clearInterval, setInterval } from "../../../core/async/own-timers.ts";
import { setRunningClock } from "../../../core/async/running-time.ts";
import { ExitCode } from "../../../core/verdict.ts";
import { modelThreadFile, offerModelLine } from "../../../models/apart/model-line.ts";
import { newKey } from "../../../models/apart/seal.ts";

/** Not imported: what is imported first stays for good under Jest, so agents would get it without gates. */
const { isMainThread, Worker } = process.getBuiltinModule("node:worker_threads");

/** Beyond its deadline, code that computes without pause gets this long before it counts as stuck. */
const GRACE_SECONDS = 5;
const BEAT_MS = 500;

/** Where the watching thread finds what to call; an inspector looks in the outermost realm. */
const key = "assay.stuck";

/**
 * Runs on a thread of its own: code that never lets go of ours also stops the clock of every deadline. It counts its own
 * beats, so a process that was stopped and goes on has lost nothing. First it has our thread say, in the midst of whatever
 * it does, what that is; a thread that waits for a program cannot be asked, so that program is ended; the last resort is to
 * end the process.
 */
const watch = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { readdirSync, readFileSync, rmSync, writeSync } = require("node:fs");
  const { execFileSync, spawnSync } = require("node:child_process");
  const { beat, every, key, overSeconds, models } = workerData;
  const seen = new Int32Array(beat);
  let last = -1;
  let still = 0;
  let asked = 0;
  setInterval(() => {
    Atomics.add(seen, 4, 1);
    const now = Atomics.load(seen, 0);
    if (now !== last) {
      last = now;
      still = 0;
      asked = 0;
    } else if (Atomics.load(seen, 1) === 0 || Atomics.load(seen, 1) === 4) {
      still += 1;
      if (still * every > Atomics.load(seen, 3) * 1000) free();
      else if (still * every === overSeconds * 1000 && Atomics.load(seen, 1) === 0) ask(true);
    }
  }, every);
  parentPort.on("message", ({ file, args, cwd, env, next, port }) => {
    if (port !== undefined) return askModels(port);
    let status;
    for (let more = env; more !== undefined; ) {
      ({ status } = spawnSync(file, args, { cwd, env: { ...process.env, ...more }, stdio: "inherit" }));
      more = takeNext(next);
    }
    Atomics.store(seen, 5, 1 + (status ?? 3));
    Atomics.notify(seen, 5);
  });
  // from here, since nobody else's code has ever run on this thread
  function askModels(port) {
    const { Worker } = require("node:worker_threads");
    const data = { key: models.key, port };
    const options = { workerData: data, transferList: [port], execArgv: [], stdout: true, stderr: true };
    const worker = new Worker(new URL(models.file), options);
    // its port closes with it
    worker.on("error", () => {});
  }
  // what a process that got stuck as well leaves for the one after it, so that they do not wait for each other in a row
  function takeNext(next) {
    try {
      const env = JSON.parse(readFileSync(next, "utf8"));
      rmSync(next);
      return env;
    } catch {}
  }
  function free() {
    asked += 1;
    if (asked === 1) ask(false);
    // the program may compute, and wait for programs of its own, as long as it likes
    if (Atomics.load(seen, 1) === 4) return;
    if (asked === 6) {
      // an answer that comes now is about something that can go on by itself
      Atomics.store(seen, 2, 1);
      if (endNewestChild()) still = asked = 0;
    }
    if (asked < 20) return;
    const seconds = Atomics.load(seen, 3);
    writeSync(2, "\\nerror  An agent or a metric has blocked the process for " + seconds + " s without a pause.\\n");
    process.kill(process.pid, "SIGKILL");
  }
  // before the deadline of a turn only code of one that is over is meant
  function ask(isEarly, time = 1, at = last) {
    Atomics.store(seen, 2, 0);
    const { Session } = require("node:inspector");
    const session = new Session();
    session.connectToMainThread();
    const expression = "globalThis[Symbol.for('" + key + "')]?.(" + [time < 50, isEarly, at] + ")";
    session.post("Runtime.evaluate", { expression }, (error, answer) => {
      session.disconnect();
      // between two callbacks that follow each other without end, nobody is at work
      if (answer?.result.value === "again") setTimeout(ask, 7, isEarly, time + 1, at);
    });
    // a process with an inspector does not end; ours ends in the midst of its answer
    setInterval(() => {
      if (Atomics.load(seen, 1) === 2) session.disconnect();
    }, 20);
  }
  function endNewestChild() {
    const child = children().at(-1);
    try {
      return child !== undefined && process.kill(child, "SIGKILL");
    } catch {
      return false;
    }
  }
  function children() {
    try {
      if (process.platform === "linux") return linuxChildren();
      const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\\n");
      return rows.map((row) => row.trim().split(/ +/).map(Number))
        .filter(([pid, parent]) => parent === process.pid).map(([pid]) => pid);
    } catch {
      return [];
    }
  }
  function linuxChildren() {
    const found = [];
    for (const name of readdirSync("/proc")) {
      try {
        const stat = readFileSync("/proc/" + Number(name) + "/stat", "latin1");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        if (Number(fields[1]) === process.pid) found.push([Number(fields[19]), Number(name)]);
      } catch {}
    }
    return found.sort(([a], [b]) => a - b).map(([began, pid]) => pid);
  }
`;

/** Called on the thread that is stuck, in the midst of what blocks it; the process ends with the exit code that it gives. */
type OnStuck = (seconds: number) => number;

export interface MainThreadWatch {
  /** From now on nothing may block the thread for much longer than a turn may take. */
  watch(turnSeconds: number): void;
  pause(): void;
  /** No run is open: from now on only code that runs left behind is watched for. */
  watchLeft(): void;
  /** Has another process do the rest, and gives its exit code: where nothing can be relied on here any more. */
  handOver(rest: Rest): number;
  /** All is done and said: code that was left behind only keeps the process from its end, which is then this one. */
  over(code: number): void;
  release(): void;
}

export interface Rest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the other process leaves the variables of yet another one, when it cannot go on itself. */
  readonly next?: string | undefined;
}

/** Taken before anything is loaded that could replace it. */
const { execPath } = process;
const { load, store, wait } = Atomics;

const PAUSED = 3;
const LEFT = 4;
/** What runs when its turn is over, or all is: closing files and the like takes no time to speak of. */
const OVER_SECONDS = 5;
const LONGEST_SECONDS = 1_000_000;

/** Watches this thread for code that never lets go of it. In a thread of somebody else's nothing can be watched. */
export function watchMainThread(onStuck: OnStuck): MainThreadWatch {
  if (!isMainThread) return unwatched;
  const beat = new SharedArrayBuffer(24);
  const beats = new Int32Array(beat);
  Atomics.store(beats, 1, PAUSED);
  let last: number | undefined;
  const outermost = runInThisContext("globalThis") as Record<symbol, unknown>;
  outermost[Symbol.for(key)] = (mayAskAgain: boolean, isEarly: boolean, at: number) => {
    // what was asked before the thread went on is about what is over: a report may still be on its way out
    if (last !== undefined) return at === Atomics.load(beats, 0) ? end(last) : undefined;
    const scope = turnScope.getStore();
    if (scope === undefined && mayAskAgain) return "again";
    return isEarly ? endIfLeft(scope) : endStuck(scope);
  };
  /** Long before the deadline of a turn: what runs though its turn is over was left behind. */
  const endIfLeft = (scope: TurnScope | undefined) =>
    scope?.isOver === true ? endOf(OVER_SECONDS) : undefined;
  const endStuck = (scope: TurnScope | undefined) => {
    if (scope === undefined && Atomics.load(beats, 1) === LEFT) return undefined;
    const seconds = Atomics.load(beats, 3);
    if (Atomics.load(beats, 2) !== 1) return endOf(seconds);
    failWaiting(seconds);
    return undefined;
  };
  const endOf = (seconds: number): never => {
    Atomics.store(beats, 1, 1);
    return end(onStuck(seconds));
  };
  const end = (code: number): never => {
    Atomics.store(beats, 1, 2);
    // all is said; an inspector that waits for its end would say more
    closeSync(2);
    return ungated.reallyExit(code);
  };
  const models = { key: newKey(), file: modelThreadFile().href };
  const workerData = { beat, every: BEAT_MS, key, overSeconds: OVER_SECONDS, models };
  const options = { eval: true, workerData, stdout: true, stderr: true, execArgv: [] };
  const worker = new Worker(watch, options);
  worker.unref();
  const tell = worker.postMessage.bind(worker);
  const takeBack = offerModelLine({
    key: models.key,
    open: (port) => tell({ port }, [port]),
  });
  setRunningClock(() => Atomics.load(beats, 4) * BEAT_MS);
  // what watches must not end what it watches
  worker.on("error", () => {});
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS);
  timer.unref();
  return {
    watch(turnSeconds) {
      Atomics.store(beats, 3, Math.ceil(Math.min(turnSeconds, LONGEST_SECONDS) + GRACE_SECONDS));
      Atomics.add(beats, 0, 1);
      Atomics.store(beats, 1, 0);
    },
    pause: () => void Atomics.store(beats, 1, PAUSED),
    watchLeft: () => void Atomics.store(beats, 1, LEFT),
    handOver({ args, cwd, env, next }) {
      store(beats, 1, PAUSED);
      tell({ file: execPath, args, cwd, env, next });
      // its thread has built-ins of its own, and starts the other process
      wait(beats, 5, 0);
      return load(beats, 5) - 1;
    },
    over(code) {
      last = code;
      Atomics.add(beats, 0, 1);
      Atomics.store(beats, 3, OVER_SECONDS);
    },
    release() {
      clearInterval(timer);
      takeBack();
      setRunningClock(undefined);
      void worker.terminate();
      Reflect.deleteProperty(outermost, Symbol.for(key));
    },
  };
}

const unwatched: MainThreadWatch = {
  watch() {},
  pause() {},
  watchLeft() {},
  handOver: () => ExitCode.incomplete,
  over() {},
  release() {},
};

/** Called where the wait for a program has just come to its end: it may go on, but it has had its time. */
function failWaiting(seconds: number): void {
  const scope = turnScope.getStore();
  const who = scope?.who ?? "The agent";
  const waited = `${who} waited for a program for ${seconds} s without a pause, so that it was ended.`;
  scope?.fail(new AgentFault(waited));
}
