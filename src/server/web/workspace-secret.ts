import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const BYTES = 32;

/** The secret that cookies are signed with: made once a workspace, readable by its owner alone. */
export function workspaceSecret(path: string): Buffer {
  const found = read(path);
  if (found !== undefined) return found;
  mkdirSync(dirname(path), { recursive: true });
  const secret = randomBytes(BYTES);
  try {
    writeFileSync(path, secret.toString("hex"), { mode: 0o600, flag: "wx" });
    return secret;
  } catch {
    // another server of this workspace was quicker, or nothing may be written here: then it lasts as long as the process
    return read(path) ?? secret;
  }
}

function read(path: string): Buffer | undefined {
  try {
    const secret = Buffer.from(readFileSync(path, "utf8").trim(), "hex");
    if (secret.length !== BYTES) return undefined;
    // one that came with a copy of the folder may be open to others
    chmodSync(path, 0o600);
    return secret;
  } catch {
    return undefined;
  }
}
