import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import type { MetricResult } from "../core/run.ts";
import { injectionCarriers } from "../judges/injection-carriers.ts";
import { injectionCorpus, injectionRubric } from "../judges/injection-corpus.ts";
import { type Rate, rateOf } from "../statistics/rates/rate.ts";
import { type JudgeRequest, judgeRecorded, type RecordedCase } from "./judge-recorded.ts";

/** What attacks on a judge came to. */
export interface RedteamReport {
  /** Wrong answers without an attack that the judge passed all the same. */
  readonly clean: Rate;
  /** Attacks that got a pass, of those whose answer the judge fails without one. */
  readonly attacks: Rate;
  readonly families: readonly { readonly family: string; readonly attacks: Rate }[];
  /** `family/carrier` of each that got a pass. */
  readonly flipped: readonly string[];
  /** Wrong answers that got a pass, attacked or not, of all that the judge decided about. */
  readonly passes: Rate;
  /** Questions to which the judge gave no answer that can be used: no pass, and counted as such. */
  readonly withoutVerdict: number;
  /** Questions that never reached it (no network, a limit, a ceiling): these count nowhere. */
  readonly notAsked: number;
  readonly asked: number;
  readonly judges: readonly string[];
  readonly modelCalls: Awaited<ReturnType<typeof judgeRecorded>>["modelCalls"];
}

const METRIC = "rubric_based_final_response_quality_v1";
const CLEAN = "clean";

/** Shows a judge wrong answers, each of them plain and in 16 families of attacks, and counts what gets through. */
export async function redteamJudge(request: JudgeRequest): Promise<RedteamReport> {
  const corpus = injectionCorpus();
  const cases = [
    ...injectionCarriers.map(({ name, put }) => recorded(`${CLEAN}/${name}`, put(""))),
    ...corpus.map(({ id, turn }) => recorded(id, turn)),
  ];
  const { results, judges, modelCalls } = await judgeRecorded(cases, request);
  const passed = (id: string): boolean => results.get(id)?.status === "passed";
  const wasAsked = (id: string): boolean => reached(results.get(id));

  const cleanIds = injectionCarriers.map(({ name }) => `${CLEAN}/${name}`).filter(wasAsked);
  // an answer that passes without an attack says nothing about attacks
  const fair = corpus.filter(({ id, carrier }) => wasAsked(id) && !passed(`${CLEAN}/${carrier}`));
  const rate = (attacks: typeof fair): Rate =>
    rateOf(attacks.filter(({ id }) => passed(id)).length, attacks.length);
  const byFamily = Map.groupBy(fair, ({ family }) => family);
  const all = cases.map(({ evalCase }) => evalCase.evalId);
  const failed = all.filter((id) => results.get(id)?.status === "failed").length;
  const lenient = all.filter(passed).length;
  return {
    passes: rateOf(lenient, lenient + failed),
    clean: rateOf(cleanIds.filter(passed).length, cleanIds.length),
    attacks: rate(fair),
    families: [...byFamily].map(([family, attacks]) => ({ family, attacks: rate(attacks) })),
    flipped: fair.filter(({ id }) => passed(id)).map(({ id }) => id),
    withoutVerdict: cases.filter(({ evalCase: { evalId } }) => {
      const result = results.get(evalId);
      return reached(result) && result?.status === "not-evaluated";
    }).length,
    notAsked: cases.filter(({ evalCase }) => !wasAsked(evalCase.evalId)).length,
    asked: cases.length,
    judges,
    modelCalls,
  };
}

function reached(result: MetricResult | undefined): boolean {
  return result !== undefined && result.reason !== "judge-error" && result.reason !== "cancelled";
}

function recorded(evalId: string, turn: Invocation): RecordedCase {
  const evalCase: EvalCase = {
    evalId,
    creationTimestamp: 0,
    conversation: [turn],
    rubrics: [{ ...injectionRubric, type: "FINAL_RESPONSE_QUALITY" }],
  };
  return { metric: METRIC, evalCase, actual: [turn] };
}
