import type { Secret } from "../../core/secrets/secret-mask.ts";
import { distinctNames, secretsFrom, secretsIn } from "./find-secrets.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What this process has read of `.env` files. An agent's keys may turn up in another's answers, so all are kept. */
const files = new Map<string, Env>();
const listed = new Set<string>();
let changes = 0;

/** Keeps what the `.env` in a folder says, so that its secrets are known from here on. */
export function rememberEnv(directory: string, env: Env): void {
  files.delete(directory);
  files.set(directory, env);
  changes += 1;
}

/** Names a config lists as secret, or, with `!` before them, as none. */
export function rememberListed(names: readonly string[]): void {
  for (const name of names) listed.add(name);
  changes += 1;
}

/**
 * Every secret that is known now; the environment may have changed since the last time. A variable is what the process
 * has, as an agent would see it; where a file says something else, that has a name of its own.
 */
export function knownSecrets(): readonly Secret[] {
  const version = secretsVersion();
  if (known.version === version) return known.secrets;
  const names = [...listed];
  const newest = [...files.values()].reverse();
  const secrets = distinctNames([
    ...secretsFrom(process.env, { from: "environment", listed: names }),
    ...newest.flatMap((env) => secretsFrom(env, { from: "env-file", listed: names })),
  ]);
  known = { version, secrets };
  return secrets;
}
let known: { readonly version?: string; readonly secrets: readonly Secret[] } = { secrets: [] };

/** Changes whenever the secrets may have. */
export function secretsVersion(): string {
  const { env } = process;
  let version = String(changes);
  // a run asks this every few milliseconds, and `Object.entries` looks up each variable twice
  for (const name of Reflect.ownKeys(env)) {
    version += `\0${String(name)}\0${env[name as string]}`;
  }
  return version;
}

/** The value of a variable, or of a part of it such as `DATABASE_URL.password`, under the name a placeholder has. */
export function secretNamed(name: string): string | undefined {
  const found = knownSecrets().find((each) => each.name === name);
  if (found !== undefined) return found.value;
  for (const env of [process.env, ...[...files.values()].reverse()]) {
    const whole = env[name]?.trim();
    if (whole !== undefined && whole !== "") {
      keepSecret(name);
      return whole;
    }
    const variable = name.slice(0, name.indexOf("."));
    const value = env[variable];
    if (value === undefined) continue;
    const parts = secretsIn(variable, value, { from: "env-file" });
    const part = parts.find((each) => each.name === name);
    if (part !== undefined) return part.value;
  }
  return undefined;
}

/** What was masked once stays masked, also where the config that listed it is not read any more. */
function keepSecret(name: string): void {
  if (!listed.has(name) && !listed.has(`!${name}`)) rememberListed([name]);
}
