import { restoreBuiltIns, wasTampered } from "../agents/isolation/built-ins.ts";
import { lockBuiltIns } from "../agents/isolation/lock-built-ins.ts";
import { knownSecrets } from "../agents/secrets/known-secrets.ts";
import { cwdOf, resolveRequest, withStore } from "../api/run-options.ts";
import { shieldReporters } from "../api/shield-reporter.ts";
import { asyncQueue } from "../core/async/async-queue.ts";
import { performance } from "../core/async/own-timers.ts";
import { caseKeyOf } from "../core/folds/case-key.ts";
import type { RunSummary } from "../core/folds/run-summary.ts";
import type { Reporter } from "../core/reporter.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import { loadRun } from "../project/history/load-run.ts";
import { packageVersion } from "../project/package-version.ts";
import { evalDefaults, type RunRequest } from "../project/plan/eval-request.ts";
import { plannedCases } from "../project/plan/plan-cases.ts";
import type { PreparedRun } from "../project/plan/prepared-run.ts";
import { withPreparedRun } from "../project/plan/with-prepared-run.ts";
import {
  namedRun,
  resumeFromEnvironment,
  withStoppedRun,
} from "../project/resume/resume-option.ts";
import { reopenCases, type StoppedRun, stoppedNotes } from "../project/resume/resume-run.ts";
import { guardRun } from "../project/run/guard-run.ts";
import { newRunId, runPrepared } from "../project/run/run-prepared.ts";
import type { PlannedCase } from "../runner/run-plan.ts";
import { caseFailure, notEvaluated, plainError, tampered } from "./case-failure.ts";
import { endStandstill } from "./end-standstill.ts";
import { type CaseId, endedGroups } from "./ended-groups.ts";
import type { SelectedSet, SuitePlan } from "./eval-suite-plan.ts";
import { checkNoTwin, countBlock } from "./twin-blocks.ts";

/** One run whose cases are asked for by tests. */
export interface SuiteRun {
  /** Begins the run with exactly these cases, where the runner knows its tests beforehand. */
  begin(cases: readonly CaseId[]): void;
  /** Resolves when the case passed; else rejects with why. Asked again, it answers the same: nothing is retried into green. */
  check(which: CaseId): Promise<void>;
  /** After the last test: the run is over, and what nobody waits for any more is not begun. */
  end(): Promise<void>;
}

/** Of any block of this process: a file has failed with one of them, and that is told after the last. */
let hasFailed = false;

/** Begun by the first test that is run, so that a block whose tests are all filtered out leaves no run behind. */
export function suiteRun(plan: SuitePlan): SuiteRun {
  const isOver = countBlock(plan);
  const queue = asyncQueue<string>();
  const stop = new AbortController();
  const ended = endedGroups();
  const asked = new Set<string>();
  let running: Promise<void> | undefined;

  function ask(which: readonly CaseId[], only?: readonly CaseId[]): void {
    const keys = which.map(caseKeyOf).filter((key) => !asked.has(key));
    for (const key of keys) asked.add(key);
    for (const key of keys) queue.push(key);
    if (running !== undefined || which.length === 0) return;
    running = start(only);
    // met by the last hook; until then it must not count as unhandled
    running.catch(() => {});
  }

  function start(only: readonly CaseId[] | undefined): Promise<void> {
    const { timeouts } = evalDefaults;
    const { turn = timeouts.turn, case: longest = timeouts.case } = plan.options.timeouts ?? {};
    const restore = guardRun(turn);
    let lastSign = performance.now();
    let why = "The run ended before this case.";
    const reporter: Reporter = {
      ...ended.reporter,
      onEvent(event) {
        lastSign = performance.now();
        if (event.type === "run-end" && event.detail !== undefined) why = `${why} ${event.detail}`;
      },
    };
    const work = runCases(plan, {
      only: only === undefined ? undefined : new Set(only.map(caseKeyOf)),
      keys: queue.items(),
      reporter,
      onUnplanned: (key) => ended.reject(key, new Error("This case is no part of the run.")),
      stop: stop.signal,
    });
    const watched = endStandstill(work, {
      milliseconds: longest * 1000,
      lastSign: () => lastSign,
    });
    return watched.finally(restore).then(
      () => void ended.rejectRest(notEvaluated(why)),
      (error) => {
        const reported = plainError(error);
        // what kept the run from going on has failed the tests that waited; if none did, the last hook must
        if (ended.rejectRest(reported) === 0) throw reported;
      },
    );
  }

  async function checkGroup(key: string): Promise<void> {
    const group = await ended.wait(key);
    const changed = restoreBuiltIns();
    if (group.status !== "passed") {
      const require = plan.options.require ?? "pooled";
      throw caseFailure(group, { require, secrets: knownSecrets() });
    }
    if (changed !== undefined) throw tampered(changed);
  }

  return {
    begin: (cases) => ask(cases, cases),
    async check(which) {
      ask([which]);
      try {
        await checkGroup(caseKeyOf(which));
      } catch (error) {
        hasFailed = true;
        // the others are still to run
        if (wasTampered()) lockBuiltIns();
        throw error;
      }
    },
    async end() {
      try {
        stop.abort();
        queue.close();
        await running;
        const changed = restoreBuiltIns();
        if (changed !== undefined) throw tampered(changed);
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        isOver();
        // the runner has yet to make a verdict of it, and code of the evaluation may still run
        if (hasFailed) lockBuiltIns();
      }
    },
  };
}

