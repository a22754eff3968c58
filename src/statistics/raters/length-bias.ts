import { tTwoSided } from "../distributions/student-t.ts";
import { squaresAbout, sumOf } from "../means/sums.ts";
import { needFinite } from "../need-finite.ts";

export interface LengthBias {
  /** Spearman's rank correlation of length and score. */
  readonly correlation: number;
  readonly p: number;
  /** Worth a warning: 0.5 or more, and no accident. */
  readonly biased: boolean;
}

/** Whether a judge likes long answers. Null for fewer than three, and where all are as long or as good as each other. */
export function lengthBias(
  answers: readonly { readonly length: number; readonly score: number }[],
): LengthBias | null {
  const lengths = answers.map(({ length }) => length);
  const scores = answers.map(({ score }) => score);
  needFinite(lengths, "lengths");
  needFinite(scores, "scores");
  const n = answers.length;
  if (n < 3) return null;
  const correlation = spearman(lengths, scores);
  if (correlation === null) return null;
  const left = 1 - correlation ** 2;
  const t = left <= 0 ? Number.POSITIVE_INFINITY : correlation * Math.sqrt((n - 2) / left);
  const p = tTwoSided(t, n - 2);
  return { correlation, p, biased: correlation >= 0.5 && p < 0.05 };
}

/** Spearman's rank correlation, ties sharing their mean rank. Null where either does not vary. */
export function spearman(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length !== ys.length) throw new RangeError("ranks are compared in pairs");
  needFinite([...xs, ...ys], "what is ranked");
  const [a, b] = [ranks(xs), ranks(ys)];
  const middle = (xs.length + 1) / 2;
  const scale = Math.sqrt(squaresAbout(a, middle) * squaresAbout(b, middle));
  if (scale === 0) return null;
  const products = sumOf(a.map((rank, i) => (rank - middle) * ((b[i] ?? 0) - middle)));
  return Math.max(-1, Math.min(1, products / scale));
}

function ranks(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const found = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (const index of order.slice(from, to)) found[index] = (from + 1 + to) / 2;
    from = to;
  }
  return found;
}
