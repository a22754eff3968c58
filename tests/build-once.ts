import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/** Tests of the command run the command that users get: the bundle, made from the source as it is now. */
export function setup(): void {
  const script = resolve(import.meta.dirname, "../scripts/build.mjs");
  execFileSync(process.execPath, [script, "--command-only"], { stdio: "inherit" });
}
