import {
  type Calibration,
  type Correction,
  calibrationOf,
  correct,
  type GivenRate,
  type LabelledVerdict,
} from "../../../trust/calibration.ts";
import { usualBar } from "../../../trust/calibration-verdict.ts";
import { type JudgedAnswer, questionKey } from "../../../trust/judged-answers.ts";
import type { HumanLabel } from "../../../trust/read-labels.ts";
import type { JudgedRun } from "./judged-runs.ts";

/** One judge: a model that is asked by a metric. */
export interface JudgeName {
  readonly metric: string;
  readonly model: string;
}

/** An answer with the run it was judged in, and what a person said of it. */
export interface LabelledAnswer extends JudgedAnswer {
  readonly runId: string;
  readonly startedAt: string;
  readonly label?: HumanLabel | undefined;
}

/** What a judge has said, held against what people say of the same answers. No model is asked. */
export interface JudgeStanding {
  /** Each question once, as it was answered last; newest run first. */
  readonly answers: readonly LabelledAnswer[];
  readonly calibration: Calibration;
  /** Labels of this metric whose answers this judge was not asked about in these runs. */
  readonly elsewhere: number;
  /** The newest run that it was asked in. */
  readonly newest?: JudgedRun | undefined;
  readonly given?: GivenRate | undefined;
  readonly corrected?: Correction | undefined;
  readonly cost?: { readonly dollars: number; readonly answers: number } | undefined;
}

export function judgeStanding(
  { metric, model }: JudgeName,
  runs: readonly JudgedRun[],
  labels: readonly HumanLabel[],
): JudgeStanding {
  const byKey = labelsByKey(labels, metric);
  const all = runs.flatMap((run) =>
    answersBy(run, { metric, model }).map((answer) => {
      const { runId, startedAt } = run;
      return { ...answer, runId, startedAt, label: byKey.get(answer.key) };
    }),
  );
  const answers = [...Map.groupBy(all, ({ key }) => key).values()].flatMap(
    ([first]) => first ?? [],
  );
  const calibration = calibrationOf(metric, verdictsOn(answers), usualBar);
  const newest = runs.find((run) => answersBy(run, { metric, model }).length > 0);
  const given = newest && rateIn(answersBy(newest, { metric, model }));
  return {
    answers,
    calibration,
    elsewhere: byKey.size - answers.filter(({ label }) => label !== undefined).length,
    newest,
    given,
    corrected: given && calibration.labels > 0 ? correct(calibration, given) : undefined,
    cost: costOf(runs, { metric, model }),
  };
}

/** The last word on a question counts. */
export function labelsByKey(
  labels: readonly HumanLabel[],
  metric: string,
): ReadonlyMap<string, HumanLabel> {
  const own = labels.filter((each) => each.metric === metric);
  return new Map(own.map((each) => [questionKey(each), each]));
}

export function answersBy(run: JudgedRun, { metric, model }: JudgeName): readonly JudgedAnswer[] {
  return (run.answers.get(metric) ?? []).filter((answer) => answer.model === model);
}

export function verdictsOn(answers: readonly LabelledAnswer[]): readonly LabelledVerdict[] {
  return answers.flatMap(({ label, judge, votes, why, rationale }) => {
    if (label === undefined) return [];
    const { pass = 0, fail = 0 } = votes ?? {};
    const asked = [...Array<boolean>(pass).fill(true), ...Array<boolean>(fail).fill(false)];
    const said = why ?? rationale;
    const samples = asked.length === 0 ? [] : [asked];
    return [{ line: label.line, people: label.label, judge, votes: samples, why: said }];
  });
}

function rateIn(answers: readonly JudgedAnswer[]): GivenRate | undefined {
  const decided = answers.filter(({ judge }) => judge !== "no verdict");
  const passed = decided.filter(({ judge }) => judge === "pass").length;
  if (decided.length === 0) return undefined;
  return { rate: passed / decided.length, of: decided.length };
}

/** Runs in which several models were asked by one metric do not say what each cost. */
function costOf(runs: readonly JudgedRun[], { metric, model }: JudgeName): JudgeStanding["cost"] {
  const own = runs.filter((run) => {
    const all = run.answers.get(metric) ?? [];
    return all.length > 0 && all.every((answer) => answer.model === model);
  });
  let [dollars, answers] = [0, 0];
  for (const run of own) {
    const cost = run.costs.get(metric);
    if (cost === undefined) return undefined;
    dollars += cost;
    answers += run.answers.get(metric)?.length ?? 0;
  }
  return answers === 0 ? undefined : { dollars, answers };
}
