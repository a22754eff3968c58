import { isNear, sizeOf } from "../../core/numbers/is-near.ts";
import type { Interval } from "../interval.ts";
import { clusteredMean } from "../means/clustered-mean.ts";
import { meanOf } from "../means/mean-interval.ts";
import { sumOf } from "../means/sums.ts";
import { wilson } from "../rates/wilson.ts";
import { bonettPrice } from "./bonett-price.ts";
import { mcnemar } from "./mcnemar.ts";
import { changeOf, differenceOf, isClustered, type Pair } from "./paired-difference.ts";
import { detectableWith } from "./power.ts";
import { signFlip } from "./sign-flip.ts";

/** How p was come by: see `comparePaired`. */
export type ComparisonMethod = "mcnemar-midp" | "sign-flip" | "paired-t" | "clustered-t";

export interface ComparedSide {
  readonly mean: number;
  readonly n: number;
  readonly interval: Interval | null;
}

/** Two runs on the same cases. What is null cannot be known from them. */
export interface PairedComparison {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  /** B − A, whichever direction is the better one. */
  readonly difference: {
    readonly estimate: number;
    readonly interval: Interval | null;
    readonly p: number | null;
    readonly method: ComparisonMethod;
  };
  /** Cases where B is better, worse, and the same. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** The smallest difference that 80 % of such comparisons would have seen. */
  readonly detectable: number | null;
}

export interface CompareOptions {
  /** Whether less is better, as with cost: 'higher' when left out. */
  readonly better?: "higher" | "lower";
  /** Whether each value is one verdict, 1 or 0: then McNemar's test. Left out, it is where every value is 1 or 0. */
  readonly verdicts?: boolean;
}

type Difference = NonNullable<ReturnType<typeof differenceOf>>;

/** Up to so many cases that differ, every pattern of signs is tried; above, the t distribution is as good. */
const FEW = 20;

/**
 * Compares two runs case by case, each case being one pair. Verdicts: McNemar's mid-p with the interval of Bonett and
 * Price. Scores and shares of trials: sign-flip permutation up to 20 cases that differ, the paired t test above, with
 * the t interval. Cases in clusters: t by clusters. Where the differences have no spread, or there is one case or one
 * cluster, interval and `detectable` are null. Null without a pair.
 */
export function comparePaired(
  pairs: readonly Pair[],
  options: CompareOptions = {},
): PairedComparison | null {
  const difference = differenceOf(pairs);
  if (difference === null) return null;
  const { better = "higher" } = options;
  const clustered = isClustered(pairs);
  const verdicts = options.verdicts ?? pairs.every(({ a, b }) => isVerdict(a) && isVerdict(b));
  const changes = pairs.map(changeOf);
  const up = changes.filter((change) => change > 0).length;
  const down = changes.filter((change) => change < 0).length;
  const tested =
    verdicts && !clustered
      ? byVerdicts(difference, up, down)
      : byValues(pairs, difference, up + down);
  const { standardError, interval } = difference;
  return {
    a: sideOf(pairs, ({ a }) => a, verdicts),
    b: sideOf(pairs, ({ b }) => b, verdicts),
    difference: { estimate: difference.mean, ...tested },
    wins: better === "higher" ? up : down,
    losses: better === "higher" ? down : up,
    ties: pairs.length - up - down,
    detectable: standardError === null || interval === null ? null : detectableWith(standardError),
  };
}

function byVerdicts({ n, interval }: Difference, wins: number, losses: number) {
  return {
    interval: interval === null ? null : bonettPrice({ wins, losses, n }),
    p: mcnemar(wins, losses).midP,
    method: "mcnemar-midp",
  } as const;
}

function byValues(pairs: readonly Pair[], difference: Difference, differing: number) {
  const { p, interval, clusters } = difference;
  if (clusters !== null) {
    return { interval, p: p ?? flipClusters(pairs, clusters), method: "clustered-t" } as const;
  }
  if (p !== null && differing > FEW) return { interval, p, method: "paired-t" } as const;
  const flipped = signFlip(pairs.map(changeOf)).p;
  return { interval, p: flipped, method: "sign-flip" } as const;
}

/** Without spread t has no answer, while signs still have. One cluster has none either way. */
function flipClusters(pairs: readonly Pair[], clusters: number): number | null {
  if (clusters < 2) return null;
  const groups = Map.groupBy(pairs, ({ cluster }) => cluster);
  return signFlip(Array.from(groups.values(), changeOfAll)).p;
}

function changeOfAll(pairs: readonly Pair[]): number {
  const sum = sumOf(pairs.map(changeOf));
  return isNear(sum, 0, sizeOf(pairs.flatMap(({ a, b }) => [a, b]))) ? 0 : sum;
}

function sideOf(
  pairs: readonly Pair[],
  read: (pair: Pair) => number,
  verdicts: boolean,
): ComparedSide {
  const values = pairs.map(read);
  const n = values.length;
  if (isClustered(pairs)) {
    const estimate = clusteredMean(
      pairs.map((pair) => ({ value: read(pair), cluster: pair.cluster ?? "" })),
    );
    return { mean: estimate?.mean ?? 0, n, interval: estimate?.interval ?? null };
  }
  if (verdicts) {
    const passed = sumOf(values);
    return { mean: passed / n, n, interval: wilson(passed, n) };
  }
  const estimate = meanOf(values);
  return { mean: estimate?.mean ?? 0, n, interval: estimate?.interval ?? null };
}

function isVerdict(value: number): boolean {
  return value === 0 || value === 1;
}
