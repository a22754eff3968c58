import { closeSync, openSync, readSync } from "node:fs";

/** The first bytes of every write-ahead log of SQLite, whichever way its checksums go. */
const LOG_MAGIC = 0x377f0682;

export function beginsAsLog(path: string): boolean {
  const head = Buffer.alloc(4);
  const file = openSync(path, "r");
  try {
    // an empty one has nothing that could be lost
    if (readSync(file, head, 0, 4, 0) < 4) return true;
  } finally {
    closeSync(file);
  }
  return (head.readUInt32BE(0) & ~1) === LOG_MAGIC;
}
