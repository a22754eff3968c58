/** `0.6k tokens`, `1.2M tokens`. */
export function tokensText(tokens: number): string {
  if (tokens < 1000) return `${tokens} tokens`;
  if (tokens < 1_000_000) return `${(tokens / 1000).toFixed(1)}k tokens`;
  return `${(tokens / 1_000_000).toFixed(1)}M tokens`;
}

/** `$0.0012`: small amounts keep two digits that say something. */
export function costText(dollars: number): string {
  if (dollars === 0) return "$0";
  const digits = Math.max(2, 1 - Math.floor(Math.log10(Math.abs(dollars))));
  return `$${dollars.toFixed(Math.min(digits, 8))}`;
}
