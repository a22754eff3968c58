import type { RunTable } from "../../src/core/folds/run-table.ts";
import { mulberry32 } from "../../src/statistics/index.ts";
import { aTable, type Score } from "../../src/testing/table-builders.ts";

/** Two agents on the same cases, made up. */
export interface Simulation {
  readonly cases: number;
  /** What B has over A on every case. */
  readonly effect: number;
  /** `verdict` is one trial a case, `trials` the share of five, `score` any number; `clusters` are scores of ten to a cluster. */
  readonly kind: "verdict" | "trials" | "score" | "clusters";
}

export type Random = () => number;

/** Nearly normal, with variance 1. */
export function noise(random: Random): number {
  let sum = -6;
  for (let each = 0; each < 12; each += 1) sum += random();
  return sum;
}

/** Both runs, and the metric that is asked about where it is not the pass rate. */
export function simulateRuns(
  { cases, effect, kind }: Simulation,
  random: Random,
): { readonly a: RunTable; readonly b: RunTable; readonly metric?: string } {
  const shifts = Array.from({ length: Math.ceil(cases / 10) }, () => 0.2 * noise(random));
  const pairs = Array.from({ length: cases }, (_, index) => {
    if (kind === "score" || kind === "clusters") {
      const a = 0.5 + 0.2 * noise(random);
      const together = kind === "clusters" ? (shifts[Math.floor(index / 10)] ?? 0) : 0;
      return { a: [a], b: [a + effect + together + 0.2 * noise(random)] };
    }
    // the cases differ in how hard they are, and B has the same over A on each
    const chance = random() * (1 - effect);
    const trials = kind === "verdict" ? 1 : 5;
    return { a: passes(trials, chance, random), b: passes(trials, chance + effect, random) };
  });
  const cluster = (index: number) => `c${Math.floor(index / 10)}`;
  const runOf = (own: readonly (readonly Score[])[]) =>
    aTable(own, kind === "clusters" ? { cluster } : {});
  const runs = { a: runOf(pairs.map(({ a }) => a)), b: runOf(pairs.map(({ b }) => b)) };
  return kind === "score" || kind === "clusters" ? { ...runs, metric: "match" } : runs;
}

function passes(trials: number, chance: number, random: Random): readonly Score[] {
  return Array.from({ length: trials }, () => (random() < chance ? 1 : 0));
}

/** A seed of its own for everything that is simulated, so that no part hangs on what ran before it. */
export function randomFor(name: string, seed: number): Random {
  let mixed = seed;
  for (const letter of name) mixed = Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0);
  return mulberry32(mixed);
}
