import type {
  ComparedEfficiency,
  ComparedMetric,
  Comparison,
  ComparisonVerdict,
  Interval,
} from "../../../core/analysis/comparison.ts";
import { figurePlaces } from "../../../core/text/figure-places.ts";
import { metricName } from "../../../core/text/metric-name.ts";
import { numberText } from "../../lib/amounts.ts";
import { percentText } from "../../lib/words.ts";

/** A row of the table of figures: what B changed, how sure that is, and how it is drawn. */
export interface FigureRow {
  readonly id: string;
  readonly name: string;
  readonly hint?: string | undefined;
  readonly a: string;
  readonly b: string;
  readonly change: string;
  readonly interval: string;
  readonly estimate: number | null;
  readonly ends: Interval;
  readonly isFlipped: boolean;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** The smallest difference that so many cases could show. */
  readonly detectable: string;
  readonly verdict?: ComparisonVerdict | undefined;
  /** What half of the axis is worth. */
  readonly half: number;
}

/** How one kind of figure is written, with the digits that the command gives it. */
interface Unit {
  readonly value: (value: number) => string;
  /** Differences, and the two ends of an interval with as many digits each. */
  readonly differences: (...values: readonly number[]) => readonly string[];
  readonly suffix?: string | undefined;
}

const inPoints: Unit = {
  value: percentText,
  differences: (...shares) => {
    const places = placesOf(shares);
    return shares.map((share) => signed(100 * share, (each) => each.toFixed(places)));
  },
  suffix: " pts",
};

function inScores({ a, b, difference }: ComparedMetric): Unit {
  const places = figurePlaces(difference.interval, a.mean, b.mean, difference.estimate);
  return plainUnit((value) => value.toFixed(places));
}

function plainUnit(write: (value: number) => string, suffix?: string): Unit {
  return {
    value: (value) => `${write(value).replace(/^-/, "−")}${suffix ?? ""}`,
    differences: (...values) => values.map((value) => signed(value, write)),
    suffix,
  };
}

const units: Readonly<Record<ComparedEfficiency["name"], Unit>> = {
  cost: plainUnit((amount) => `$${digits(amount)}`),
  tokens: plainUnit((amount) => (amount >= 100 ? numberText(Math.round(amount)) : digits(amount))),
  latency: plainUnit(digits, " s"),
};
const efficiencyNames: Readonly<Record<ComparedEfficiency["name"], string>> = {
  cost: "Cost a case",
  tokens: "Tokens a turn",
  latency: "Seconds a turn",
};

export function figureRows({ passRate, metrics, efficiency, verdict }: Comparison) {
  const isAsked = metrics.some(({ asked }) => asked === true);
  const rate = {
    ...sides(passRate.a.mean, passRate.b.mean, passRate.difference, inPoints),
    ...countsOf(passRate),
    id: "pass-rate",
    name: "Pass rate",
    detectable: amountOf(passRate.detectable, inPoints),
    verdict: isAsked || passRate.a.n === 0 ? undefined : verdict,
    isFlipped: false,
    ownHalf: undefined as number | undefined,
  };
  const others = metrics.map((metric) => ({
    ...sides(metric.a.mean, metric.b.mean, metric.difference, inScores(metric)),
    ...countsOf(metric),
    id: metric.name,
    name: capital(metricName(metric.name)),
    detectable: amountOf(metric.detectable, inScores(metric)),
    verdict: metric.verdict,
    isFlipped: metric.direction === "lower",
    hint: metric.direction === "lower" ? "lower is better" : undefined,
    // a score with no upper end is measured by what A had
    ownHalf: isWithinOne(metric.difference) ? undefined : Math.abs(metric.a.mean ?? 0),
  }));
  const scored = [rate, ...others];
  const half = halfOf(scored.filter(({ ownHalf }) => ownHalf === undefined));
  const figures: readonly FigureRow[] = scored.map(({ ownHalf, ...row }) => ({
    ...row,
    half: ownHalf ?? half,
  }));
  return { figures, efficiency: efficiency.map(efficiencyRow), half };
}

function efficiencyRow({ name, a, b, difference, ...counts }: ComparedEfficiency): FigureRow {
  return {
    ...sides(a.median, b.median, difference, units[name]),
    ...countsOf(counts),
    id: name,
    name: efficiencyNames[name],
    hint: "median, lower is better",
    detectable: "",
    isFlipped: true,
    half: 0.3 * Math.abs(a.median ?? 0) || 1,
  };
}

interface Difference {
  readonly estimate: number | null;
  readonly interval: Interval;
}

function sides(a: number | null, b: number | null, difference: Difference, unit: Unit) {
  const { estimate, interval } = difference;
  const { value, suffix = "", differences } = unit;
  const shown = (each: number | null) => (each === null ? "none" : value(each));
  return {
    a: shown(a),
    b: shown(b),
    change: estimate === null ? "none" : `${differences(estimate)[0]}${suffix}`,
    interval: interval === null ? "none" : `${differences(...interval).join(" to ")}${suffix}`,
    estimate,
    ends: interval,
  };
}

function countsOf({ wins, losses, ties }: Pick<FigureRow, "wins" | "losses" | "ties">) {
  return { wins, losses, ties };
}

function amountOf(value: number | null, { differences, suffix = "" }: Unit): string {
  return value === null ? "" : `${differences(value)[0]?.replace(/^\+/, "")}${suffix}`;
}

/** The same half of the axis for everything between 0 and 1, so that lengths can be compared. */
function halfOf(rows: readonly Pick<FigureRow, "estimate" | "ends">[]): number {
  const most = rows
    .flatMap(({ estimate, ends }) => [estimate ?? 0, ...(ends ?? [])])
    .reduce((one, each) => Math.max(one, Math.abs(each)), 0);
  return [0.05, 0.1, 0.2, 0.5].find((half) => most <= half) ?? 1;
}

function isWithinOne({ estimate, interval }: Difference): boolean {
  return [estimate ?? 0, ...(interval ?? [])].every((each) => Math.abs(each) <= 1);
}

export function signedScore(value: number): string {
  return signed(value, (each) => each.toFixed(2));
}

/** Never a difference that rounds to nothing with a sign before it; the sign is a true minus. */
function signed(value: number, write: (value: number) => string): string {
  const text = write(Math.abs(value));
  if (!/[1-9]/.test(text)) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}

function digits(value: number): string {
  return value === 0 ? "0" : `${Number(value.toPrecision(2))}`.replace(/^-/, "−");
}

/** Below 10 points a tenth of one is still worth saying. */
function placesOf(shares: readonly number[]): number {
  const isSmall = shares.every((share) => Math.abs(share) < 0.0995);
  const isWhole = shares.every((share) => Math.abs(share * 100 - Math.round(share * 100)) < 1e-9);
  return isSmall && !isWhole ? 1 : 0;
}

function capital(text: string): string {
  return /^[a-z]+( |$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
