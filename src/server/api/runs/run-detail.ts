import { z } from "zod";
import { passRateOf } from "../../../analysis/pass-rate.ts";
import {
  type RunReliability,
  runReliability,
} from "../../../analysis/reliability/run-reliability.ts";
import type { PassRate } from "../../../core/analysis/pass-rate.ts";
import { exitCodeOf, type RunSummary } from "../../../core/folds/run-summary.ts";
import type { Totals } from "../../../core/folds/totals.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { isErred } from "../../../core/verdict.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { type RunState, runState } from "../../../project/history/list-runs.ts";
import { route } from "../route.ts";
import type { RunView } from "./run-views.ts";

export interface RunDetail
  extends Omit<RunSummary, "cases" | "sets" | "tags" | "end">,
    Pick<RunView, "seq"> {
  readonly state: Exclude<RunState, "damaged">;
  readonly shortId: string;
  readonly endedAt?: string | undefined;
  /** Why it stopped early. */
  readonly endDetail?: string | undefined;
  /** Of the cases that were evaluated, by clusters where there are any. */
  readonly passRate: PassRate;
  /** Of a run with repeats. */
  readonly reliability?: RunReliability | undefined;
  readonly tags: Readonly<Record<string, Totals>>;
  /** Cases that threw or hung, of those that failed or were not evaluated. */
  readonly errored: number;
  /** Undefined until the run has ended. */
  readonly exitCode?: number | undefined;
  /** True: it was started here, and can be asked to end. */
  readonly canCancel: boolean;
}

export const runDetail = route({
  summary: "One run: what it measured, how far it is, its totals, metrics and gates.",
  reply: z.custom<RunDetail>(),
  async handle({ params, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    // before its events: what has ended by then is in them
    const before = await runState(parts.runs, runId);
    const { summary, matrix, seq } = await parts.views.open(runId);
    const state = summary.end?.status ?? before;
    setTag(`${seq}-${state}`);
    const ids = (await parts.runs.list()).map((each) => each.runId);
    const { startedAt, about, totals, conversations, metrics, end, name, kept } = summary;
    return {
      runId,
      shortId: shortId(runId, ids),
      state,
      seq,
      startedAt,
      endedAt: end?.at,
      endDetail: end?.detail,
      name,
      kept,
      about,
      totals,
      conversations,
      metrics,
      reliability: runReliability(summary),
      passRate: passRateOf(summary.cases),
      errored: matrix.rows.filter(({ status: own, reason }) => isErred(own, reason)).length,
      tags: Object.fromEntries(Array.from(summary.tags, ([tag, each]) => [tag, countsOf(each)])),
      modelCalls: summary.modelCalls,
      judgeChecks: summary.judgeChecks,
      toolCalls: summary.toolCalls,
      gates: summary.gates,
      decided: summary.decided,
      resumes: summary.resumes,
      exitCode: end === undefined ? undefined : exitCodeOf(summary),
      canCancel: state === "running" && parts.jobs.isRunning(runId),
    };
  },
});

function countsOf({ cases, passed, failed, notEvaluated, flaky, notRun }: Totals): Totals {
  return { cases, passed, failed, notEvaluated, flaky, notRun };
}
