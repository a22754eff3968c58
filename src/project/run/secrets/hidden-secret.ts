import type { Secret } from "../../../core/secrets/secret-mask.ts";
import { safeText } from "../../../reporters/text/safe-text.ts";

/** Where a secret was masked, or is still there. */
export function hidesSecret(value: unknown, secrets: readonly (string | Secret)[]): boolean {
  const text = JSON.stringify(value) ?? "";
  return /\[secret|••••/i.test(text) || safeText(secrets).mask(text) !== text;
}
