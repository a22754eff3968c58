import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Which process this is, in a way that another one can check later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The machine, and on Linux the container: a pid means nothing outside of it. */
  readonly host: string;
  /** When the process began, as the system counts it; empty where the system does not say. */
  readonly processStart: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: thisHost(), processStart: startOf(process.pid) };
}

/** Tells a process from a later one that was given the same number. Undefined: it lives elsewhere, nobody can say. */
export function isAlive(identity: ProcessIdentity): boolean | undefined {
  if (identity.host !== thisHost()) return undefined;
  if (!exists(identity.pid)) return false;
  return identity.processStart === startOf(identity.pid);
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

function startOf(pid: number): string {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (stat === undefined) return "";
  const boot = tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"))?.trim();
  // the name in parentheses may hold spaces; fields are counted after it, the 22nd is the start time
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // killed, but nobody has asked how it ended: it has a number and does nothing any more
  if (fields[0] === "Z" || fields[0] === "X") return "ended";
  return `${boot ?? ""} ${fields[19] ?? ""}`;
}

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
