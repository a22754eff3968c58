/** What keys say of themselves by how they begin. Others are known to no pattern that leaves words alone. */
const shapes: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\b(?:ghp|gho|ghs|ghu|github_pat|glpat|npm|xox[abprs])[_-][A-Za-z0-9_-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\bBearer )[A-Za-z0-9._~+/-]{20,}=*/g,
];

const REMOVED = "[secret removed]";

/** The same without what looks like a key or a token, at any depth. */
export function withoutLikelySecrets(value: unknown): unknown {
  if (typeof value === "string") return textWithoutSecrets(value);
  if (Array.isArray(value)) return value.map(withoutLikelySecrets);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withoutLikelySecrets(each)]);
  return Object.fromEntries(entries);
}

export function countRemoved(text: string): number {
  return text.split(REMOVED).length - 1;
}

export function textWithoutSecrets(text: string): string {
  return shapes.reduce((rest, shape) => rest.replace(shape, REMOVED), text);
}
