import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { knownSecrets, rememberEnv } from "../agents/known-secrets.ts";
import { loadEnvFile } from "../agents/load-env-file.ts";
import type { RunAbout } from "../core/run.ts";
import type { Secret } from "../core/secret-mask.ts";

/** Where the agent of a stored run lives, or lived. */
export async function agentFolderOf({ agent, cwd }: RunAbout, here: string): Promise<string> {
  if (agent.path === undefined) return here;
  const path = resolve(cwd ?? here, agent.path);
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? dirname(path) : path;
}

/** What a stored run must not show: also what the agent's `.env` says, as long as it is still there. */
export async function secretsOf(about: RunAbout, here: string): Promise<readonly Secret[]> {
  await rememberEnvOf(about, here);
  return knownSecrets();
}

/** Reads the `.env` of a stored run's agent, without setting anything. */
export async function rememberEnvOf(about: RunAbout, here: string): Promise<void> {
  const folder = await agentFolderOf(about, here);
  rememberEnv(folder, loadEnvFile(folder, {}));
}
