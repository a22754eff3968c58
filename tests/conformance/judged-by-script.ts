import { expect } from "vitest";
import { textOf } from "../../src/core/content.ts";
import { isUserFacingError } from "../../src/core/errors.ts";
import type { EvalCase } from "../../src/core/eval-set.ts";
import type { Invocation } from "../../src/core/invocation.ts";
import type { MetricDetails } from "../../src/core/metric-outcome.ts";
import type { MetricResult } from "../../src/core/run.ts";
import { array } from "../../src/core/schema/schema.ts";
import { invocationSchema } from "../../src/eval-sets/schema/invocation-schema.ts";
import { rubricsSchema } from "../../src/eval-sets/schema/rubric-schema.ts";
import { scenarioSchema } from "../../src/eval-sets/schema/scenario-schema.ts";
import { planMetric } from "../../src/project/metrics/plan-metrics.ts";
import { measureMetric } from "../../src/runner/measure-metric.ts";
import { shareRubrics } from "../../src/runner/share-rubrics.ts";
import { anEvalCase } from "../../src/testing/builders.ts";
import { expectScore, ours, readShape } from "./compare.ts";
import {
  type Asked,
  type HandedVerdict,
  type ScriptedAnswer,
  scriptedJudge,
} from "./scripted-judge.ts";

export interface JudgedInput {
  readonly criterion: unknown;
  readonly actual: unknown;
  readonly expected?: unknown;
  readonly case_rubrics?: unknown;
  readonly scenario?: unknown;
}

interface RubricEntry {
  readonly rubric_id: string;
  readonly score: number | null;
}

export interface JudgedOutcome {
  readonly error?: object;
  readonly overall_score: number | null;
  readonly overall_status: string;
  readonly overall_rubrics?: readonly RubricEntry[];
  readonly per_invocation: readonly {
    readonly score: number | null;
    readonly status: string;
    readonly rubrics?: readonly RubricEntry[];
  }[];
}

/** Measures turns by one metric whose judge answers by script. Undefined: refused before anything is measured. */
export async function measureByScript(
  name: string,
  input: JudgedInput,
  answer: (asked: Asked) => ScriptedAnswer,
  handed?: HandedVerdict,
): Promise<MetricResult | undefined> {
  const { judgeFor, ask, check } = scriptedJudge(answer, handed);
  const actual = turnsOf(input.actual);
  const planned = refusable(() => {
    const metric = planMetric(name, input.criterion, { judgeFor });
    const expected = readShape(array(invocationSchema), input.expected);
    return { metric, expected, evalCase: caseOf(input, expected) };
  });
  if (planned === undefined) return undefined;
  const { metric, expected, evalCase } = planned;
  const result = await measureMetric(metric, {
    evalCase,
    actual: shareRubrics(evalCase, actual).actual,
    expected,
    ask,
    earlier: [],
    signal: new AbortController().signal,
  });
  check();
  return result;
}

/** What an agent did is never refused; what stands in files may be. */
function turnsOf(actual: unknown): readonly Invocation[] {
  return readShape(array(invocationSchema), actual) ?? [];
}

function refusable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isUserFacingError(error)) return undefined;
    throw error;
  }
}

/** A question must be about the turn that it says it is about: the user texts are unique. */
export function expectTurn({ turn, material }: Asked, input: JudgedInput): void {
  if (turn < 0) return;
  const said = [input.actual, input.expected].flatMap((turns) => {
    const message = turnsOf(turns)[turn];
    return message === undefined ? [] : [textOf(message.userContent) ?? ""];
  });
  // one past the last turn is the end of a played conversation; and an empty message shows nothing
  if (said.length === 0 || said.includes("")) return;
  const isShown = (text: string) => {
    const written = JSON.stringify(text).slice(1, -1);
    return material.some((each) => each.text.includes(text) || each.text.includes(written));
  };
  if (!said.some(isShown)) throw new Error(`turn ${turn} is asked about without its own message`);
}

/** The sample that a question is about; a vector says how often a judge is asked. */
export function sampleOf<T>(samples: readonly T[] | undefined, sample: number): T {
  const found = samples?.[sample];
  if (found === undefined) throw new Error("asked more often than the vector has samples");
  return found;
}

/** A word of the vectors' menu; any other is a mistake of the vector, and no reply of a judge. */
export function wordOf<Word extends string>(word: string, menu: readonly Word[]): Word {
  const known = menu.find((each) => each === word);
  if (known === undefined) throw new Error(`${JSON.stringify(word)} is no verdict`);
  return known;
}

export function expectOutcome(result: MetricResult | undefined, wanted: JudgedOutcome): void {
  if (wanted.error !== undefined) {
    expect(result?.status ?? "refused").toMatch(/^(refused|not-evaluated)$/);
    expect(result?.score).toBeUndefined();
    return;
  }
  expect(result?.detail ?? "").not.toContain(" broke: ");
  expectScore(result?.score, wanted.overall_score);
  expect(result?.status).toBe(ours(wanted.overall_status));
  const turns = result?.perInvocation ?? [];
  // the reference gives no entries at all where nothing was scored
  if (wanted.per_invocation.length === 0) expect(wanted.overall_score).toBeNull();
  else {
    expect(turns.map(({ status }) => status)).toEqual(
      wanted.per_invocation.map(({ status }) => ours(status)),
    );
  }
  for (const [place, turn] of wanted.per_invocation.entries()) {
    expectScore(turns[place]?.score, turn.score);
    if (turn.rubrics !== undefined) expectRubrics(turns[place]?.details, turn.rubrics);
  }
  if (wanted.overall_rubrics !== undefined) expectRubrics(result?.details, wanted.overall_rubrics);
}

/** A rubric that is not listed and one listed without a score are the same. */
function expectRubrics(details: MetricDetails | undefined, wanted: readonly RubricEntry[]): void {
  const given = (details?.rubricScores ?? []) as readonly {
    readonly rubricId: string;
    readonly score: number | undefined;
  }[];
  const scored = given.filter(({ score }) => score !== undefined);
  const wantedScored = wanted.filter(({ score }) => score !== null);
  expect(inOrder(scored.map(({ rubricId }) => rubricId))).toEqual(
    inOrder(wantedScored.map(({ rubric_id }) => rubric_id)),
  );
  for (const { rubric_id, score } of wantedScored) {
    expectScore(scored.find(({ rubricId }) => rubricId === rubric_id)?.score, score);
  }
}

/** The order in which replies name them, which JavaScript forgets of keys that are numbers. */
function inOrder(ids: readonly string[]): readonly string[] {
  return ids.some((id) => /^\d+$/.test(id)) ? [...ids].sort() : ids;
}

function caseOf(input: JudgedInput, conversation: EvalCase["conversation"]): EvalCase {
  const conversationScenario = readShape(scenarioSchema, input.scenario);
  const rubrics = readShape(rubricsSchema, input.case_rubrics, { shorthand: true });
  return anEvalCase({
    ...(conversationScenario === undefined ? { conversation } : { conversationScenario }),
    rubrics,
  });
}
