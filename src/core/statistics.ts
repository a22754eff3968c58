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
