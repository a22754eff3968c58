import { basename } from "node:path";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { CaseResult } from "../../core/run.ts";
import { saveAdkResult } from "../../eval-sets/results/save-adk-result.ts";

/** Beyond this many conversations a results file would be tens of megabytes; it is then written on request only. */
const AUTO_LIMIT = 2_000;

interface AdkResultsOptions {
  readonly directory: string;
  /** Agents of ADK have their results where ADK looks for them; any other agent's only when they are asked for. */
  readonly isAdk: boolean;
  readonly when: "auto" | "always" | "never";
  readonly onNote: (sentence: string) => void;
}

/** Also keeps results as ADK does: `.adk/eval_history/*.evalset_result.json` in the agent's folder. */
export function adkResultsReporter({
  directory,
  isAdk,
  when,
  onNote,
}: AdkResultsOptions): Reporter {
  const isWanted = ({ conversations }: RunSummary) =>
    when === "always" || (when === "auto" && isAdk && conversations.planned <= AUTO_LIMIT);
  return {
    async onEnd(run, cases) {
      if (!isWanted(run)) return;
      try {
        await save(directory, run, groups(cases()));
      } catch (error) {
        // the run is in the journal, and its verdict does not hang on this copy
        const said = error instanceof Error ? error.message : String(error);
        onNote(`The results for ADK were not written. ${said}`);
      }
    },
  };
}

async function save(
  directory: string,
  run: RunSummary,
  casesOf: (evalSetId: string) => AsyncGenerator<CaseResult>,
): Promise<void> {
  // by which the file is found again when the run is removed
  const time = Date.parse(run.end?.at ?? run.startedAt) / 1000;
  for (const { evalSetId, config } of run.about.sets) {
    await saveAdkResult({
      folder: directory,
      appName: basename(directory),
      evalSetId,
      time,
      cases: casesOf(evalSetId),
      metrics: config.metrics,
    });
  }
}

/** Cases come in plan order, set by set, so one pass over the journal serves every set. */
function groups(
  cases: AsyncIterable<CaseResult>,
): (evalSetId: string) => AsyncGenerator<CaseResult> {
  const iterator = cases[Symbol.asyncIterator]();
  let waiting: IteratorResult<CaseResult> | undefined;
  return async function* ofSet(evalSetId) {
    for (;;) {
      waiting ??= await iterator.next();
      if (waiting.done || waiting.value.evalSetId !== evalSetId) return;
      yield waiting.value;
      waiting = undefined;
    }
  };
}
