import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

type Env = Record<string, string | undefined>;

/** Reads the `.env` beside an agent into `env` where nothing is set yet, and hands back all that it says. */
export function loadEnvFile(directory: string, env: Env = process.env): Readonly<Env> {
  const text = readIfThere(join(directory, ".env"));
  if (text === undefined) return {};
  const values = parseEnv(text);
  for (const [key, value] of Object.entries(values)) env[key] ??= value;
  return values;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
