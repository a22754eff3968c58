import { createHash } from "node:crypto";
import type { CallModel } from "../../core/chat-model.ts";
import { countsAs } from "../../core/folds/case-row.ts";
import type { Judge } from "../../core/judge.ts";
import { addCall, type ControlQuestion, type JudgeCheck, noCalls } from "../../core/judge-check.ts";
import type { MeasureFunction, Metric } from "../../core/metric.ts";
import type { CaseKey, MetricResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { controlSetFor } from "../../metrics/judged/controls/control-sets.ts";
import { isTestingModel } from "../../models/apart/apart-model.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import type { ModelAccess } from "../../runner/run-plan.ts";
import { isBetterThanChance } from "../../statistics/raters/better-than-chance.ts";
import { packageVersion } from "../package-version.ts";
import { type CallRecord, openCallRecord } from "../resume/call-record.ts";

/** A run whose judges are to prove themselves. */
export interface CheckedRun {
  readonly runId: string;
  readonly store: RunStore;
  readonly models: (ModelAccess & { addSpent?(dollars: number): void }) | undefined;
  /** Everything that the run measures by. */
  readonly metrics: readonly Metric[];
  /** Whether conversations that nothing could measure are run all the same, since they cost nothing. */
  readonly runsAll?: boolean | undefined;
}

interface Checking {
  readonly signal: AbortSignal;
  /** Checks of this run, by record: two sets with one judge and one metric need one. */
  readonly known: Map<string, Promise<JudgeCheck | undefined>>;
}

/** Asks the judge of a metric what is known beforehand. Undefined where it is nobody who has to prove anything. */
export async function checkJudge(
  metric: Metric,
  run: CheckedRun,
  { signal, known }: Checking,
): Promise<JudgeCheck | undefined> {
  const { control, range } = metric;
  const name = control?.subject ?? metric.name;
  const set = controlSetFor(name);
  const threshold = set?.threshold ?? (range.min + (range.max ?? 1)) / 2;
  const opened = control?.open(threshold);
  const model = opened?.judge.chatModel;
  if (control === undefined || opened === undefined || model === undefined) return undefined;
  if (control.mode === "off")
    return once(known, `off ${name} ${model.id}`, async () => off(name, model.id));
  const isExempt = model.isOwnCode === true || (await isTestingModel(model));
  if (isExempt && control.mode === "auto") return undefined;
  const questions = [...(set?.questions ?? []), ...control.questions];
  if (questions.length === 0) return undefined;
  const isOwn = control.subject === undefined;
  const settings = isOwn ? settingsOf(metric) : {};
  const version = isOwn ? metric.version : 1;
  const identity = [model.id, model.address, name, version, set?.promptVersion, settings];
  // what stands behind a name that says no address may be something else by the next run
  const scope = model.address === undefined ? run.runId : "";
  const id = `judge-check-${hashOf([identity, questions, scope]).slice(0, 20)}`;
  const asked: AskedJudge = { ...opened, metric: { ...metric, name, threshold }, questions, id };
  return once(known, id, () => askControlQuestions(asked, run, signal));
}

/** What changes how a judge is asked: not the threshold, not how often, not the rubrics of a config. */
function settingsOf({ criterion = {} }: Metric): object {
  const { threshold: _, rubrics: __, rubric: ___, ...own } = criterion;
  const options = own.judge_model_options ?? own.judgeModelOptions;
  const given = isObject(options) ? (options.judge_model_config ?? options.judgeModelConfig) : {};
  const others = Object.entries(own).filter(([key]) => !/^judge_?model/i.test(key));
  return { ...Object.fromEntries(others), given: given ?? {} };
}

function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? work();
  known.set(key, found);
  return found;
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

function off(metric: string, model: string): JudgeCheck {
  const detail = `The judge check is off: nobody asked ${model} whether it can judge ${metric}.`;
  return { metric, model, status: "off", right: 0, of: 0, wrong: [], detail, paid: noCalls };
}

interface AskedJudge {
  readonly judge: Judge;
  readonly measure: MeasureFunction;
  readonly metric: Metric;
  readonly questions: readonly ControlQuestion[];
  /** Of the record. */
  readonly id: string;
}

async function askControlQuestions(
  asked: AskedJudge,
  { runId, store, models }: CheckedRun,
  signal: AbortSignal,
): Promise<JudgeCheck | undefined> {
  if (models === undefined) return undefined;
  const { judge, metric, id } = asked;
  let record: CallRecord;
  try {
    const about = aboutCheck(asked);
    record = await openCallRecord({ store, id, about, paidBy: runId, waits: true, signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
  try {
    // a ceiling for costs applies to all processes of a run together
    for (const call of record.calls()) if (call.paidBy === runId) models.addSpent?.(call.cost ?? 0);
    const ask: AskFor = (key) => record.askFor(key, models);
    const answers = await Promise.all(
      asked.questions.map((_, place) => answerTo(place, asked, ask, signal)),
    );
    const check = grade(metric.name, judge.model, answers);
    const { status, right, of, wrong } = check;
    if (status !== "open" && !signal.aborted) {
      await record.end(check.detail, { status, right, of, wrong });
    }
    const paid = record
      .calls()
      .filter((call) => call.paidBy === runId)
      .reduce(addCall, noCalls);
    return { ...check, record: id, paid };
  } finally {
    await record.close();
  }
}

function aboutCheck({ judge, metric, questions }: AskedJudge): RunInfo {
  const { name } = metric;
  const caseCount = questions.length;
  return {
    kind: "judge-check",
    agent: { name: judge.model },
    sets: [{ evalSetId: name, hash: hashOf(questions), caseCount, config: { metrics: [] } }],
    caseCount,
    trials: 1,
    require: "pooled",
    concurrency: 1,
    version: packageVersion(),
  };
}

type AskFor = (key: CaseKey) => CallModel;

interface Answer {
  readonly question: ControlQuestion;
  /** Undefined: no verdict. */
  readonly said: "pass" | "fail" | undefined;
  /** Why it never reached the judge; undefined where it did. */
  readonly lost?: string | undefined;
}

async function answerTo(
  place: number,
  { metric, measure, questions }: AskedJudge,
  askFor: AskFor,
  signal: AbortSignal,
): Promise<Answer> {
  const question = questions[place] as ControlQuestion;
  const { evalCase, actual, id } = question;
  const ask = askFor({ evalSetId: metric.name, evalId: id, trial: 0, index: place });
  const expected = evalCase.conversation;
  const result = await measureMetric(
    { ...metric, measure },
    { evalCase, actual, expected, ask, signal, earlier: [] },
  );
  const status = countsAs(result);
  if (status === "passed") return { question, said: "pass" };
  if (status === "failed") return { question, said: "fail" };
  return { question, said: undefined, lost: lostBecause(result) };
}

const unreached = new Set(["judge-error", "cancelled", "timeout"]);

/** What the network or a ceiling kept from the judge says nothing about it. */
function lostBecause({ reason, detail, perInvocation }: MetricResult): string | undefined {
  if (reason !== undefined && unreached.has(reason)) return detail ?? "It could not be asked.";
  const turn = perInvocation.find(
    (each) => each.reason !== undefined && unreached.has(each.reason),
  );
  return turn === undefined ? undefined : (turn.why ?? "It could not be asked.");
}

type Graded = Omit<JudgeCheck, "paid" | "record">;

/** Clearly better than chance, whatever the lost questions would have brought; else refused, or open. */
function grade(metric: string, model: string, answers: readonly Answer[]): Graded {
  const lost = answers.filter((answer) => answer.lost !== undefined);
  const isFit = proves(answers, false);
  const couldBeFit = proves(answers, true);
  const missed = answers.filter(
    ({ said, question, lost: gone }) => gone === undefined && said !== question.label,
  );
  const of = answers.length;
  const right = of - missed.length - lost.length;
  const wrong = missed.map(({ question, said }) => ({ id: question.id, said: said ?? null }));
  const common = { metric, model, right, of, wrong };
  if (isFit) {
    const detail = `${model} got ${right} of ${of} control questions for ${metric} right.`;
    return { ...common, status: "fit", detail };
  }
  if (couldBeFit && lost.length > 0) {
    const detail = `${model} has not shown that it can judge ${metric}: ${lost.length} of ${of} control questions did not reach it. ${lost[0]?.lost ?? ""}`;
    return { ...common, status: "open", detail: detail.trim() };
  }
  return { ...common, status: "unfit", detail: unfitText(model, metric, answers) };
}

function proves(answers: readonly Answer[], hopes: boolean): boolean {
  const isRight = ({ said, question, lost }: Answer): boolean =>
    said === question.label || (hopes && lost !== undefined);
  const passes = answers.filter(({ question }) => question.label === "pass");
  const fails = answers.filter(({ question }) => question.label === "fail");
  return isBetterThanChance({
    passes: passes.length,
    passesCalledPass: passes.filter(isRight).length,
    fails: fails.length,
    failsCalledPass: fails.filter((answer) => !isRight(answer)).length,
  });
}

function unfitText(model: string, metric: string, answers: readonly Answer[]): string {
  const asked = answers.filter(({ lost }) => lost === undefined);
  const wrong = asked.filter(({ said, question }) => said !== question.label);
  const silent = wrong.filter(({ said }) => said === undefined).length;
  const unread = silent === 0 ? "" : `, ${silent} of them without a usable answer`;
  return `${model} is not fit to judge ${metric}: ${wrong.length} of ${answers.length} control questions wrong${unread}. Choose another judge, or let it judge all the same with --judge_check off.`;
}
