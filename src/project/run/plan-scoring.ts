import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { Metric } from "../../core/metric.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { shortPath } from "../../files/short-path.ts";
import { configOfSet } from "../config/config-of-set.ts";
import type { EvalConfig } from "../config/read-config.ts";
import { type AskedGates, chooseGates } from "../gates/asked-gates.ts";
import { checkReferences } from "../history/recorded-cases.ts";
import { checkRunnable } from "../metrics/check-runnable.ts";
import { mayCompareMeaning, planMetrics } from "../metrics/plan-metrics.ts";
import { judgesOf } from "../models/judge-of-run.ts";
import { asksJudges, lazyModelRegistry } from "../models/lazy-model-registry.ts";
import type { ModelRegistry } from "../models/model-registry.ts";
import { effectNotes } from "../plan/checks/effect-notes.ts";
import { unaskedJudgeNotes } from "../plan/checks/plan-notes.ts";
import type { RunRequest } from "../plan/eval-request.ts";
import { type LocatedConfig, scoringInputs } from "../plan/run-inputs.ts";
import { aboutScoring, type SavedRun, type ScoringPlan } from "./score-run.ts";
import { unmaskedSets } from "./secrets/run-secrets.ts";

export interface ScoringRequest
  extends Pick<RunRequest, "judgeModel" | "baseUrl" | "maxCost">,
    AskedGates {
  /** By what to measure; without it, by what each set of the run was measured by. */
  readonly config?: EvalConfig | undefined;
  readonly configPath?: string | undefined;
  readonly judgeCheck?: JudgeCheckMode | undefined;
  /** Newer sets. */
  readonly references: readonly EvalSetSource[];
  /** What a project asks of every run as a whole. */
  readonly project?: AskedGates | undefined;
  /** Messages call files as they are seen from here. */
  readonly cwd: string;
  readonly version: string;
  /** The command as it was typed. */
  readonly command?: readonly string[] | undefined;
  /** What a resume must use again; undefined where it was handed over as objects. */
  readonly options?: RunInfo["options"];
}

/** Scoring that is ready to begin. */
export interface PlannedScoring extends ScoringPlan {
  /** What the run will say about itself. */
  readonly about: RunInfo;
  /** What is asked of the run as a whole; `withGates` makes its gates of it. */
  readonly asked: AskedGates;
  /** Undefined when no judge is asked. */
  readonly registry?: ModelRegistry | undefined;
  /** Sentences worth saying before it begins. */
  readonly notes: readonly string[];
}

/** Reads and checks everything that scoring a run needs: what `prepareRun` is for a run with an agent. */
export async function planScoring(
  loaded: SavedRun,
  request: ScoringRequest,
): Promise<PlannedScoring> {
  const { config: given, configPath, judgeCheck, references } = request;
  const { about } = loaded.summary;
  checkReferences(references, about);
  const registry = lazyModelRegistry(request);
  const bySet = new Map<string, readonly Metric[]>();
  const configs: LocatedConfig[] = [];
  const notes = [...halfNotes(loaded), ...(given?.warnings ?? []).map(({ message }) => message)];
  for (const set of given === undefined ? await unmaskedSets(loaded.summary) : about.sets) {
    const config = given ?? (await configOfSet(set));
    const models = judgesOf(config, set, given === undefined ? request : undefined);
    const newer = references.filter(({ header }) => header.evalSetId === set.evalSetId);
    const byMeaning =
      mayCompareMeaning(config?.criteria) &&
      (set.config.comparesMeaning === true ||
        newer.some((source) => source.mentions().byMeaning.length > 0));
    const asks = byMeaning || asksJudges(config);
    const judgeFor = asks ? (await registry.open()).judgesOf(models) : undefined;
    const metrics = planMetrics(config, { judgeFor, judgeCheck, byMeaning });
    checkRunnable(metrics, given?.warnings);
    configs.push({ config, path: given === undefined ? set.config.path : configPath });
    bySet.set(set.evalSetId, metrics);
    notes.push(...newer.flatMap((source) => aboutSet(source, { config, metrics, request })));
  }
  registry.opened()?.checkPrices();
  notes.push(...unaskedJudgeNotes([...bySet.values()].flat(), request));
  const models = registry.opened();
  const plan: ScoringPlan = {
    loaded,
    metricsFor: (evalSetId) => bySet.get(evalSetId) ?? [],
    configPath,
    references,
    models: models?.client,
    options: request.options,
    inputs: scoringInputs(configs, request, request.cwd),
    version: request.version,
    command: request.command,
  };
  const asked = chooseGates(request, given === undefined ? [] : [given], request.project);
  return { ...plan, about: aboutScoring(plan), asked, registry: models, notes };
}

/** Conversations that never ran cannot be scored, and what is missing is no pass. */
function halfNotes({ summary }: SavedRun): readonly string[] {
  const { conversations } = summary;
  if (conversations === undefined || conversations.ended >= conversations.planned) return [];
  const { ended, planned } = conversations;
  return [
    `Run ${summary.runId} is not whole: ${ended} of its ${planned} conversations are scored.`,
  ];
}

interface MeasuredBy {
  readonly config: { readonly custom?: EvalConfig["custom"] | undefined } | undefined;
  readonly metrics: readonly Metric[];
  readonly request: Pick<ScoringRequest, "cwd">;
}

/** What a newer set asks for and nothing here can give an effect. The agent is not there to list its tools. */
function aboutSet(source: EvalSetSource, { config, metrics, request }: MeasuredBy) {
  const { path, header, warnings } = source;
  const name = path === undefined ? header.evalSetId : shortPath(path, request.cwd);
  const customMetrics = config?.custom?.keys() ?? [];
  return [
    ...warnings.map(({ message }) => `${name}: ${message}`),
    ...effectNotes(source, { name, metrics, customMetrics }),
  ];
}
