import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** Tests of the command run the command that users get: the bundle, made from the source as it is now, once for all projects. */
export function setup(): (() => void) | undefined {
  if (process.env.ASSAY_TEST_BUILT === root) return;
  const script = resolve(root, "scripts/build.mjs");
  execFileSync(process.execPath, [script, "--command-only"], { stdio: "inherit" });
  process.env.ASSAY_TEST_BUILT = root;
  return () => void delete process.env.ASSAY_TEST_BUILT;
}