interface RunWork {
  readonly only: ReadonlySet<string> | undefined;
  readonly keys: AsyncIterable<string>;
  readonly reporter: Reporter;
  readonly onUnplanned: (key: string) => void;
  readonly stop: AbortSignal;
}

async function runCases(plan: SuitePlan, work: RunWork): Promise<RunSummary> {
  const { agent, sets, name, options } = plan;
  const asked = await resolveRequest(agent, undefined, options);
  const request = {
    ...asked,
    evalSets: sets.map(({ source }) => source),
    ...{ caseIds: [], tags: [], quarantined: true },
  };
  const how = {
    cwd: cwdOf(options),
    version: packageVersion(),
    onlyCases: caseIdsBySet(sets, work.only),
    quarantined: new Map(sets.map((set) => [set.source.header.evalSetId, set.quarantined])),
    byName: requestByName(asked, sets, work.only),
  };
  return await withPreparedRun(request, how, (prepared) => {
    const about = { ...prepared.about, ...(name !== undefined && { block: name }) };
    return runSuitePlan({ ...prepared, about }, { plan, request, work });
  });
}

interface SuiteWork {
  readonly plan: SuitePlan;
  readonly request: RunRequest;
  readonly work: RunWork;
}

async function runSuitePlan(
  prepared: PreparedRun,
  { plan, request, work }: SuiteWork,
): Promise<RunSummary> {
  const { options } = plan;
  const { initialSession, sets: plannedSets } = prepared;
  const { trials } = request;
  const runSuite = async (store: RunStore, stopped: StoppedRun | undefined) => {
    const all = plannedCases({ sets: plannedSets, trials, initialSession, ...stopped });
    // what is measured again has no answer yet
    if (stopped !== undefined) await reopenCases(store, stopped);
    const ended = await reportEnded(store, stopped, work.reporter);
    for (const note of stoppedNotes(stopped)) process.emitWarning(note, { code: "ASSAY_RESUME" });
    return await runPrepared(prepared, {
      store,
      reporters: [work.reporter, ...shieldReporters(options.reporters)],
      request,
      stopped,
      runId: stopped?.runId ?? newRunId(),
      cases: plannedFor(work, Map.groupBy(all, caseKeyOf), ended),
      stop: work.stop,
      kill: new AbortController().signal,
      adkResults: options.adkResults ?? "never",
    });
  };
  const resume = options.resume ?? resumeFromEnvironment();
  const { about } = prepared;
  return await withStore(options, (store) =>
    withStoppedRun({ store, resume, about }, (stopped) => {
      if (stopped !== undefined && namedRun(resume) === undefined) checkNoTwin(plan, stopped.about);
      return runSuite(store, stopped);
    }),
  );
}

/** Conversations that an earlier process ended answer their tests at once. */
async function reportEnded(
  store: RunStore,
  stopped: StoppedRun | undefined,
  { onCase }: Reporter,
): Promise<ReadonlySet<string>> {
  const reported = new Set<string>();
  if (stopped === undefined) return reported;
  const { summary, cases } = await loadRun(store, stopped.runId);
  for await (const result of cases()) {
    reported.add(caseKeyOf(result));
    onCase?.(result, summary);
  }
  return reported;
}

async function* plannedFor(
  { keys, onUnplanned }: RunWork,
  planned: ReadonlyMap<string, readonly PlannedCase[]>,
  ended: ReadonlySet<string>,
): AsyncGenerator<PlannedCase> {
  for await (const key of keys) {
    const trials = planned.get(key);
    if (trials !== undefined) yield* trials;
    else if (!ended.has(key)) onUnplanned(key);
  }
}

function caseIdsBySet(
  sets: readonly SelectedSet[],
  only: ReadonlySet<string> | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const bySet = sets.map(({ source, selected }): [string, ReadonlySet<string>] => {
    const { evalSetId } = source.header;
    const ids = selected.map((index) => source.caseIds[index] ?? "");
    return [
      evalSetId,
      new Set(ids.filter((evalId) => only?.has(caseKeyOf({ evalSetId, evalId })) ?? true)),
    ];
  });
  return new Map(bySet);
}

/** What the command needs to go on with this run: paths in place of what was opened here. Undefined where there are none. */
function requestByName(
  asked: RunRequest,
  sets: readonly SelectedSet[],
  only: ReadonlySet<string> | undefined,
): RunInfo["options"] {
  const paths = sets.flatMap(({ source }) => source.path ?? []);
  if (paths.length < sets.length || asked.config !== undefined) return undefined;
  if (typeof asked.agent !== "string" || asked.initialSession !== undefined) return undefined;
  const cases = [...caseIdsBySet(sets, only)].map(([id, ids]) => [id, [...ids]] as const);
  const onlyCases = Object.fromEntries(cases);
  return { ...asked, evalSets: paths, caseIds: [], tags: [], quarantined: true, onlyCases };
}
