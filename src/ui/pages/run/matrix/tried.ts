/** Thresholds that are tried, by the name of the metric. */
export type Tried = Readonly<Record<string, number>>;

/** As an address has them: `response_match_score:0.6,safety_v1:1`. */
export function triedIn(text: string | undefined): Tried {
  const parts = (text ?? "").split(",").filter((part) => part !== "");
  return Object.fromEntries(
    parts.flatMap((part) => {
      const at = part.lastIndexOf(":");
      const threshold = Number(part.slice(at + 1));
      return at < 1 || Number.isNaN(threshold) ? [] : [[part.slice(0, at), threshold]];
    }),
  );
}

/** Undefined for none, so that the address has no word of it. */
export function triedText(tried: Tried): string | undefined {
  const parts = Object.entries(tried).map(([name, threshold]) => `${name}:${threshold}`);
  return parts.length === 0 ? undefined : parts.join(",");
}
