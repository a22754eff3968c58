import { calibrationOf } from "../../../trust/calibration.ts";
import { usualBar } from "../../../trust/calibration-verdict.ts";
import type { HumanLabel } from "../../../trust/read-labels.ts";
import { answersBy, type JudgeName, labelsByKey, verdictsOn } from "./judge-standing.ts";
import type { JudgedRun } from "./judged-runs.ts";

/** A judge as it was asked at a time: by a version of the prompt, and about a rubric in these words. */
export interface JudgeVersion {
  readonly promptVersion?: number | undefined;
  readonly rubricId?: string | undefined;
  readonly rubric?: string | undefined;
  /** Of the first run that was seen with it. */
  readonly since: string;
  readonly answers: number;
  readonly labels: number;
  readonly agreement: number | null;
  readonly kappa: number | null;
  readonly interval: readonly [number, number] | null;
}

/** Every way this judge was asked, the newest first, and how far people agree with each. */
export function judgeVersions(
  judge: JudgeName,
  runs: readonly JudgedRun[],
  labels: readonly HumanLabel[],
): readonly JudgeVersion[] {
  const byKey = labelsByKey(labels, judge.metric);
  const all = runs.flatMap((run) =>
    answersBy(run, judge).map((answer) => {
      const { runId, startedAt } = run;
      return { ...answer, runId, startedAt, label: byKey.get(answer.key) };
    }),
  );
  const groups = Map.groupBy(all, ({ promptVersion, rubricId, rubric }) =>
    JSON.stringify([promptVersion, rubricId, rubric]),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { promptVersion, rubricId, rubric } = first;
    const once = [...Map.groupBy(own, ({ key }) => key).values()].flatMap(([each]) => each ?? []);
    const { labels: count, kappa } = calibrationOf(judge.metric, verdictsOn(once), usualBar);
    return [
      {
        ...{ promptVersion, rubricId, rubric },
        since: own.at(-1)?.startedAt ?? first.startedAt,
        answers: once.length,
        labels: count,
        agreement: kappa?.agreement ?? null,
        kappa: kappa?.kappa ?? null,
        interval: kappa?.interval ?? null,
      },
    ];
  });
}
