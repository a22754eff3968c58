/** A share in percent, never rounded up to all or down to nothing. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded >= 100 && share < 1) return share >= 0.999 ? "99.9" : (share * 100).toFixed(1);
  if (rounded <= 0 && share > 0) return share < 0.001 ? "0.1" : (share * 100).toFixed(1);
  return String(rounded);
}
