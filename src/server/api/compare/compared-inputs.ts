import type { RunTable } from "../../../core/folds/run-table.ts";
import type { RunInfo } from "../../../core/run-info.ts";

/** What a run was made of: whatever may be the reason of a difference. */
export interface ComparedInputs {
  readonly runId: string;
  readonly shortId: string;
  readonly name?: string | undefined;
  readonly startedAt: string;
  readonly agent: RunInfo["agent"];
  readonly git?: RunInfo["git"];
  readonly trials: number;
  /** Models that the run itself asked: judges, played users, tools that a model answers for. */
  readonly models: readonly string[];
  readonly sets: readonly {
    readonly evalSetId: string;
    readonly hash: string;
    readonly caseCount: number;
    readonly configPath?: string | undefined;
    readonly configHash?: string | undefined;
    readonly judge?: string | undefined;
    readonly metrics: readonly { readonly name: string; readonly threshold?: number | undefined }[];
  }[];
}

export function inputsOf({ runId, startedAt, about }: RunTable, shortId: string): ComparedInputs {
  return {
    runId,
    shortId,
    name: about.name,
    startedAt,
    agent: about.agent,
    git: about.git,
    trials: about.trials,
    models: about.models ?? [],
    sets: about.sets.map(({ evalSetId, hash, caseCount, config }) => ({
      evalSetId,
      hash,
      caseCount,
      configPath: config.path,
      configHash: config.hash,
      judge: config.judge?.isCode === true ? "code" : config.judge?.model,
      metrics: config.metrics.map(({ name, threshold }) => ({ name, threshold })),
    })),
  };
}
