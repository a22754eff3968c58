const looksSecret = /KEY|TOKEN|SECRET|PASSWORD/i;
/** Shorter values are words that stand in texts by chance. */
const SHORTEST = 6;

/** The values in a set of environment variables that must not be shown anywhere. */
export function secretsFrom(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env)
    .flatMap(([key, value]) =>
      looksSecret.test(key) && value !== undefined && value.length >= SHORTEST ? [value] : [],
    )
    .sort((a, b) => b.length - a.length);
}

export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) masked = masked.replaceAll(secret, "[secret]");
  return masked;
}
