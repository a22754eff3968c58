import { textContent } from "../core/content.ts";
import type { MetricResult } from "../core/run.ts";
import { type Calibration, calibrationOf, type LabelledVerdict } from "./calibration.ts";
import { type AgreementBar, usualBar } from "./calibration-verdict.ts";
import { type JudgeRequest, judgeRecorded, type RecordedCase } from "./judge-recorded.ts";
import { rationaleIn, votesIn } from "./judge-votes.ts";
import type { HumanLabel } from "./read-labels.ts";

export interface CalibrationReport {
  readonly calibrations: readonly Calibration[];
  readonly judges: readonly string[];
  readonly modelCalls: Awaited<ReturnType<typeof judgeRecorded>>["modelCalls"];
}

/** Asks a judge about answers that people have labelled, and compares. */
export async function calibrateJudge(
  labels: readonly HumanLabel[],
  request: JudgeRequest & { readonly bar?: AgreementBar | undefined },
): Promise<CalibrationReport> {
  const { bar = usualBar } = request;
  const { results, judges, modelCalls } = await judgeRecorded(labels.map(caseOf), request);
  const byMetric = Map.groupBy(labels, ({ metric }) => metric);
  return {
    judges,
    modelCalls,
    calibrations: [...byMetric].map(([metric, own]) =>
      calibrationOf(
        metric,
        own.map((label) => verdictOn(label, results.get(idOf(label)))),
        bar,
      ),
    ),
  };
}

function idOf({ line }: HumanLabel): string {
  return `line-${line}`;
}

function caseOf(label: HumanLabel): RecordedCase {
  const { user, answer, reference, rubric, metric } = label;
  const turn = {
    invocationId: "turn-1",
    userContent: textContent("user", user),
    creationTimestamp: 0,
  };
  return {
    metric,
    actual: [{ ...turn, finalResponse: textContent("model", answer) }],
    evalCase: {
      evalId: idOf(label),
      creationTimestamp: 0,
      conversation: [
        reference === undefined
          ? turn
          : { ...turn, finalResponse: textContent("model", reference) },
      ],
      ...(rubric === undefined
        ? {}
        : { rubrics: [{ rubricId: rubric, rubricContent: { textProperty: rubric } }] }),
    },
  };
}

function verdictOn(label: HumanLabel, result: MetricResult | undefined): LabelledVerdict {
  const judge =
    result?.status === "passed" ? "pass" : result?.status === "failed" ? "fail" : "no verdict";
  const why = result?.perInvocation[0]?.why ?? rationaleIn(result) ?? result?.detail;
  return { line: label.line, people: label.label, judge, votes: votesIn(result), why };
}
