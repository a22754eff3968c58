import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFacingError } from "../core/errors.ts";
import type { Reporter } from "../core/reporter.ts";
import type { RunStore } from "../core/run-store.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import type { EvalSetSource } from "../eval-sets/eval-set-source.ts";
import { openSetFile } from "../project/eval-sets/open-set-file.ts";
import { type EvalSetInput, resolveEvalSets } from "../project/eval-sets/resolve-eval-sets.ts";
import { withGatesOrChanged } from "../project/gates/resolve-gates.ts";
import { findRun } from "../project/history/finding/find-run.ts";
import { loadRun } from "../project/history/load-run.ts";
import { readSavedRun } from "../project/history/read-saved-run.ts";
import { packageVersion } from "../project/package-version.ts";
import { evalDefaults } from "../project/plan/eval-request.ts";
import { withStoppedRun } from "../project/resume/resume-option.ts";
import { damageNotes, type StoppedRun } from "../project/resume/resume-run.ts";
import { guardRun } from "../project/run/guard-run.ts";
import { planScoring } from "../project/run/plan-scoring.ts";
import { runScoring } from "../project/run/run-scoring.ts";
import type { SavedRun } from "../project/run/score-run.ts";
import { checkOptionValues } from "./check-option-values.ts";
import { guardFloatingPromise } from "./guard-floating-promise.ts";
import { configPathOf, resolveConfig } from "./resolve-config.ts";
import { neverAborted } from "./run-evaluation.ts";
import {
  askedGates,
  checkMode,
  checkOptions,
  cwdOf,
  gateOptionNames,
  type RunOptions,
  withStore,
} from "./run-options.ts";
import { conversationsOf, type RunResult, runRecorder } from "./run-result.ts";
import { shieldReporters } from "./shield-reporter.ts";
import { tableOfResult } from "./table-of-result.ts";

const scoringOptions = [
  "config",
  "criteria",
  "metrics",
  "judgeModel",
  "baseUrl",
  "maxCost",
  "judgeCheck",
  "store",
  "cwd",
  "signal",
  "resume",
  ...gateOptionNames,
] as const satisfies readonly (keyof RunOptions)[];

/** By what saved conversations are scored. */
export interface ScoreOptions extends Pick<RunOptions, (typeof scoringOptions)[number]> {
  /** Newer references, found by set id and case id. */
  readonly evalSet?: EvalSetInput | readonly EvalSetInput[] | undefined;
  readonly reporters?: readonly Reporter[] | undefined;
}

/**
 * Scores recorded conversations; no agent is called. They are named by the result of `collect` or
 * `evaluate`, by the id of a run in the store (or the beginning of it, or "latest"), or by a file that `save` wrote.
 */
export function score(
  saved: RunResult | string | URL,
  options: ScoreOptions = {},
): Promise<RunResult> {
  return guardFloatingPromise("score(…)", async () => {
    if (typeof saved === "object" && !(saved instanceof URL)) return scoreResult(saved, options);
    checkScoring(saved, options);
    const named = saved instanceof URL ? fileURLToPath(saved) : saved;
    const path = resolve(cwdOf(options), named);
    return existsSync(path)
      ? scoreLoaded(await readSavedRun(path), options)
      : scoreStored(named, options);
  });
}

/** For programs that no compiler checks: a slip must not pass as something that was left out. */
function checkScoring(saved: unknown, options: ScoreOptions): void {
  const isRun = isObject(saved) && isObject(saved.about) && Array.isArray(saved.trials);
  if (!isRun && typeof saved !== "string" && !(saved instanceof URL)) {
    throw new UserFacingError("run/not-found", `${shown(saved)} is no run.`, {
      hint: "Give the result of collect or evaluate, a file that save wrote, or the id of a run.",
    });
  }
  checkOptions("score", options, [...scoringOptions, "evalSet", "reporters"]);
  checkOptionValues(options);
}

/** Scores a result that is at hand. */
export async function scoreResult(run: RunResult, options: ScoreOptions): Promise<RunResult> {
  checkScoring(run, options);
  const { runId, about } = run;
  return scoreLoaded(
    { summary: { runId, about }, cases: () => each(conversationsOf(run)) },
    options,
  );
}

function scoreStored(text: string, options: ScoreOptions): Promise<RunResult> {
  return withStore(options, async (store) => {
    const loaded = await loadRun(store, await findRun(store, text, { prefers: "eval" }));
    return scoreLoaded(loaded, { ...options, store });
  });
}

async function scoreLoaded(saved: SavedRun, options: ScoreOptions): Promise<RunResult> {
  const restore = guardRun(evalDefaults.timeouts.turn);
  try {
    return await scoreGuarded(saved, options);
  } finally {
    restore();
  }
}

async function scoreGuarded(saved: SavedRun, options: ScoreOptions): Promise<RunResult> {
  const cwd = cwdOf(options);
  const references = await referencesFrom(options);
  const { baseline: given, gates: _, ...rest } = options;
  const baseline = typeof given === "object" ? tableOfResult(given) : undefined;
  const planned = await planScoring(saved, {
    ...rest,
    ...askedGates(options),
    config: await resolveConfig(options, cwd),
    configPath: configPathOf(options, cwd),
    judgeCheck: checkMode(options.judgeCheck),
    references,
    cwd,
    version: packageVersion(),
  });
  const recorder = runRecorder();
  const late: string[] = [];
  const { about } = planned;
  const run = async (store: RunStore, stopped: StoppedRun | undefined) => {
    const held = await withGatesOrChanged(planned, { store, cwd, stopped, baseline });
    const { notes } = held.run;
    const summary = await runScoring(held.run, {
      store,
      stopped,
      gates: held.gates,
      baseline,
      reporters: [recorder.reporter, ...shieldReporters(options.reporters)],
      onNote: (sentence) => void late.push(sentence),
      stop: options.signal ?? neverAborted,
      kill: options.signal ?? neverAborted,
    });
    if (stopped !== undefined) await recorder.readBack(store, summary.runId);
    return recorder.result(summary, [...notes, ...damageNotes(stopped), ...late]);
  };
  return await withStore(options, (store) =>
    withStoppedRun({ store, resume: options.resume, about }, (stopped) => run(store, stopped)),
  );
}

function referencesFrom({ evalSet, cwd }: ScoreOptions): Promise<readonly EvalSetSource[]> {
  const open = (path: string) => openSetFile(resolve(cwdOf({ cwd }), path), path);
  return Promise.all(
    resolveEvalSets(evalSet).map((each) => (typeof each === "string" ? open(each) : each)),
  );
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
