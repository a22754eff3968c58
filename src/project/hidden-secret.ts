import type { Secret } from "../core/secret-mask.ts";
import { safeText } from "../reporters/safe-text.ts";

/** Where a secret was masked, or is still there. */
export function hidesSecret(value: unknown, secrets: readonly (string | Secret)[]): boolean {
  const text = JSON.stringify(value) ?? "";
  return /\[secret|••••/i.test(text) || safeText(secrets).mask(text) !== text;
}
