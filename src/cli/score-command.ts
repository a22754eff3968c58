import { resolve } from "node:path";
import type { Metric } from "../core/metric.ts";
import type { RunSet } from "../core/run.ts";
import { exitCodeOf } from "../core/run-summary.ts";
import { openEvalSet } from "../eval-sets/eval-set-source.ts";
import { newRunId } from "../project/evaluate-run.ts";
import { findRun, loadRun } from "../project/load-run.ts";
import { openStore } from "../project/open-store.ts";
import { checkRunnable, planMetrics } from "../project/plan-metrics.ts";
import { readConfigFile } from "../project/read-config.ts";
import { scoreRun } from "../project/score-run.ts";
import type { CommandInput } from "./command.ts";
import { openReporters } from "./open-reporters.ts";
import { textOption } from "./read-options.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { VERSION } from "./version.ts";

/** `assay score RUN`: the same conversations, measured anew. */
export async function scoreCommand(input: CommandInput): Promise<number> {
  const { options, cwd, terminal } = input;
  const given = textOption(options, "config_file_path");
  const configPath = given === undefined ? undefined : resolve(cwd, given);
  const store = await openStore(resolve(cwd, textOption(options, "store") ?? ".assay/assay.db"));
  const signals = stopOnSignals(terminal);
  try {
    const loaded = await loadRun(store, await findRun(store, input.arguments[0]));
    const config = configPath === undefined ? undefined : await readConfigFile(configPath);
    const bySet = new Map<string, readonly Metric[]>();
    for (const set of loaded.summary.about.sets) {
      const metrics = config === undefined ? await metricsOf(set) : await planMetrics(config);
      checkRunnable(metrics);
      bySet.set(set.evalSetId, metrics);
    }
    const newer = textOption(options, "eval_set");
    const references = newer === undefined ? undefined : await openEvalSet(resolve(cwd, newer));
    const reporters = await openReporters(input, { bands: config?.scoreBands });
    const run = await scoreRun({
      store,
      loaded,
      metricsFor: (evalSetId) => bySet.get(evalSetId) ?? [],
      configPath,
      references,
      reporters,
      runId: newRunId(),
      version: VERSION,
      command: ["assay", ...input.argv],
      stop: signals.stop,
      kill: signals.kill,
    });
    return exitCodeOf(run);
  } finally {
    signals.release();
    await store.close();
  }
}

/** The metrics a run had: from its own record, or from its config file where they are code. */
async function metricsOf({ config }: RunSet): Promise<readonly Metric[]> {
  const custom = config.metrics.some((metric) => metric.customFunctionPath !== undefined);
  if (custom && config.path !== undefined) return planMetrics(await readConfigFile(config.path));
  return planMetrics({
    criteria: config.metrics.flatMap(({ name, criterion }) =>
      criterion === undefined ? [] : [[name, criterion] as const],
    ),
  });
}
