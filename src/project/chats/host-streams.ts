import { fileURLToPath } from "node:url";

/** By which streams an agent's process is asked, and answers. */
export const REQUESTS = 3;
export const REPLIES = 4;

/** The program of that process: beside this file, or bundled beside the command. */
export function hostProgram(): string {
  const file = import.meta.url.endsWith(".ts") ? "./agent-host.ts" : "./agent-host.js";
  return fileURLToPath(new URL(file, import.meta.url));
}
