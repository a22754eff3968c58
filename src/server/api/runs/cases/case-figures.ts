import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import { knownCalls } from "../../../../core/folds/known-calls.ts";
import { type Invocation, toolCallsOf } from "../../../../core/invocation.ts";
import type { CallEndEvent, CaseResult } from "../../../../core/run.ts";
import type { RunInfo } from "../../../../core/run-info.ts";
import { tokensOfTurns } from "../../../../metrics/efficiency/total-tokens.ts";
import { agentCosts } from "../../../../project/gates/with-costs.ts";

/** What one case took, on average over its trials. Unknown is undefined, never nothing. */
export interface CaseFigures {
  /** US dollars for the agent's own model calls. */
  readonly cost?: number | undefined;
  /** Seconds that the agent took for all its turns. */
  readonly latency?: number | undefined;
  readonly tokens?: number | undefined;
  /** US dollars for judges, played users and simulated tools. */
  readonly judging?: number | undefined;
}

/** Adds up what cases took, while their conversations end. */
export interface FiguresFold {
  add(result: CaseResult, about: RunInfo): void;
  addCall(call: CallEndEvent): void;
  of(key: string): CaseFigures;
  /** Tools that the case's agent called. */
  toolsOf(key: string): readonly string[];
  /** Of all conversations together, as far as they tell. */
  totals(): CaseFigures;
}

export function figuresFold(): FiguresFold {
  const cases = new Map<string, Sums>();
  const isNewCall = knownCalls();
  let costOf: ((each: CaseResult) => number | undefined) | undefined;

  function sumsOf(key: string): Sums {
    const known = cases.get(key) ?? newSums();
    cases.set(key, known);
    return known;
  }
  return {
    add(result, about) {
      costOf ??= agentCosts(about);
      const { cost, latency, tokens, tools } = sumsOf(caseKeyOf(result));
      for (const turn of result.invocations) {
        for (const { name } of toolCallsOf(turn)) if (name !== undefined) tools.add(name);
      }
      cost.push(costOf(result));
      latency.push(secondsOf(result.invocations));
      tokens.push(tokensOfTurns(result.invocations));
    },
    addCall(call) {
      if (!isNewCall(call)) return;
      const sums = sumsOf(caseKeyOf(call));
      if (call.cost !== undefined) sums.judging = (sums.judging ?? 0) + call.cost;
    },
    of(key) {
      const sums = cases.get(key);
      if (sums === undefined) return {};
      const { cost, latency, tokens, judging } = sums;
      return {
        ...figure("cost", meanOf(cost)),
        ...figure("latency", meanOf(latency)),
        ...figure("tokens", meanOf(tokens)),
        ...figure("judging", judging),
      };
    },
    toolsOf: (key) => [...(cases.get(key)?.tools ?? [])],
    totals() {
      const all = [...cases.values()];
      return {
        ...figure("cost", sumOf(all.flatMap(({ cost }) => cost))),
        ...figure("latency", sumOf(all.flatMap(({ latency }) => latency))),
        ...figure("tokens", sumOf(all.flatMap(({ tokens }) => tokens))),
        ...figure("judging", sumOf(all.map(({ judging }) => judging))),
      };
    },
  };
}

interface Sums {
  readonly cost: (number | undefined)[];
  readonly latency: (number | undefined)[];
  readonly tokens: (number | undefined)[];
  readonly tools: Set<string>;
  judging: number | undefined;
}

function newSums(): Sums {
  return { cost: [], latency: [], tokens: [], tools: new Set(), judging: undefined };
}

function figure(name: keyof CaseFigures, value: number | undefined): CaseFigures {
  return value === undefined ? {} : { [name]: value };
}

function secondsOf(turns: readonly Invocation[]): number | undefined {
  let seconds = 0;
  for (const { duration } of turns) {
    if (duration === undefined) return undefined;
    seconds += duration;
  }
  return turns.length === 0 ? undefined : seconds;
}

/** Of the trials that tell; undefined where none does. */
function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  const sum = sumOf(known);
  return sum === undefined ? undefined : sum / known.length;
}

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}
