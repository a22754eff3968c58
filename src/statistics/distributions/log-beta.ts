const HALF_LOG_TAU = 0.5 * Math.log(2 * Math.PI);

/** From here on seven terms of Stirling's series leave nothing to be seen. */
const SERIES_FROM = 16;

/** What Stirling's formula for log Γ(x) leaves out: (x − ½) log x − x + ½ log 2π is added to it. */
export function stirlingRest(x: number): number {
  if (x < SERIES_FROM) return logGammaByShift(x) - stirling(x);
  const r = 1 / (x * x);
  const tail = 1 / 1188 - r * (691 / 360_360 - r / 156);
  return (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * tail)))) / x;
}

/** The logarithm of the gamma function, for x above 0. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`log Γ is asked for numbers above 0, not for ${x}`);
  return x < SERIES_FROM ? logGammaByShift(x) : stirling(x) + stirlingRest(x);
}

/** The logarithm of the beta function. Never a difference of large logarithms, so it holds its digits for any counts. */
export function logBeta(a: number, b: number): number {
  const whole = a + b;
  return (
    (a - 0.5) * Math.log(a / whole) +
    (b - 0.5) * Math.log(b / whole) -
    0.5 * Math.log(whole) +
    HALF_LOG_TAU +
    stirlingRest(a) +
    stirlingRest(b) -
    stirlingRest(whole)
  );
}

function stirling(x: number): number {
  return (x - 0.5) * Math.log(x) - x + HALF_LOG_TAU;
}

function logGammaByShift(x: number): number {
  let shifted = x;
  let product = 1;
  while (shifted < SERIES_FROM) {
    product *= shifted;
    shifted += 1;
  }
  return stirling(shifted) + stirlingRest(shifted) - Math.log(product);
}
