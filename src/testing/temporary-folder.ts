import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = new Set<string>();

/** A new empty folder that is gone when the process is. */
export function temporaryFolder(): string {
  if (folders.size === 0) process.once("exit", removeAll);
  const folder = mkdtempSync(join(tmpdir(), "assay-"));
  folders.add(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
