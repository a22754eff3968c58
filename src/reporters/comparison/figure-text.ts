import type {
  ComparedEfficiency,
  ComparisonVerdict,
  Interval,
} from "../../core/analysis/comparison.ts";
import { percent } from "../../core/text/percent.ts";

/** How one kind of figure is written: alone, as a difference, and as the interval of one. */
export interface FigureUnit {
  value(value: number): string;
  change(value: number): string;
  range(low: number, high: number): string;
}

/** Of a rate, whose differences are points. */
export const rateUnit: FigureUnit = {
  value: (share) => `${percent(share)} %`,
  change: (share) => `${signed(share * 100, placesFor(share))} pts`,
  range: (low, high) => {
    const places = placesFor(low, high);
    return `${signed(low * 100, places)} to ${signed(high * 100, places)}`;
  },
};

/** Of scores, with as many places after the point as they are told apart by. */
export function scoreUnit(places: number): FigureUnit {
  return unitOf((value) => value.toFixed(places));
}

const efficiencyUnits: Readonly<Record<ComparedEfficiency["name"], FigureUnit>> = {
  cost: unitOf((value) => `$${significant(value)}`),
  tokens: unitOf((value) => (Math.abs(value) >= 100 ? value.toFixed(0) : significant(value))),
  latency: {
    ...unitOf((value) => `${significant(value)} s`),
    // as of a rate, the unit stands beside the difference already
    range: unitOf(significant).range,
  },
};

export function efficiencyUnit(name: ComparedEfficiency["name"]): FigureUnit {
  return efficiencyUnits[name];
}

export const efficiencyNames: Readonly<Record<ComparedEfficiency["name"], string>> = {
  cost: "dollars a case",
  tokens: "tokens a turn",
  latency: "seconds a turn",
};

/** The same where a line has no room for more: none is longer than what names are never cut to. */
export const shortEfficiencyNames: typeof efficiencyNames = {
  cost: "$/case",
  tokens: "tokens",
  latency: "s/turn",
};

export const verdictWords: Readonly<Record<ComparisonVerdict, string>> = {
  better: "better",
  worse: "worse",
  "no-evidence": "no evidence",
  "too-few": "too few",
};

export function valueText(value: number | null, unit: FigureUnit): string {
  return value === null ? "–" : unit.value(value);
}

export function changeText(value: number | null, unit: FigureUnit): string {
  return value === null ? "–" : unit.change(value);
}

export function rangeText(interval: Interval, unit: FigureUnit): string {
  return interval === null ? "none" : unit.range(interval[0], interval[1]);
}

/** `<0.001`, `0.012`, `0.31`: as many digits as anybody decides by. */
export function pText(p: number | null): string {
  if (p === null) return "–";
  if (p < 0.001) return "<0.001";
  return p < 0.1 ? p.toFixed(3) : p.toFixed(2);
}

/** Below 10 points a tenth of one is still worth saying. */
function placesFor(...shares: readonly number[]): number {
  const isSmall = shares.every((share) => Math.abs(share) < 0.0995);
  const isWhole = shares.every((share) => Math.abs(share * 100 - Math.round(share * 100)) < 1e-9);
  return isSmall && !isWhole ? 1 : 0;
}

/** Never a difference that rounds to nothing with a sign before it. */
function signed(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places);
  if (Number(text) === 0) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}

function unitOf(write: (value: number) => string): FigureUnit {
  const change = (value: number) => {
    const text = write(Math.abs(value));
    const isNothing = !/[1-9]/.test(text);
    return isNothing ? text : `${value > 0 ? "+" : "−"}${text}`;
  };
  return { value: write, change, range: (low, high) => `${change(low)} to ${change(high)}` };
}

function significant(value: number): string {
  return value === 0 ? "0" : String(Number(value.toPrecision(2)));
}
