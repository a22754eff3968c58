import { createHash } from "node:crypto";
import { textOf } from "../core/content.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import { fieldsOf, numberFrom, objectsOf, textFrom } from "../core/json/loose-json.ts";
import type { TurnScore } from "../core/metric-outcome.ts";
import type { CaseResult, MetricResult } from "../core/run.ts";
import type { MetricSetting } from "../core/run-info.ts";
import { meets } from "../core/verdict.ts";
import { comparesWithReference, isLabelled } from "./labelled-metrics.ts";
import { rubricTexts } from "./rubric-texts.ts";

/** What a judge said of one answer in a run, as far as a person could say the same. */
export interface JudgedAnswer {
  /** The same for the same question, whichever run it was asked in. */
  readonly key: string;
  readonly evalSetId: string;
  readonly evalId: string;
  /** Both from 0. */
  readonly trial: number;
  readonly turn: number;
  readonly user: string;
  readonly answer: string;
  readonly reference?: string | undefined;
  /** The property that was asked about, and its id. */
  readonly rubric?: string | undefined;
  readonly rubricId?: string | undefined;
  readonly judge: "pass" | "fail" | "no verdict";
  readonly votes?: AnswerVotes | undefined;
  /** In the judge's words. */
  readonly rationale?: string | undefined;
  /** In ours: why it failed, or came to nothing. */
  readonly why?: string | undefined;
  readonly model?: string | undefined;
  readonly promptVersion?: number | undefined;
}

interface AnswerVotes {
  readonly pass: number;
  readonly fail: number;
  readonly unusable: number;
}

/** What makes a question: labels and verdicts with the same one belong together. */
export interface Question {
  readonly metric: string;
  readonly user: string;
  readonly answer: string;
  readonly reference?: string | undefined;
  readonly rubric?: string | undefined;
}

export function questionKey({ metric, user, answer, reference, rubric }: Question): string {
  const asked = comparesWithReference(metric) ? reference : undefined;
  const text = JSON.stringify([metric, user, answer, asked ?? null, rubric ?? null]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** What was judged in a finished conversation, answer by answer and rubric by rubric. */
export function judgedAnswers(
  result: CaseResult,
  settings: readonly MetricSetting[],
): ReadonlyMap<string, readonly JudgedAnswer[]> {
  const found = new Map<string, readonly JudgedAnswer[]>();
  for (const metric of result.metrics) {
    if (!isLabelled(metric.name)) continue;
    const criterion = settings.find(({ name }) => name === metric.name)?.criterion;
    const answers = metric.perInvocation.flatMap((score, turn) =>
      answersOf(score, { metric, criterion, result, turn }),
    );
    if (answers.length > 0) found.set(metric.name, answers);
  }
  return found;
}

interface Place {
  readonly metric: MetricResult;
  readonly criterion: MetricSetting["criterion"];
  readonly result: CaseResult;
  readonly turn: number;
}

function answersOf(score: TurnScore, place: Place): readonly JudgedAnswer[] {
  const { metric, result, turn, criterion } = place;
  const actual = result.invocations[turn];
  // what was never asked has no verdict to agree with
  if (actual === undefined || score.unasked === true) return [];
  const notes = fieldsOf(fieldsOf(score.details).judge);
  // rules and missing references decide without a judge
  if (Object.keys(notes).length === 0) return [];
  const { evalSetId, evalId, trial } = result;
  const base = {
    ...{ evalSetId, evalId, trial, turn },
    user: userOf(actual, result.evalCase, turn),
    answer: textOf(actual.finalResponse) ?? "",
    model: textFrom(notes.model),
    promptVersion: numberFrom(notes.promptVersion),
  };
  const rubricScores = objectsOf(fieldsOf(score.details).rubricScores);
  if (rubricScores.length === 0) {
    const expected = textOf(expectedOf(result.evalCase, turn)?.finalResponse);
    const reference = comparesWithReference(metric.name) ? expected : undefined;
    const said = {
      judge: verdictOf(score.score, metric),
      votes: votesOf(fieldsOf(score.details).votes),
      rationale: textFrom(fieldsOf(score.details).rationale),
      why: score.why,
    };
    return [
      withKey(metric.name, { ...base, ...(reference !== undefined && { reference }), ...said }),
    ];
  }
  const texts = rubricTexts(result.evalCase, turn, criterion);
  return rubricScores.map((each) => {
    const rubricId = textFrom(each.rubricId) ?? "";
    const rubric = texts.get(rubricId) ?? rubricId;
    const value = numberFrom(each.score);
    return withKey(metric.name, {
      ...base,
      rubric,
      rubricId,
      judge: value === undefined ? "no verdict" : value > 0 ? "pass" : "fail",
      votes: votesOf(each.votes),
      rationale: textFrom(each.rationale),
    });
  });
}

function withKey(metric: string, answer: Omit<JudgedAnswer, "key">): JudgedAnswer {
  return { key: questionKey({ metric, ...answer }), ...answer };
}

function userOf(actual: Invocation, evalCase: EvalCase, turn: number): string {
  return textOf(expectedOf(evalCase, turn)?.userContent ?? actual.userContent) ?? "";
}

function expectedOf(evalCase: EvalCase, turn: number): Invocation | undefined {
  return evalCase.conversation?.[turn];
}

/** A turn is held against what the metric as a whole is held against. */
function verdictOf(
  score: number | undefined,
  { threshold, direction }: MetricResult,
): JudgedAnswer["judge"] {
  if (score === undefined || threshold === undefined) return "no verdict";
  return meets(score, threshold, direction) ? "pass" : "fail";
}

function votesOf(votes: unknown): AnswerVotes | undefined {
  const { yes, no, valid, invalid, unusable } = fieldsOf(votes);
  const [pass, fail] = [
    numberFrom(yes) ?? numberFrom(valid),
    numberFrom(no) ?? numberFrom(invalid),
  ];
  if (pass === undefined || fail === undefined) return undefined;
  return { pass, fail, unusable: numberFrom(unusable) ?? 0 };
}
