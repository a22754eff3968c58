import { closeSync, openSync, readSync, statSync } from "node:fs";

/** As much of a file as tells what it is. */
const ENOUGH = 4096;

/** Whether a file is one that we wrote of a run ourselves: which its first key says. Else it is a trace. */
export function isRunFile(path: string): boolean {
  // what is read from a pipe is gone from it
  if (!statSync(path).isFile()) return false;
  const start = beginningOf(path);
  return (
    /^\s*\{\s*"(type|runId|schemaVersion)"\s*:/.test(start) || /^\s*\{[^\n]*"runId"\s*:/.test(start)
  );
}

function beginningOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(ENOUGH);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, ENOUGH, 0));
  } finally {
    closeSync(file);
  }
}
