import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

type Env = Record<string, string | undefined>;

/** Reads the `.env` beside an agent into `env` where nothing is set yet, and hands back all that it says. */
export function loadEnvFile(directory: string, env: Env = process.env): Readonly<Env> {
  return borrowEnvFile(directory, env).values;
}

/** What one agent's `.env` has added to the environment, for as long as the agent is in use. */
interface BorrowedEnv {
  readonly values: Readonly<Env>;
  /** From now on only `giveBack` ends it. */
  use(): void;
  /** Takes out again what was added and is still as it was. */
  giveBack(): void;
}

/** Loaded and not used: whoever is loaded next must not see them. */
const idle = new Set<BorrowedEnv>();

/**
 * The same, until it is given back. Agents that run one after the other do not see each other's variables. Those that run
 * at the same time share one environment: what is set first stays.
 */
export function borrowEnvFile(directory: string, env: Env = process.env): BorrowedEnv {
  if (env === process.env) for (const each of idle) each.giveBack();
  const text = readIfThere(join(directory, ".env"));
  const values = text === undefined ? {} : parseEnv(text);
  const added = Object.entries(values).filter(([key]) => env[key] === undefined);
  for (const [key, value] of added) env[key] = value;
  const borrowed: BorrowedEnv = {
    values,
    use: () => void idle.delete(borrowed),
    giveBack() {
      idle.delete(borrowed);
      for (const [key, value] of added.splice(0)) if (env[key] === value) delete env[key];
    },
  };
  if (env === process.env && added.length > 0) idle.add(borrowed);
  return borrowed;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
