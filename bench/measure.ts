import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Measured {
  readonly milliseconds: number;
  /** Highest resident memory in megabytes; undefined where the system does not tell. */
  readonly peakMegabytes: number | undefined;
  /** Resident memory over time, for telling flat from growing. */
  readonly samples: readonly number[];
}

interface Command {
  readonly file?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Exit codes that count as success. */
  readonly ok?: readonly number[];
}

/** Runs a command once, with the Node that runs the bench unless another file is named. */
export function measure({
  file = process.execPath,
  args,
  cwd,
  ok = [0],
}: Command): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(file, [...args], { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let complaint = "";
    let peakMegabytes: number | undefined;
    const samples: number[] = [];
    child.stderr?.on("data", (chunk) => {
      complaint += chunk;
    });
    const look = setInterval(() => {
      const status = memoryOf(child.pid);
      if (status === undefined) return;
      peakMegabytes = status.peak;
      samples.push(status.now);
    }, 20);
    child.on("close", (code) => {
      clearInterval(look);
      const milliseconds = performance.now() - began;
      if (ok.includes(code ?? -1)) resolve({ milliseconds, peakMegabytes, samples });
      else reject(new Error(`${args.join(" ")} exited with ${code}\n${complaint}`));
    });
  });
}

/** The best of several runs: what the work costs when nothing else is in the way. */
export async function best(times: number, command: Command): Promise<Measured> {
  let winner: Measured | undefined;
  for (let turn = 0; turn < times; turn += 1) {
    const measured = await measure(command);
    if (winner === undefined || measured.milliseconds < winner.milliseconds) winner = measured;
  }
  if (winner === undefined) throw new Error("nothing was measured");
  return winner;
}

/** Of a process that runs; undefined where the system does not tell. */
export function memoryOf(pid: number | undefined): { peak: number; now: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    const peak = megabytes("VmHWM");
    const now = megabytes("VmRSS");
    return Number.isFinite(peak) && Number.isFinite(now) ? { peak, now } : undefined;
  } catch {
    return undefined;
  }
}
