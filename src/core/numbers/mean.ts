/** Left to right, then one division: how ADK averages trajectory and ROUGE scores. Three times 0.8 gives 0.8000000000000002. */
export function naiveMean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Exact rational arithmetic on the doubles, rounded once, as Python's `statistics.mean`: 0.1, 0.2, 0.3 give 0.2. */
export function exactMean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const parts = values.map(decompose);
  const lowest = parts.reduce((least, part) => Math.min(least, part.exponent), Infinity);
  const sum = parts.reduce(
    (total, part) => total + (part.mantissa << BigInt(part.exponent - lowest)),
    0n,
  );
  return ratio(sum, BigInt(values.length), lowest);
}

/** Python's `round(x, 3)`: decided on the exact value of the double, exact ties to the even digit. */
export function roundToThousandths(value: number): number {
  const thousandfold = value * 1000;
  const fraction = Math.abs(thousandfold % 1);
  // far from a tie the product's own rounding error cannot matter
  if (Math.abs(fraction - 0.5) > 1e-6 && Math.abs(thousandfold) < 2 ** 31) {
    return Math.round(thousandfold) / 1000;
  }
  const { mantissa, exponent } = decompose(value);
  const scaled = mantissa * 1000n;
  if (exponent >= 0) return value;
  const unit = 1n << BigInt(-exponent);
  const magnitude = scaled < 0n ? -scaled : scaled;
  const whole = magnitude / unit;
  const rest = (magnitude % unit) * 2n;
  const up = rest > unit || (rest === unit && whole % 2n === 1n);
  const thousandths = Number(up ? whole + 1n : whole) / 1000;
  return value < 0 ? -thousandths : thousandths;
}

const buffer = new DataView(new ArrayBuffer(8));

/** value = mantissa × 2^exponent, exactly. */
function decompose(value: number): { mantissa: bigint; exponent: number } {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no exact mean`);
  buffer.setFloat64(0, value);
  const bits = buffer.getBigUint64(0);
  const fraction = bits & 0xfffffffffffffn;
  const power = Number((bits >> 52n) & 0x7ffn);
  const mantissa = power === 0 ? fraction : fraction | 0x10000000000000n;
  const exponent = (power === 0 ? 1 : power) - 1075;
  return { mantissa: bits >> 63n === 1n ? -mantissa : mantissa, exponent };
}

/** The double nearest to numerator × 2^exponent / denominator, ties to even. */
function ratio(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  // enough extra bits that the quotient has at least 64, so the last one can absorb the remainder
  const shift = Math.max(0, 66 - (bitLength(magnitude) - bitLength(denominator)));
  const widened = magnitude << BigInt(shift);
  const quotient = widened / denominator;
  const sticky = widened % denominator === 0n ? 0n : 1n;
  const result = scale((quotient << 1n) | sticky, exponent - shift - 1);
  return negative ? -result : result;
}

function bitLength(value: bigint): number {
  return value.toString(2).length;
}

/** mantissa × 2^exponent, rounded once to the nearest double. */
function scale(mantissa: bigint, exponent: number): number {
  const surplus = bitLength(mantissa) - 53;
  const cut = Math.max(surplus, -1074 - exponent);
  if (cut <= 0) return Number(mantissa) * 2 ** exponent;
  const unit = 1n << BigInt(cut);
  const half = unit >> 1n;
  const rest = mantissa & (unit - 1n);
  let kept = mantissa >> BigInt(cut);
  if (rest > half || (rest === half && kept % 2n === 1n)) kept += 1n;
  const power = exponent + cut;
  // two steps, since 2 ** 1024 overflows though the product may not
  return Number(kept) * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));
}
