import { grouped } from "../../core/numbers/grouped.ts";

/** `$0.65`, `$0.004`, `$12.30`, `$2,868`: as many digits as say something. */
export function dollarsText(dollars: number): string {
  if (dollars === 0) return "$0";
  // what cost something is never said to have cost nothing
  if (dollars < 0.000_005) return "< $0.00001";
  const rounded = Number(dollars.toPrecision(1));
  if (rounded < 0.01) return `$${rounded.toFixed(rounded < 0.001 ? 5 : 3)}`;
  if (dollars >= 1000) return `$${numberText(Math.round(dollars))}`;
  return `$${dollars.toFixed(dollars < 0.1 ? 3 : 2)}`;
}

/** `640`, `13.9k`, `353k`, `1.2M`, `9.5B`. */
export function countText(count: number): string {
  if (count < 1000) return `${Math.round(count)}`;
  if (count < 1_000_000) return `${shortened(count / 1000)}k`;
  if (count < 1_000_000_000) return `${shortened(count / 1_000_000)}M`;
  return `${shortened(count / 1_000_000_000)}B`;
}

function shortened(amount: number): string {
  return amount < 100 ? amount.toFixed(1) : `${Math.round(amount)}`;
}

/** `+0.08`, `−0.14`: a difference never stands without its sign. */
export function differenceText(difference: number, digits = 2): string {
  const text = Math.abs(difference).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${difference < 0 ? "−" : "+"}${text}`;
}

/** A share's difference in points: `−17 pts`. */
export function pointsText(difference: number): string {
  return `${differenceText(100 * difference, 0)} pts`;
}

/** `640`, `10,000`: whole. */
export function numberText(count: number): string {
  return grouped(count);
}

/** `1 case`, `3 cases`. */
export function casesText(count: number): string {
  return count === 1 ? "1 case" : `${numberText(count)} cases`;
}
