import type { Reporter } from "../core/reporter.ts";
import type { RunStore } from "../core/run-store.ts";
import { packageVersion } from "../project/package-version.ts";
import type { RunRequest } from "../project/plan/eval-request.ts";
import type { PreparedRun } from "../project/plan/prepared-run.ts";
import { withPreparedRun } from "../project/plan/with-prepared-run.ts";
import { withStoppedRun } from "../project/resume/resume-option.ts";
import { type StoppedRun, stoppedNotes } from "../project/resume/resume-run.ts";
import { guardRun } from "../project/run/guard-run.ts";
import { newRunId, runPrepared } from "../project/run/run-prepared.ts";
import { cwdOf, type RunOptions, withStore } from "./run-options.ts";
import { type RunResult, runRecorder } from "./run-result.ts";
import { shieldReporters } from "./shield-reporter.ts";

/** Plans a run and runs it, for programs: the same two steps that `assay eval` takes. */
export async function runEvaluation(
  request: RunRequest,
  options: RunOptions,
  listeners: readonly Reporter[] = [],
): Promise<RunResult> {
  const cwd = cwdOf(options);
  const restore = guardRun(request.timeouts.turn);
  const runWith = (prepared: PreparedRun, given: readonly Reporter[]) => {
    const recorder = runRecorder();
    const late: string[] = [];
    const run = async (store: RunStore, stopped: StoppedRun | undefined) => {
      const summary = await runPrepared(prepared, {
        store,
        reporters: [recorder.reporter, ...listeners, ...given],
        request,
        stopped,
        runId: stopped?.runId ?? newRunId(),
        stop: options.signal ?? neverAborted,
        kill: options.signal ?? neverAborted,
        adkResults: options.adkResults ?? "never",
        onNote: (sentence) => void late.push(sentence),
      });
      if (stopped !== undefined) await recorder.readBack(store, summary.runId);
      return recorder.result(summary, [...prepared.notes, ...stoppedNotes(stopped), ...late]);
    };
    const { about } = prepared;
    return withStore(options, (store) =>
      withStoppedRun({ store, resume: options.resume, about }, (stopped) => run(store, stopped)),
    );
  };
  try {
    const given = shieldReporters(options.reporters);
    const how = { cwd, version: packageVersion() };
    return await withPreparedRun(request, how, (prepared) => runWith(prepared, given));
  } finally {
    restore();
  }
}

/** For work that nobody can stop. */
export const neverAborted: AbortSignal = new AbortController().signal;
