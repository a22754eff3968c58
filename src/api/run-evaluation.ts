import type { Reporter } from "../core/reporter.ts";
import type { RunStore } from "../core/run-store.ts";
import { withGatesOrChanged } from "../project/gates/resolve-gates.ts";
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
import { tableOfResult } from "./table-of-result.ts";

interface RunDoor {
  /** Beside the reporters that were asked for. */
  readonly listeners?: readonly Reporter[] | undefined;
  /** Whether the run is held against what is asked of it as a whole; else its cases decide. */
  readonly isHeld?: boolean | undefined;
}

/** Plans a run and runs it, for programs: the same two steps that `assay eval` takes. */
export async function runEvaluation(
  request: RunRequest,
  options: RunOptions,
  { listeners = [], isHeld = false }: RunDoor = {},
): Promise<RunResult> {
  const cwd = cwdOf(options);
  const restore = guardRun(request.timeouts.turn);
  const baseline =
    typeof options.baseline === "object" ? tableOfResult(options.baseline) : undefined;
  const runWith = (planned: PreparedRun, given: readonly Reporter[]) => {
    const recorder = runRecorder();
    const late: string[] = [];
    const run = async (store: RunStore, stopped: StoppedRun | undefined) => {
      const how = { store, cwd, stopped, baseline };
      const { run: prepared, gates } = isHeld
        ? await withGatesOrChanged(planned, how)
        : { run: planned };
      if (stopped === undefined && prepared.about.decide !== undefined) {
        const { checkDecide } = await import("../project/decide/check-decide.ts");
        late.push(...checkDecide(prepared));
      }
      const summary = await runPrepared(prepared, {
        store,
        reporters: [recorder.reporter, ...listeners, ...given],
        request,
        stopped,
        gates,
        baseline,
        runId: stopped?.runId ?? newRunId(),
        stop: options.signal ?? neverAborted,
        kill: options.signal ?? neverAborted,
        adkResults: options.adkResults ?? "never",
        onNote: (sentence) => void late.push(sentence),
      });
      if (stopped !== undefined) await recorder.readBack(store, summary.runId);
      return recorder.result(summary, [...prepared.notes, ...stoppedNotes(stopped), ...late]);
    };
    const { about } = planned;
    return withStore(options, (store) =>
      withStoppedRun({ store, resume: options.resume, about }, (stopped) => run(store, stopped)),
    );
  };
  try {
    const given = shieldReporters(options.reporters);
    const how = { cwd, version: packageVersion() };
    return await withPreparedRun(request, how, (planned) => runWith(planned, given));
  } finally {
    restore();
  }
}

/** For work that nobody can stop. */
export const neverAborted: AbortSignal = new AbortController().signal;
