import type { CaseResult } from "../../../core/run.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import { type JudgedAnswer, judgedAnswers } from "../../../trust/judged-answers.ts";
import type { HumanLabel } from "../../../trust/read-labels.ts";
import { labelsByKey } from "./judge-standing.ts";

/** What a judge said of an answer that is on the page already, and what a person said of it. */
export interface SaidOfAnswer
  extends Pick<JudgedAnswer, "key" | "turn" | "rubric" | "rubricId" | "judge"> {
  readonly label?: "pass" | "fail" | undefined;
}

/** By metric: every answer of a conversation that a person could label. */
export function saidOfConversation(
  result: CaseResult,
  about: RunInfo,
  labels: readonly HumanLabel[],
): Readonly<Record<string, readonly SaidOfAnswer[]>> {
  const all = [...answersOf(result, about)].map(([metric, answers]) => {
    const byKey = labelsByKey(labels, metric);
    const said = answers.map(({ key, turn, rubric, rubricId, judge }) => ({
      ...{ key, turn, rubric, rubricId, judge },
      label: byKey.get(key)?.label,
    }));
    return [metric, said] as const;
  });
  return Object.fromEntries(all);
}

/** As the config of its set asked for them. */
export function answersOf(
  result: CaseResult,
  { sets }: RunInfo,
): ReadonlyMap<string, readonly JudgedAnswer[]> {
  const set = sets.find(({ evalSetId }) => evalSetId === result.evalSetId);
  return judgedAnswers(result, set?.config.metrics ?? []);
}
