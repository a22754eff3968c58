import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Comparison } from "../../core/analysis/comparison.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { CaseResult } from "../../core/run.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import {
  asksModels,
  type ComparableRun,
  storedRun,
} from "../../project/comparison/comparable-run.ts";
import { compareLoaded } from "../../project/comparison/compare-loaded.ts";
import { withCosts } from "../../project/gates/with-costs.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { readSavedRun } from "../../project/history/read-saved-run.ts";
import { guardFloatingPromise } from "../guard-floating-promise.ts";
import { checkOptions, cwdOf, type RunOptions, withStore } from "../run-options.ts";
import { conversationsOf, type RunResult } from "../run-result.ts";
import { tableOfConversations } from "../table-of-result.ts";

/** What a comparison is about, and where runs that are named are kept. */
export interface CompareOptions extends Pick<RunOptions, "store" | "cwd"> {
  /** The metric that the verdict is about; the pass rate unless given. */
  readonly metric?: string | undefined;
  /** The difference that matters, 0.1 unless given: where it could not have been seen, the verdict is "too-few". */
  readonly detect?: number | undefined;
}

/**
 * Whether B is better than A, on the cases that both have; differences are B − A. Each is the result of `evaluate`,
 * `collect` or `score`, a file that `save` wrote, or how a run in the store is asked for: its id or name, "latest~1", a
 * commit, a branch or a tag.
 *
 * @example const { verdict, sentence } = await compare("main", run);
 */
export function compare(
  runA: RunResult | string,
  runB: RunResult | string,
  options: CompareOptions = {},
): Promise<Comparison> {
  return guardFloatingPromise("compare(…)", async () => {
    checkOptions("compare", options, ["metric", "detect", "store", "cwd"]);
    const { metric, detect } = options;
    checkDetect(detect, metric);
    return await withNamed([runA, runB], options, ([a, b]) =>
      compareLoaded(a, b, { metric, detect }),
    );
  });
}

type Two<T> = readonly [T, T];

/** A store is opened only where a run is asked for that stands in it. */
async function withNamed<T>(
  [runA, runB]: Two<RunResult | string>,
  options: CompareOptions,
  work: (runs: Two<ComparableRun>) => Promise<T>,
): Promise<T> {
  const [a, b] = [await atHand(runA, options), await atHand(runB, options)];
  if (a !== undefined && b !== undefined) return await work([a, b]);
  return await withStore(options, async (store) => {
    const cwd = cwdOf(options);
    const later = b ?? (await storedRun(store, await findRun(store, String(runB), { cwd })));
    const like = later.table.about;
    const earlier =
      a ?? (await storedRun(store, await findRun(store, String(runA), { cwd, like })));
    return await work([earlier, later]);
  });
}

/** Undefined for a run that is asked for by name. */
async function atHand(
  run: RunResult | string,
  options: CompareOptions,
): Promise<ComparableRun | undefined> {
  if (typeof run === "string") {
    const path = resolve(cwdOf(options), run);
    if (!existsSync(path)) return undefined;
    const { summary, cases } = await readSavedRun(path);
    const { runId, about } = summary;
    return await runAtHand({ runId, about, trials: [await Array.fromAsync(cases())] });
  }
  const isRun = isObject(run) && isObject(run.about) && Array.isArray(run.trials);
  if (isRun) return await runAtHand(run);
  throw new UserFacingError("run/not-found", `${shown(run)} is no run.`, {
    hint: "Give the result of evaluate, a file that save wrote, or the id of a run.",
  });
}

async function runAtHand(
  run: Pick<RunResult, "runId" | "about" | "trials">,
): Promise<ComparableRun> {
  const all = conversationsOf(run);
  const table = tableOfConversations(run, all);
  const priced = asksModels(table) ? await withCosts(table, all) : table;
  return {
    table: priced,
    asked: () => each(all.filter(({ trial }) => trial === 0)),
    conversations: (indexes) => {
      const wanted = new Set(indexes);
      return each(all.filter(({ index }) => wanted.has(index)));
    },
  };
}

async function* each(results: readonly CaseResult[]): AsyncGenerator<CaseResult> {
  yield* results;
}

/** Points without their sign would be no difference at all: every run is large enough to see more than everything. */
function checkDetect(detect: unknown, metric: string | undefined): void {
  const most = metric === undefined ? 1 : Number.POSITIVE_INFINITY;
  if (detect === undefined || (typeof detect === "number" && detect > 0 && detect < most)) return;
  throw new UserFacingError(
    "cli/usage",
    `detect is ${shown(detect)}; a difference above 0${metric === undefined ? " and below 1" : ""} was expected.`,
    { hint: "Write, for example, detect: 0.05 for 5 points." },
  );
}
