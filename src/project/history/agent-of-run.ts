import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { loadEnvFile } from "../../agents/loading/load-env-file.ts";
import { knownSecrets, rememberEnv, rememberListed } from "../../agents/secrets/known-secrets.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { Secret } from "../../core/secrets/secret-mask.ts";

/** Where the agent of a stored run lives, or lived. */
export async function agentFolderOf({ agent, cwd }: RunInfo, here: string): Promise<string> {
  if (agent.path === undefined) return here;
  const path = resolve(cwd ?? here, agent.path);
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? dirname(path) : path;
}

/** What a stored run must not show: also what the agent's `.env` says, as long as it is still there. */
export async function secretsOf(about: RunInfo, here: string): Promise<readonly Secret[]> {
  await rememberEnvOf(about, here);
  return knownSecrets();
}

/** Reads the `.env` of a stored run's agent, without setting anything, and what its configs say about secrets. */
export async function rememberEnvOf(about: RunInfo, here: string): Promise<void> {
  const folder = await agentFolderOf(about, here);
  rememberEnv(folder, loadEnvFile(folder, {}));
  rememberListed(about.sets.flatMap(({ config }) => config.secrets ?? []));
}
