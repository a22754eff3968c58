import { parseArgs } from "node:util";
import { compareRuns } from "../../src/analysis/compare/compare-runs.ts";
import { earlyDecision } from "../../src/analysis/decide/early-decision.ts";
import { sequentialOutcome } from "../../src/statistics/gates/rate-gate.ts";
import {
  bettingProcess,
  clusteredMean,
  driftOf,
  pairedEValue,
  plannedCases,
  plannedPairs,
} from "../../src/statistics/index.ts";
import { aTable } from "../../src/testing/table-builders.ts";
import { noise, type Random, randomFor, type Simulation, simulateRuns } from "./simulated-runs.ts";

export interface BatteryOptions {
  readonly times: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** What was promised and did not hold; must be empty. */
export type Broken = readonly string[];

interface SameAgents extends BatteryOptions {
  readonly kinds?: readonly Simulation["kind"][];
  readonly sizes?: readonly number[];
}

/** The same agent twice: a winner is called in 5 % at most. */
export function sameAgents(options: SameAgents): Broken {
  const { times, seed, say, sizes = [10, 20, 50, 200] } = options;
  const { kinds = ["verdict", "trials", "score", "clusters"] } = options;
  const broken: string[] = [];
  for (const kind of kinds) {
    for (const cases of kind === "clusters" ? [100, 200] : sizes) {
      const name = `A/A ${kind} ${cases}`;
      const called = share(times, randomFor(name, seed), (random) =>
        isCalled({ cases, effect: 0, kind }, random),
      );
      say(`${name}: a winner in ${percent(called)}`);
      if (called > falseAlarms(times)) broken.push(`${name}: ${percent(called)} false alarms`);
    }
  }
  return broken;
}

/** 5 % and chance: 6.4 % from a thousand on, more where it is only a slice of them. */
function falseAlarms(times: number): number {
  return times < 1000 ? 0.05 + 3 * Math.sqrt((0.05 * 0.95) / times) : 0.064;
}

/** Two agents that differ by what was planned for: found in 80 % at least. */
export function differentAgents({ times, seed, say }: BatteryOptions): Broken {
  const broken: string[] = [];
  for (const { kind, effect, trials } of [
    { kind: "verdict", effect: 0.1, trials: 1 },
    { kind: "verdict", effect: 0.2, trials: 1 },
    { kind: "trials", effect: 0.1, trials: 5 },
    { kind: "trials", effect: 0.05, trials: 5 },
    { kind: "score", effect: 0.05, trials: 1 },
  ] as const) {
    const cases = plan(kind, effect, trials);
    const name = `A/B ${kind} ${effect} ${cases}`;
    const found = share(times, randomFor(name, seed), (random) =>
      isCalled({ cases, effect, kind }, random),
    );
    say(`${name}: found in ${percent(found)}`);
    if (found < 0.8) broken.push(`${name}: found in ${percent(found)} only`);
  }
  return broken;
}

function plan(kind: Simulation["kind"], effect: number, trials: number): number {
  // a score differs by one draw, a rate by a draw of either side
  if (kind === "score") return plannedCases(effect, { betweenCases: 0.04 });
  const within = withinVariance(effect);
  if (kind === "verdict") return plannedPairs(2 * within + effect ** 2, effect) ?? 0;
  const spread = { withinA: within, withinB: within, trialsA: trials, trialsB: trials };
  return plannedCases(effect, { betweenCases: 0, ...spread });
}

/** Looked at after every case: a false alarm in 5 % at most, over all looks together. */
export function peeking({ times, seed, say }: BatteryOptions): Broken {
  const broken: string[] = [];
  for (const [name, isFalse] of Object.entries({ ...peeks, ...decisions })) {
    const alarms = share(times, randomFor(name, seed), isFalse);
    say(`peeking, ${name}: ${percent(alarms)} false alarms`);
    if (alarms > 0.05) broken.push(`${name}: ${percent(alarms)} false alarms`);
  }
  return broken;
}

const LOOKS = 500;

const peeks: Readonly<Record<string, (random: Random) => boolean>> = {
  "gate at 0.5": (random) => isGateDecided(0.5, random),
  "gate at 0.9": (random) => isGateDecided(0.9, random),
  "discordant pairs": (random) => {
    let wins = 0;
    for (let look = 1; look <= LOOKS; look += 1) {
      if (random() < 0.5) wins += 1;
      if (pairedEValue(wins, look - wins) >= 20) return true;
    }
    return false;
  },
  "drift over 20 runs": (random) => {
    const chances = Array.from({ length: 50 }, random);
    const runs = Array.from({ length: 20 }, () => {
      const passed = chances.filter((chance) => random() < chance).length;
      return { passed, failed: chances.length - passed, notEvaluated: 0 };
    });
    return driftOf(runs)?.calledAt !== null;
  },
  "betting on rates": (random) => isBetDecided(0.8, [0, 1], random, () => Number(random() < 0.8)),
  "betting on differences": (random) =>
    isBetDecided(0, [-1, 1], random, () => (random() < 0.8 ? 0 : random() < 0.5 ? 1 : -1)),
};

/** Gates of `--decide`, at the very threshold: whatever is said of them is wrong. */
const decisions: typeof peeks = {
  "--decide on a pass rate": (random) =>
    saysDecided("pass-rate > 0.8", random, () => Number(random() < 0.8)) !== undefined,
  "--decide on a metric, met": (random) =>
    saysDecided("match > 0.5", random, () => random()) === "met",
  "--decide on a metric, not met": (random) =>
    saysDecided("match > 0.5", random, () => random() ** 2 * 1.5 * 0.5 + 0.25) === "not-met",
  "--decide on no-worse": (random) =>
    saysDecided("no-worse 0.1", random, () => Number(random() < 0.7), 0.8) !== undefined,
};

/** Two hundred cases, looked at after each of them. */
function saysDecided(gate: string, random: Random, draw: () => number, before = 0) {
  const cases = 200;
  const old = Array.from({ length: cases }, () => [Number(random() < before)]);
  const run = aTable(Array.from({ length: cases }, () => [draw()]));
  const early = earlyDecision({
    run,
    baseline: aTable(old),
    conditions: [gate],
    isClustered: false,
  });
  for (const each of run.cases) early.add(each);
  return early.decided?.outcome;
}

/** Wrong either way: the rate is what the gate asks about, so neither side of it is true. */
function isGateDecided(threshold: number, random: Random): boolean {
  const tally = { passed: 0, failed: 0, notEvaluated: 0 };
  for (let look = 0; look < LOOKS; look += 1) {
    tally[random() < threshold ? "passed" : "failed"] += 1;
    if (sequentialOutcome(tally, { operator: ">", threshold }) !== "undecided") return true;
  }
  return false;
}

function isBetDecided(
  threshold: number,
  range: readonly [number, number],
  random: Random,
  draw: () => number,
): boolean {
  const process = bettingProcess({ threshold, range });
  const side = random() < 0.5 ? "above" : "below";
  for (let look = 0; look < LOOKS; look += 1) process.add(draw());
  // one side at a time, as a gate has one that would be an alarm
  return process[side] >= 20;
}

/** Intervals by clusters hold the truth as often as they say, from ten clusters on. */
export function clusterCoverage({ times, seed, say }: BatteryOptions): Broken {
  const broken: string[] = [];
  for (const clusters of [10, 20, 50]) {
    const name = `coverage ${clusters} clusters`;
    const held = share(times, randomFor(name, seed), (random) => {
      const values = Array.from({ length: clusters }, (_, index) => {
        const shift = noise(random);
        const size = 2 + Math.floor(random() * 8);
        return Array.from({ length: size }, () => ({
          cluster: `c${index}`,
          value: shift + noise(random),
        }));
      }).flat();
      const [low, high] = clusteredMean(values)?.interval ?? [0, 0];
      return low <= 0 && high >= 0;
    });
    say(`${name}: ${percent(held)}`);
    if (held < 0.92 || held > 0.97) broken.push(`${name}: ${percent(held)}`);
  }
  return broken;
}

/** By what `assay compare` says of two such runs. */
function isCalled(simulation: Simulation, random: Random): boolean {
  const { a, b, metric } = simulateRuns(simulation, random);
  const { verdict } = compareRuns(a, b, { metric });
  return verdict === "better" || verdict === "worse";
}

/** Mean of p(1 − p) over cases whose chance is anywhere in the room that the effect leaves. */
function withinVariance(effect: number): number {
  const room = 1 - effect;
  const steps = 1000;
  let sum = 0;
  for (let step = 0; step < steps; step += 1) {
    const low = ((step + 0.5) / steps) * room;
    sum += (low * (1 - low) + (low + effect) * (1 - low - effect)) / 2;
  }
  return sum / steps;
}

function share(times: number, random: Random, happens: (random: Random) => boolean): number {
  let count = 0;
  for (let time = 0; time < times; time += 1) if (happens(random)) count += 1;
  return count / times;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      times: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
    },
  });
  const options: BatteryOptions = {
    times: Number(values.times),
    seed: Number(values.seed),
    say: (line) => process.stdout.write(`${line}\n`),
  };
  const broken = [sameAgents, differentAgents, peeking, clusterCoverage].flatMap((part) =>
    part(options),
  );
  process.stdout.write(broken.length === 0 ? "All of it holds.\n" : `${broken.join("\n")}\n`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
