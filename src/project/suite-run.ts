import type { Reporter } from "../core/reporter.ts";
import type { CaseResult } from "../core/run.ts";
import type { RunSummary } from "../core/run-summary.ts";
import type { PlannedCase } from "../runner/run-plan.ts";
import { caseFailure, type EndedGroup, plainError } from "./case-failure.ts";
import { caseQueue } from "./case-queue.ts";
import { evaluateRun, newRunId } from "./evaluate-run.ts";
import { packageVersion } from "./package-version.ts";
import { plannedCases } from "./plan-cases.ts";
import { prepareRun } from "./plan-run.ts";
import { cwdOf, takeRequest, withStore } from "./run-options.ts";
import type { SelectedSet, SuiteCase, SuitePlan } from "./suite-plan.ts";

/** One run whose cases are asked for by tests. */
export interface SuiteRun {
  /** Begins the run with exactly these cases, where the runner knows its tests beforehand. */
  begin(cases: readonly CaseId[]): void;
  /** Resolves when the case passed; else rejects with why. Asked again, it answers the same: nothing is retried into green. */
  check(which: CaseId): Promise<void>;
  /** After the last test: the run is over, and what nobody waits for any more is not begun. */
  end(): Promise<void>;
}

type CaseId = Pick<SuiteCase, "evalSetId" | "evalId">;

/** Begun by the first test that is run, so that a block whose tests are all filtered out leaves no run behind. */
export function suiteRun(plan: SuitePlan): SuiteRun {
  const queue = caseQueue<string>();
  const stop = new AbortController();
  const ended = endedGroups();
  const asked = new Set<string>();
  let running: Promise<RunSummary> | undefined;
  let secrets: readonly string[] = [];

  function ask(which: readonly CaseId[], only?: readonly CaseId[]): void {
    const keys = which.map(keyOf).filter((key) => !asked.has(key));
    for (const key of keys) asked.add(key);
    queue.add(keys);
    running ??= start(only);
  }

  function start(only: readonly CaseId[] | undefined): Promise<RunSummary> {
    const work = runCases(plan, {
      only: only === undefined ? undefined : new Set(only.map(keyOf)),
      keys: queue.items,
      reporter: ended.reporter,
      stop: stop.signal,
      onSecrets: (values) => {
        secrets = values;
      },
    });
    work.then(
      () => ended.rejectRest(new Error("The run ended before this case.")),
      (error) => ended.rejectRest(plainError(error)),
    );
    return work;
  }

  return {
    begin: (cases) => ask(cases, cases),
    async check(which) {
      ask([which]);
      const group = await ended.wait(keyOf(which));
      if (group.status === "passed") return;
      throw caseFailure(group, { require: plan.options.require ?? "pooled", secrets });
    },
    async end() {
      stop.abort();
      queue.close();
      // what kept the run from going on has failed every test already
      await running?.catch(() => {});
    },
  };
}

interface RunWork {
  readonly only: ReadonlySet<string> | undefined;
  readonly keys: AsyncIterable<string>;
  readonly reporter: Reporter;
  readonly stop: AbortSignal;
  readonly onSecrets: (secrets: readonly string[]) => void;
}

async function runCases(plan: SuitePlan, work: RunWork): Promise<RunSummary> {
  const { agent, sets, options } = plan;
  const asked = await takeRequest(agent, undefined, options);
  const request = { ...asked, evalSets: sets.map(({ source }) => source), caseIds: [], tags: [] };
  const prepared = await prepareRun(request, {
    cwd: cwdOf(options),
    version: packageVersion(),
    onlyCases: caseIdsBySet(sets, work.only),
  });
  work.onSecrets(prepared.loaded.secrets);
  const { initialSession } = prepared;
  const { trials } = request;
  const all = plannedCases({ sets: prepared.sets, trials, initialSession });
  const planned = Map.groupBy(all, keyOf);
  return await withStore(options, (store) =>
    evaluateRun(prepared, {
      store,
      reporters: [work.reporter],
      request,
      runId: newRunId(),
      cases: plannedFor(work.keys, planned),
      stop: work.stop,
      kill: new AbortController().signal,
      adkResults: options.adkResults ?? "never",
    }),
  );
}

async function* plannedFor(
  keys: AsyncIterable<string>,
  planned: ReadonlyMap<string, readonly PlannedCase[]>,
): AsyncGenerator<PlannedCase> {
  for await (const key of keys) yield* planned.get(key) ?? [];
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
      new Set(ids.filter((evalId) => only?.has(keyOf({ evalSetId, evalId })) ?? true)),
    ];
  });
  return new Map(bySet);
}

interface EndedGroups {
  readonly reporter: Reporter;
  wait(key: string): Promise<EndedGroup>;
  rejectRest(error: Error): void;
}

/** Cases by their end: whoever waits for one is told when all its trials are over. */
function endedGroups(): EndedGroups {
  const groups = new Map<string, PromiseWithResolvers<EndedGroup>>();
  const open = new Map<string, CaseResult[]>();
  const over: { error?: Error } = {};

  function groupOf(key: string): PromiseWithResolvers<EndedGroup> {
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group = Promise.withResolvers<EndedGroup>();
    // nobody may be waiting for it: a test that was skipped, say
    group.promise.catch(() => {});
    groups.set(key, group);
    if (over.error !== undefined) group.reject(over.error);
    return group;
  }

  return {
    reporter: {
      onCase(result, run) {
        const key = keyOf(result);
        const trials = [...(open.get(key) ?? []), result];
        open.set(key, trials);
        if (trials.length < run.about.trials) return;
        open.delete(key);
        trials.sort((a, b) => a.trial - b.trial);
        const row = run.cases.findLast((each) => keyOf(each) === key);
        groupOf(key).resolve({ status: row?.status ?? "not-evaluated", trials });
      },
    },
    wait: (key) => groupOf(key).promise,
    rejectRest(error) {
      over.error = error;
      for (const group of groups.values()) group.reject(error);
    },
  };
}

function keyOf({ evalSetId, evalId }: CaseId): string {
  return `${evalSetId}\n${evalId}`;
}
