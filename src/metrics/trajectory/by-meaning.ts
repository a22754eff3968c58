import { ARGUMENT_MEANING } from "../../core/case-settings.ts";
import type { Judge } from "../../core/judge.ts";
import type { MeasureFunction, MetricInput, MetricSetup } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import { argumentMeaningQuestion } from "../judged/prompts/argument-meaning-prompt.ts";
import { votesOf, whyUnused } from "../judged/prompts/valid-question.ts";
import { judgeNotes } from "../judged/scoring/judge-notes.ts";
import { majorityVote, whyUndecided } from "../judged/scoring/majority-vote.ts";
import { UnusableMatcher } from "./matching/argument-matcher.ts";
import type { MeaningPair, Meanings } from "./matching/meanings.ts";

/** What a judge said of two values, and how that came about. */
interface JudgedPair extends MeaningPair {
  /** Undefined: too few samples said anything that counts. */
  readonly same: boolean | undefined;
  readonly unusable?: UnusableMatcher | undefined;
  readonly notes: object;
}

type Measure = (input: MetricInput, meanings: Meanings) => MetricOutcome;

/** The judge of a config, or of the command line; a metric of calls has no settings for one. */
const usualJudge = { model: "gemini-2.5-flash", samples: 5, parallelism: 4 } as const;

/**
 * A metric that compares arguments, some of them by meaning. It is measured as ever; where it comes upon two values that only a
 * judge can compare, the judge is asked, and it is measured again with the answers, until nothing is open.
 */
export function measureByMeaning(
  { judgeFor }: Pick<MetricSetup, "judgeFor">,
  measure: Measure,
): MeasureFunction {
  if (judgeFor === undefined) return (input) => measure(input, nobodyToAsk());
  const judge = judgeFor(usualJudge);
  return (input) => {
    if (input.ask === undefined) return measure(input, nobodyToAsk());
    const table = meaningTable();
    const outcome = measure(input, table.meanings);
    if (table.open.size === 0) return outcome;
    return askUntilKnown({ judge, input, measure, table });
  };
}

/** Where no judge can be asked: what is clear without one is decided all the same, and what only explains needs none. */
function nobodyToAsk(): Meanings {
  const silence = openSilence();
  return {
    areSame({ tool, argument }) {
      if (silence.isKept()) return false;
      const message = `${argument} of ${tool} is compared by meaning, and no judge can be asked here.`;
      throw new UnusableMatcher("judge-error", message);
    },
    isOpen: () => true,
    withoutAsking: silence.keep,
  };
}

interface MeaningTable {
  readonly known: Map<string, JudgedPair>;
  /** Pairs that were met and of which nothing is known yet. */
  readonly open: Map<string, MeaningPair>;
  readonly meanings: Meanings;
}

function meaningTable(): MeaningTable {
  const known = new Map<string, JudgedPair>();
  const open = new Map<string, MeaningPair>();
  const silence = openSilence();
  return {
    known,
    open,
    meanings: {
      areSame(pair) {
        const key = keyOf(pair);
        const found = known.get(key);
        if (found?.unusable !== undefined && !silence.isKept()) throw found.unusable;
        if (found === undefined && !silence.isKept()) open.set(key, pair);
        return found?.same === true;
      },
      isOpen: (pair) => known.get(keyOf(pair))?.same === undefined,
      withoutAsking: silence.keep,
    },
  };
}

function openSilence() {
  let isKept = false;
  return {
    isKept: () => isKept,
    keep<T>(work: () => T): T {
      const before = isKept;
      isKept = true;
      try {
        return work();
      } finally {
        isKept = before;
      }
    },
  };
}

function keyOf({ tool, argument, wanted, given }: MeaningPair): string {
  return JSON.stringify([tool, argument, wanted, given]);
}

interface Asked {
  readonly judge: Judge;
  readonly input: MetricInput;
  readonly measure: Measure;
  readonly table: MeaningTable;
}

/** An answer may lead to another pair: a call that is no match leaves its place to the next one. */
async function askUntilKnown(asked: Asked): Promise<MetricOutcome> {
  const { input, measure, table } = asked;
  for (;;) {
    const pairs = [...table.open];
    table.open.clear();
    const judged = await Promise.all(
      pairs.map(async ([key, pair]) => [key, await judgePair(pair, asked)] as const),
    );
    for (const [key, pair] of judged) table.known.set(key, pair);
    const outcome = measure(input, table.meanings);
    if (table.open.size === 0) return withEvidence(outcome, [...table.known.values()]);
  }
}

async function judgePair(pair: MeaningPair, { judge, input }: Asked): Promise<JudgedPair> {
  const { ask, signal } = input;
  if (ask === undefined) throw new Error("nobody can be asked");
  // no word of the metric: word by word the same question, it is answered by the journal when another metric asks it again
  const step = `${ARGUMENT_MEANING} ${pair.tool}.${pair.argument}`;
  const question = argumentMeaningQuestion(step, pair);
  const samples = await judge.ask(question, { ask, signal });
  const votes = votesOf(samples);
  const { score, yes, no, unusable } = majorityVote(votes);
  const rationale = samples[votes.indexOf(score === 1)]?.verdict?.rationale;
  const notes = {
    ...(rationale === undefined ? {} : { rationale }),
    votes: { valid: yes, invalid: no, unusable },
    judge: judgeNotes(judge, question, samples),
  };
  if (score !== undefined) return { ...pair, same: score === 1, notes };
  const { reason, why } = whyUndecided(samples, yes + no, whyUnused(samples));
  const message = `${pair.argument} of ${pair.tool}, by meaning. ${why}`;
  return { ...pair, same: undefined, unusable: new UnusableMatcher(reason, message), notes };
}

function withEvidence(outcome: MetricOutcome, judged: readonly JudgedPair[]): MetricOutcome {
  if (outcome.kind === "not-evaluated") return outcome;
  const meanings = judged.map(({ notes, unusable: _, ...pair }) => ({ ...pair, ...notes }));
  return { ...outcome, details: { ...outcome.details, meanings } };
}
