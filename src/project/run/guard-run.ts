import { captureTurnOutput } from "../../agents/isolation/capture-turn-output.ts";
import { maskAccidents } from "../../agents/isolation/gate-listeners.ts";
import { guardProcess } from "../../agents/isolation/guard-process.ts";
import { maskError } from "./secrets/run-secrets.ts";
import { endWhenStuck } from "./watchdog/end-when-stuck.ts";

/**
 * For runs in a program or a test runner: what loaded code prints, throws or exits with stays its own, and code that never
 * lets go of the process is reported by its name. Returns how to undo it.
 */
export function guardRun(turnSeconds: number): () => void {
  maskAccidents(maskError);
  const release = captureTurnOutput();
  const unguard = guardProcess();
  const unwatch = endWhenStuck(turnSeconds);
  return () => {
    unwatch();
    unguard();
    release();
  };
}
