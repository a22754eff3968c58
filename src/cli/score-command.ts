import { resolve } from "node:path";
import type { Metric } from "../core/metric.ts";
import type { RunSet } from "../core/run.ts";
import { exitCodeOf } from "../core/run-summary.ts";
import { openEvalSet } from "../eval-sets/eval-set-source.ts";
import { newRunId } from "../project/evaluate-run.ts";
import { asksJudges, type LazyDesk, lazyDesk } from "../project/lazy-desk.ts";
import { findRun, loadRun } from "../project/load-run.ts";
import type { ConfiguredModels } from "../project/model-desk.ts";
import { openStore } from "../project/open-store.ts";
import { checkRunnable, planMetrics } from "../project/plan-metrics.ts";
import { readConfigFile } from "../project/read-config-file.ts";
import { scoreRun } from "../project/score-run.ts";
import { agentRoom } from "./agent-room.ts";
import type { CommandInput } from "./command.ts";
import { openReporters } from "./open-reporters.ts";
import { modelOptions, textOption } from "./read-options.ts";
import { sayNotes } from "./run-notes.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { VERSION } from "./version.ts";

/** `assay score RUN`: the same conversations, measured anew. */
export async function scoreCommand(input: CommandInput): Promise<number> {
  const { options, cwd, terminal } = input;
  const named = textOption(options, "config_file_path");
  const configPath = named === undefined ? undefined : resolve(cwd, named);
  const store = await openStore(resolve(cwd, textOption(options, "store") ?? ".assay/assay.db"));
  const signals = stopOnSignals(terminal);
  // metrics of one's own print too, and reports are for programs
  const room = agentRoom(input);
  try {
    const loaded = await loadRun(store, await findRun(store, input.arguments[0]));
    const given = configPath === undefined ? undefined : await readConfigFile(configPath);
    const desk = lazyDesk(modelOptions(options));
    const bySet = new Map<string, readonly Metric[]>();
    for (const set of loaded.summary.about.sets) {
      bySet.set(set.evalSetId, await planWith(given ?? (await configOf(set)), desk));
    }
    const newer = textOption(options, "eval_set");
    const references = newer === undefined ? undefined : await openEvalSet(resolve(cwd, newer));
    const reporters = await openReporters(input, { bands: given?.scoreBands });
    const run = await scoreRun({
      store,
      loaded,
      metricsFor: (evalSetId) => bySet.get(evalSetId) ?? [],
      configPath,
      references,
      models: desk.opened()?.access,
      reporters,
      onNote: (sentence) => sayNotes(input, [sentence]),
      runId: newRunId(),
      version: VERSION,
      command: ["assay", ...input.argv],
      stop: signals.stop,
      kill: signals.kill,
    });
    return exitCodeOf(run);
  } finally {
    room.leave();
    signals.release();
    await store.close();
  }
}

type Config = Parameters<typeof planMetrics>[0] & ConfiguredModels;

async function planWith(config: Config, desk: LazyDesk): Promise<readonly Metric[]> {
  const judgeFor = asksJudges(config) ? (await desk.open()).judgesOf(config ?? {}) : undefined;
  const metrics = planMetrics(config, { judgeFor });
  checkRunnable(metrics);
  return metrics;
}

/** The criteria a run had: from its own record, or from its config file where they are code. */
async function configOf({ config }: RunSet): Promise<Config> {
  const custom = config.metrics.some((metric) => metric.customFunctionPath !== undefined);
  const isCode = /\.[cm]?[jt]s$/.test(config.path ?? "");
  if ((custom || isCode) && config.path !== undefined) return await readConfigFile(config.path);
  return {
    criteria: config.metrics.flatMap(({ name, criterion }) =>
      criterion === undefined ? [] : [[name, criterion] as const],
    ),
  };
}
