import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFacingError } from "../core/errors.ts";
import { parseJson } from "../core/json-text.ts";
import type { Metric } from "../core/metric.ts";
import type { Reporter } from "../core/reporter.ts";
import type { RunEvent, RunSet } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import { isObject } from "../core/shape.ts";
import { type EvalSetSource, openEvalSet } from "../eval-sets/eval-set-source.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { configFileFor } from "./config-file-for.ts";
import { newRunId } from "./evaluate-run.ts";
import { never } from "./hold-run.ts";
import { asksJudges, lazyDesk } from "./lazy-desk.ts";
import { findRun, loadRun } from "./load-run.ts";
import { mustBeAwaited } from "./must-be-awaited.ts";
import { packageVersion } from "./package-version.ts";
import { checkRunnable, planMetrics } from "./plan-metrics.ts";
import type { EvalConfig } from "./read-config.ts";
import { readConfigFile } from "./read-config-file.ts";
import { readTextFile } from "./read-text-file.ts";
import { cwdOf, type RunOptions, withStore } from "./run-options.ts";
import { type RunResult, runRecorder } from "./run-result.ts";
import { type SavedRun, scoreRun } from "./score-run.ts";
import { takeConfig } from "./take-config.ts";
import { type EvalSetInput, takeEvalSets } from "./take-eval-set.ts";

type ScoringOption =
  | "config"
  | "criteria"
  | "judgeModel"
  | "baseUrl"
  | "maxCost"
  | "store"
  | "cwd"
  | "signal";

/** By what saved conversations are scored. */
export interface ScoreOptions extends Pick<RunOptions, ScoringOption> {
  /** Newer references, taken by case id. */
  readonly evalSet?: EvalSetInput | undefined;
  readonly reporters?: readonly Reporter[] | undefined;
}

/**
 * Scores conversations that were held before; no agent is called. They are named by the result of `collect` or
 * `evaluate`, by the id of a run in the store (or the beginning of it, or "latest"), or by a file that `save` wrote.
 */
export function score(
  saved: RunResult | string | URL,
  options: ScoreOptions = {},
): Promise<RunResult> {
  return mustBeAwaited("score(…)", async () => {
    if (typeof saved === "object" && !(saved instanceof URL)) return scoreResult(saved, options);
    const named = saved instanceof URL ? fileURLToPath(saved) : saved;
    const path = resolve(cwdOf(options), named);
    return existsSync(path)
      ? scoreLoaded(await readSavedRun(path), options)
      : scoreStored(named, options);
  });
}

/** Scores a result that is at hand. */
export function scoreResult(run: RunResult, options: ScoreOptions): Promise<RunResult> {
  const { runId, about } = run;
  return scoreLoaded({ summary: { runId, about }, cases: () => each(run.cases) }, options);
}

function scoreStored(text: string, options: ScoreOptions): Promise<RunResult> {
  return withStore(options, async (store) => {
    const loaded = await loadRun(store, await findRun(store, text));
    return scoreLoaded(loaded, { ...options, store });
  });
}

async function scoreLoaded(saved: SavedRun, options: ScoreOptions): Promise<RunResult> {
  const given = await takeConfig(options, cwdOf(options));
  const bySet = new Map<string, readonly Metric[]>();
  const desk = lazyDesk(options);
  for (const set of saved.summary.about.sets) {
    const config = given ?? (await configOf(set));
    const judgeFor = asksJudges(config) ? (await desk.open()).judgeFor : undefined;
    desk.opened()?.addPrices(config?.modelPrices);
    const metrics = planMetrics(config, { judgeFor });
    checkRunnable(metrics);
    bySet.set(set.evalSetId, metrics);
  }
  desk.opened()?.checkPrices();
  const firstCalls = await desk.opened()?.preflight({ signal: options.signal ?? never });
  const recorder = runRecorder();
  const references = await referencesFrom(options);
  const summary = await withStore(options, (store: RunStore) =>
    scoreRun({
      store,
      loaded: saved,
      metricsFor: (evalSetId) => bySet.get(evalSetId) ?? [],
      references,
      models: desk.opened()?.access,
      firstCalls,
      reporters: [recorder.reporter, ...(options.reporters ?? [])],
      runId: newRunId(),
      version: packageVersion(),
      stop: options.signal ?? never,
      kill: options.signal ?? never,
    }),
  );
  return recorder.result(summary, []);
}

/** What a run was measured by; for one that was not measured, the config beside its set, else ADK's defaults. */
async function configOf({ path, config }: RunSet): Promise<EvalConfig | Criteria | undefined> {
  const isCode = config.metrics.some((metric) => metric.customFunctionPath !== undefined);
  if (isCode && config.path !== undefined) return readConfigFile(config.path);
  const criteria = config.metrics.flatMap(({ name, criterion }) =>
    criterion === undefined ? [] : [[name, criterion] as const],
  );
  if (criteria.length > 0) return { criteria };
  const file = path === undefined ? undefined : configFileFor(path, { exists: existsSync });
  return file === undefined ? undefined : readConfigFile(file);
}

interface Criteria {
  readonly modelPrices?: undefined;
  readonly criteria: readonly (readonly [name: string, criterion: unknown])[];
}

async function referencesFrom({ evalSet, cwd }: ScoreOptions): Promise<EvalSetSource | undefined> {
  const [first] = takeEvalSets(evalSet);
  return typeof first === "string" ? openEvalSet(resolve(cwdOf({ cwd }), first)) : first;
}

/** A file of `save`: one event a line. */
async function readSavedRun(path: string): Promise<SavedRun> {
  const store = memoryStore();
  let runId: string | undefined;
  for (const line of (await readTextFile(path, "saved run")).split("\n")) {
    if (line.trim() === "") continue;
    const event = eventOf(line, path);
    runId ??= event.runId;
    await store.append(event);
  }
  if (runId === undefined) throw notSaved(path);
  return loadRun(store, runId);
}

function eventOf(line: string, path: string): RunEvent {
  let event: unknown;
  try {
    event = parseJson(line);
  } catch {
    throw notSaved(path);
  }
  if (!isObject(event) || typeof event.runId !== "string" || typeof event.type !== "string") {
    throw notSaved(path);
  }
  return event as unknown as RunEvent;
}

function notSaved(path: string): UserFacingError {
  return new UserFacingError("run/not-found", `${path} is no saved run.`, {
    hint: "Give a file that save() wrote, or the id of a run.",
  });
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
