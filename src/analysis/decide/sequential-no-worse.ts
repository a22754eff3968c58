import { caseKeyOf } from "../../core/folds/case-key.ts";
import { noWorseFigure } from "../gates/measure-no-worse.ts";
import type { NoWorseGate } from "../gates/parse-gate.ts";
import type { SequentialContext, SequentialGate } from "./sequential-look.ts";
import { meanBets } from "./sequential-mean.ts";

/** The interval that it is looked at by has two sides, of 2.5 % each. */
const ALPHA = 0.025;

/** What became of each case that the baseline has too, by bets against a loss of the margin. */
export function sequentialNoWorse(
  gate: NoWorseGate,
  { run, baseline }: SequentialContext,
): SequentialGate | null {
  const figure = baseline && noWorseFigure(gate, run, baseline);
  if (baseline === undefined || figure === undefined || figure.range === null) return null;
  const { before, after, direction, range } = figure;
  const reach = range[1] - range[0];
  const sign = direction === "higher" ? 1 : -1;
  // a gain counts upwards, whichever direction is the better one
  const bets = meanBets({ threshold: -gate.margin, range: [-reach, reach], alpha: ALPHA });
  if (bets === null) return null;
  const earlier = new Map(baseline.cases.map((each) => [caseKeyOf(each), each]));
  let unpaired = 0;
  const outcomeOf = (): SequentialGate["outcome"] =>
    bets.side === null ? "undecided" : bets.side === "above" ? "met" : "not-met";
  return {
    get outcome() {
      return outcomeOf();
    },
    add(each) {
      const old = earlier.get(caseKeyOf(each));
      const was = old === undefined ? null : before(old);
      const is = after(each);
      if (is === undefined) return;
      if (was === null) {
        unpaired += 1;
        return;
      }
      const gain = (value: number) => sign * (value - was);
      const ends = [is.ends?.[0] ?? is.value ?? range[0], is.ends?.[1] ?? is.value ?? range[1]];
      const gains = ends.map(gain).sort((a, b) => a - b);
      bets.add({
        value: is.value === null ? null : gain(is.value),
        least: gains[0] ?? -reach,
        most: gains[1] ?? reach,
      });
    },
    measured() {
      const measured = bets.measured(outcomeOf(), true);
      const signed = (value: number | null) => (value === null ? null : sign * value || 0);
      const { estimate, bound } = measured;
      return { ...measured, estimate: signed(estimate), bound: signed(bound), unpaired };
    },
  };
}
