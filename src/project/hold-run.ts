import type { Reporter } from "../core/reporter.ts";
import type { RunStore } from "../core/run-store.ts";
import type { RunRequest } from "./eval-request.ts";
import { evaluateRun, newRunId } from "./evaluate-run.ts";
import { guardRun } from "./guard-run.ts";
import { packageVersion } from "./package-version.ts";
import type { PreparedRun } from "./plan-run.ts";
import { withStoppedRun } from "./resume-option.ts";
import { type StoppedRun, stoppedNotes } from "./resume-run.ts";
import { cwdOf, type RunOptions, withStore } from "./run-options.ts";
import { type RunResult, runRecorder } from "./run-result.ts";
import { shieldReporters } from "./shield-reporter.ts";
import { withPreparedRun } from "./with-prepared-run.ts";

/** Plans a run and holds it, for programs: the same two steps that `assay eval` takes. */
export async function holdRun(
  request: RunRequest,
  options: RunOptions,
  listeners: readonly Reporter[] = [],
): Promise<RunResult> {
  const cwd = cwdOf(options);
  const leave = guardRun(request.timeouts.turn);
  const holdPrepared = (prepared: PreparedRun, given: readonly Reporter[]) => {
    const recorder = runRecorder();
    const late: string[] = [];
    const hold = async (store: RunStore, stopped: StoppedRun | undefined) => {
      const summary = await evaluateRun(prepared, {
        store,
        reporters: [recorder.reporter, ...listeners, ...given],
        request,
        stopped,
        runId: stopped?.runId ?? newRunId(),
        stop: options.signal ?? never,
        kill: options.signal ?? never,
        adkResults: options.adkResults ?? "never",
        onNote: (sentence) => void late.push(sentence),
      });
      if (stopped !== undefined) await recorder.readBack(store, summary.runId);
      return recorder.result(summary, [...prepared.notes, ...stoppedNotes(stopped), ...late]);
    };
    const { about } = prepared;
    return withStore(options, (store) =>
      withStoppedRun({ store, resume: options.resume, about }, (stopped) => hold(store, stopped)),
    );
  };
  try {
    const given = shieldReporters(options.reporters);
    const how = { cwd, version: packageVersion() };
    return await withPreparedRun(request, how, (prepared) => holdPrepared(prepared, given));
  } finally {
    leave();
  }
}

/** For work that nobody can stop. */
export const never: AbortSignal = new AbortController().signal;
