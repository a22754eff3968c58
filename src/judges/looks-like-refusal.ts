const refusals = [
  /\b(?:i|we)(?:['’]m| am|['’]re| are)? (?:sorry|unable|afraid)\b/i,
  /\b(?:i|we) (?:can(?:no|['’])t|can not|won['’]t|will not|must decline|decline|refuse)\b/i,
  /\bas an ai\b/i,
  /\b(?:cannot|can't|unable to) (?:assist|help|comply|fulfil|evaluate|answer)\b/i,
];

/** A short text that declines instead of answering. */
export function looksLikeRefusal(text: string): boolean {
  const beginning = text.slice(0, 600);
  return refusals.some((pattern) => pattern.test(beginning));
}
