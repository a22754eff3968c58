import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { loadEnvFile } from "../agents/load-env-file.ts";
import { secretsFrom } from "../agents/mask-secrets.ts";
import type { RunAbout } from "../core/run.ts";

/** Where the agent of a stored run lives, or lived. */
export async function agentFolderOf({ agent, cwd }: RunAbout, here: string): Promise<string> {
  if (agent.path === undefined) return here;
  const path = resolve(cwd ?? here, agent.path);
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? dirname(path) : path;
}

/** What a stored run must not show: values of the agent's `.env`, as long as it is still there. */
export async function secretsOf(about: RunAbout, here: string): Promise<readonly string[]> {
  return secretsFrom(loadEnvFile(await agentFolderOf(about, here), {}));
}
