import { basename, join } from "node:path";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult } from "../core/run.ts";
import { saveAdkResult } from "../eval-sets/save-adk-result.ts";

/** Beyond this many conversations a results file would be tens of megabytes; it is then written on request only. */
const AUTO_LIMIT = 2_000;

/** Also keeps results as ADK does: `.adk/eval_history/*.evalset_result.json` in the agent's folder. */
export function adkResultsReporter(
  agentDirectory: string,
  when: "auto" | "always" | "never",
): Reporter {
  return {
    async onEnd(run, cases) {
      if (when === "never") return;
      if (when === "auto" && run.conversations.planned > AUTO_LIMIT) return;
      const bySet = groups(cases());
      for (const set of run.about.sets) {
        await saveAdkResult({
          folder: join(agentDirectory, ".adk", "eval_history"),
          appName: basename(agentDirectory),
          evalSetId: set.evalSetId,
          time: Date.now() / 1000,
          cases: bySet(set.evalSetId),
          metrics: set.config.metrics,
        });
      }
    },
  };
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
