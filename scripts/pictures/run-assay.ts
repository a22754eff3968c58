import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

const command = resolve(import.meta.dirname, "../../bin/assay.js");

/** Judges on this machine want a key as any do, and look at none. */
const env = { ...process.env, NO_COLOR: "1", GOOGLE_API_KEY: "none" };

export function spawnAssay(args: readonly string[], cwd: string): ChildProcess {
  return spawn(process.execPath, [command, ...args], { cwd, env, stdio: "pipe" });
}

/** Failed cases are what pictures are of; anything else ends it with what was said. */
export async function runAssay(args: readonly string[], cwd: string): Promise<void> {
  const child = spawnAssay(args, cwd);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  }
  const code = await new Promise<number | null>((done) => child.once("close", done));
  if (![0, 1, 3].includes(code ?? 70)) throw new Error(`assay ${args.join(" ")}:\n${said}`);
}
