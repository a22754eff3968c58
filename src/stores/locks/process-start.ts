import { readFileSync } from "node:fs";

export function startOfProcess(pid: number): string {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (stat === undefined) return "";
  const boot = tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"))?.trim();
  // the name in parentheses may hold spaces; fields are counted after it, the 22nd is the start time
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // killed, but nobody has asked how it ended: it has a number and does nothing any more
  if (fields[0] === "Z" || fields[0] === "X") return "ended";
  return `${boot ?? ""} ${fields[19] ?? ""}`;
}

export function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
