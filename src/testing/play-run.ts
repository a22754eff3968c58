import { caseFold } from "../core/folds/case-result.ts";
import { runFold } from "../core/folds/run-summary.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult, RunEvent } from "../core/run.ts";

/**
 * Plays a run to a reporter, as the runner does. Events before `from` happened in an earlier process: no listener hears of
 * them, and the folds know them.
 */
export async function playRun(
  reporter: Reporter,
  events: readonly RunEvent[],
  { from = 0 }: { readonly from?: number } = {},
): Promise<void> {
  const run = runFold();
  const cases = caseFold();
  const results: CaseResult[] = [];
  let begun = false;
  for (const [at, given] of events.entries()) {
    const event = deepFreeze(given);
    run.apply(event);
    const result = cases.apply(event);
    if (result !== undefined) results.push(deepFreeze(result));
    if (at < from) continue;
    if (!begun) await reporter.onStart?.(run.summary());
    begun = true;
    reporter.onEvent?.(event, run.summary());
    if (result !== undefined) reporter.onCase?.(result, run.summary());
  }
  results.sort((a, b) => a.index - b.index || a.trial - b.trial);
  await reporter.onEnd?.(run.summary(), async function* () {
    yield* results;
  });
}

/** Others hold what a reporter is shown: one that writes to it fails here. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
}
