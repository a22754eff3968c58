import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { startOfProcess, tryRead } from "./process-start.ts";

/** Which process this is, in a way that another one can check later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The machine, and on Linux the container: a pid means nothing outside of it. */
  readonly host: string;
  /** When the process began, as the system counts it; empty where the system does not say. */
  readonly processStart: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: thisHost(), processStart: startOfProcess(process.pid) };
}

/** Tells a process from a later one that was given the same number. Undefined: it lives elsewhere, nobody can say. */
export function isAlive(identity: ProcessIdentity): boolean | undefined {
  if (identity.host !== thisHost()) return undefined;
  if (!exists(identity.pid)) return false;
  return identity.processStart === startOfProcess(identity.pid);
}

/** One name per store that is open, so that two stores of one process are two owners as well. */
export function newOwner(): string {
  return randomUUID();
}

function thisHost(): string {
  const namespace = tryRead(() => readlinkSync("/proc/self/ns/pid"));
  return namespace === undefined ? hostname() : `${hostname()} ${namespace}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // a process of another user exists too
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
