import type { ChildProcess } from "node:child_process";

const running = new Set<number>();

/** A program in a group of its own does not hear the terminal's Ctrl-C, so nothing of it may outlive us. */
export function killAtExit({ pid }: ChildProcess): () => void {
  if (pid === undefined) return () => {};
  if (running.size === 0) process.on("exit", killAll);
  running.add(pid);
  return () => {
    running.delete(pid);
    if (running.size === 0) process.off("exit", killAll);
  };
}

function killAll(): void {
  for (const pid of running) {
    try {
      process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
    } catch {
      // already gone
    }
  }
}
