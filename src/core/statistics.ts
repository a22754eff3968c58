/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/** Wilson's 95 % interval of a rate; undefined where there is too little to speak of one. */
export function wilson(passed: number, of: number): readonly [number, number] | undefined {
  if (of < 2) return undefined;
  const share = passed / of;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const middle = share + (Z * Z) / (2 * of);
  const scale = 1 + (Z * Z) / of;
  const low = passed === 0 ? 0 : (middle - spread) / scale;
  const high = passed === of ? 1 : (middle + spread) / scale;
  return [low, high];
}

/** The chance that at least one of k trials passes, from `passed` of n; undefined for fewer than k trials. */
export function passAtK(trials: number, passed: number, k: number): number | undefined {
  if (k < 1 || trials < k) return undefined;
  const missed = trials - passed;
  if (missed < k) return 1;
  let allMissed = 1;
  for (let each = 0; each < k; each += 1) allMissed *= (missed - each) / (trials - each);
  return 1 - allMissed;
}

/** The chance that all of k trials pass; what is left of a rate when it must hold every time. */
export function passHatK(trials: number, passed: number, k: number): number | undefined {
  if (k < 1 || trials < k) return undefined;
  let allPassed = 1;
  for (let each = 0; each < k; each += 1) allPassed *= Math.max(0, passed - each) / (trials - each);
  return allPassed;
}
