import { mulberry32, type Pair } from "../../src/statistics/index.ts";

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

export function simulatePairs(
  { cases, effect, kind }: Simulation,
  random: Random,
): readonly Pair[] {
  const shifts = Array.from({ length: Math.ceil(cases / 10) }, () => 0.2 * noise(random));
  return Array.from({ length: cases }, (_, index) => {
    const cluster = Math.floor(index / 10);
    if (kind === "score" || kind === "clusters") {
      const a = 0.5 + 0.2 * noise(random);
      const together = kind === "clusters" ? (shifts[cluster] ?? 0) : 0;
      const b = a + effect + together + 0.2 * noise(random);
      return kind === "clusters" ? { a, b, cluster: `c${cluster}` } : { a, b };
    }
    // the cases differ in how hard they are, and B has the same over A on each
    const chance = random() * (1 - effect);
    const trials = kind === "verdict" ? 1 : 5;
    return {
      a: shareOf(trials, chance, random),
      b: shareOf(trials, chance + effect, random),
    };
  });
}

function shareOf(trials: number, chance: number, random: Random): number {
  let passed = 0;
  for (let trial = 0; trial < trials; trial += 1) if (random() < chance) passed += 1;
  return passed / trials;
}

/** A seed of its own for everything that is simulated, so that no part hangs on what ran before it. */
export function randomFor(name: string, seed: number): Random {
  let mixed = seed;
  for (const letter of name) mixed = Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0);
  return mulberry32(mixed);
}
