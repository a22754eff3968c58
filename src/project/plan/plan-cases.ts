import { UserFacingError } from "../../core/errors.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type { Metric } from "../../core/metric.ts";
import type { QuarantinedCase } from "../../core/run-info.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import type { ModelLike } from "../../models/index.ts";
import type { FinishedCalls } from "../../runner/journal/call-journal.ts";
import type { FinishedTurns, InitialSession, PlannedCase } from "../../runner/run-plan.ts";
import type { EnvironmentConfig } from "../../simulation/environment/environment-config.ts";
import type { EvalConfig } from "../config/read-config.ts";
import type { UserSimulatorConfig } from "../config/user-simulator-config.ts";
import type { ConfiguredModels } from "../models/model-registry.ts";

/** One eval set of a run: which of its cases, by which metrics. */
export interface PlannedSet {
  readonly source: EvalSetSource;
  readonly evalSetId: string;
  /** Indices into the source, in its order. */
  readonly selected: readonly number[];
  /** Those that would run, were they not in quarantine. */
  readonly quarantined: readonly QuarantinedCase[];
  readonly metrics: readonly Metric[];
  /** Whether any selected case gives a judge something to judge. */
  readonly asksJudge: boolean;
  readonly configPath?: string | undefined;
  readonly config?: EvalConfig | undefined;
  /** Whether any selected case needs a simulated user. */
  readonly hasScenarios: boolean;
  readonly userSimulatorConfig?: UserSimulatorConfig | undefined;
  /** Which tools of the agent do not run for real. */
  readonly environmentSimulation?: EnvironmentConfig | undefined;
  /** The judge that the set's config names for all its metrics. */
  readonly judgeModel?: ModelLike | undefined;
  /** What its config says about models. */
  readonly models: ConfiguredModels;
}

/** As much of a planned set as shows whether its metrics can score its cases. */
export type PlannedScoring = Pick<PlannedSet, "selected" | "metrics"> & {
  readonly source: Pick<EvalSetSource, "read" | "isScenario">;
};

interface CaseFilter {
  /** From the selector `file:case,case`; empty means all. */
  readonly named: readonly string[];
  readonly tags: readonly string[];
  /** Keeps only these ids when given. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Which cases run although they are in quarantine, beside those that are named: all, or these. */
  readonly quarantined?: boolean | ReadonlySet<string> | undefined;
}

/** The cases of a set that are to run, by index. */
export function selectCases(source: EvalSetSource, filter: CaseFilter): readonly number[] {
  return matchingCases(source, filter).filter((index) => !isLeftOut(source, index, filter));
}

/** The cases that were meant, and do not run since they are in quarantine. */
export function quarantinedCases(
  source: EvalSetSource,
  filter: CaseFilter,
): readonly QuarantinedCase[] {
  return matchingCases(source, filter)
    .filter((index) => isLeftOut(source, index, filter))
    .map((index) => ({
      evalId: source.caseIds[index] ?? "",
      reason: source.quarantineOf(index) ?? "",
    }));
}

function isLeftOut(
  source: EvalSetSource,
  index: number,
  { named, quarantined = false }: CaseFilter,
): boolean {
  if (quarantined === true || named.length > 0) return false;
  if (source.quarantineOf(index) === undefined) return false;
  const evalId = source.caseIds[index] ?? "";
  return quarantined === false || !(quarantined.has(evalId) || quarantined.has(asWritten(evalId)));
}

function matchingCases(source: EvalSetSource, filter: CaseFilter): readonly number[] {
  const named = new Set(filter.named);
  const tags = new Set(filter.tags);
  const selected: number[] = [];
  for (const [index, evalId] of source.caseIds.entries()) {
    if (named.size > 0 && !named.has(evalId) && !named.has(asWritten(evalId))) continue;
    if (filter.only !== undefined && !filter.only.has(evalId)) continue;
    if (tags.size > 0 && !source.tagsOf(index).some((tag) => tags.has(tag))) continue;
    selected.push(index);
  }
  return selected;
}

/** The id of the scenario that a persona plays. */
function asWritten(evalId: string): string {
  const at = evalId.lastIndexOf("@");
  return at === -1 ? evalId : evalId.slice(0, at);
}

interface ConversationsRequest {
  readonly sets: readonly PlannedSet[];
  readonly trials: number;
  readonly initialSession?: InitialSession | undefined;
  /** Conversations that have ended, by `keyOf`. */
  readonly ended?: ReadonlySet<string> | undefined;
  /** Conversations that were begun, by `keyOf`. */
  readonly unfinished?: ReadonlyMap<string, FinishedTurns> | undefined;
  /** Model calls that were finished, by `keyOf`. */
  readonly calls?: ReadonlyMap<string, FinishedCalls> | undefined;
}

/** Every conversation of a run that is still to run: all trials of a case, then the next case. */
export function* plannedCases(request: ConversationsRequest): Generator<PlannedCase> {
  let place = 0;
  for (const set of request.sets) {
    for (const caseIndex of set.selected) {
      const index = place;
      place += 1;
      for (let trial = 0; trial < request.trials; trial += 1) {
        const planned = plannedCase(request, { set, caseIndex, index, trial });
        if (request.ended?.has(keyOf(planned)) !== true) yield planned;
      }
    }
  }
}

/** The conversation at a place of the plan, for those who are told which ones to run; undefined where there is none. */
export function plannedCaseAt(
  request: ConversationsRequest,
  { index, trial }: { readonly index: number; readonly trial: number },
): PlannedCase | undefined {
  let first = 0;
  for (const set of request.sets) {
    const caseIndex = set.selected[index - first];
    if (caseIndex !== undefined) return plannedCase(request, { set, caseIndex, index, trial });
    first += set.selected.length;
  }
  return undefined;
}

interface PlaceOfCase {
  readonly set: PlannedSet;
  /** In its set's file. */
  readonly caseIndex: number;
  /** In the plan. */
  readonly index: number;
  readonly trial: number;
}

function plannedCase(
  { trials, initialSession, unfinished, calls }: ConversationsRequest,
  { set: { source, evalSetId, metrics }, caseIndex, index, trial }: PlaceOfCase,
): PlannedCase {
  const evalId = source.caseIds[caseIndex] ?? "";
  const key = keyOf({ evalSetId, evalId, trial });
  return {
    evalSetId,
    evalId,
    trial,
    index,
    metrics,
    initialSession,
    freshSession: trials > 1,
    finishedTurns: unfinished?.get(key),
    finishedCalls: calls?.get(key),
    load: () => source.read(caseIndex),
  };
}

/** Two sets of one id could not be told apart in any report. */
export function checkDistinct(sets: readonly PlannedSet[]): void {
  const seen = new Map<string, string>();
  for (const { evalSetId, source } of sets) {
    const path = source.path ?? evalSetId;
    const other = seen.get(evalSetId);
    if (other !== undefined) {
      throw new UserFacingError(
        "eval-set/duplicate",
        `${other} and ${path} both have the eval_set_id "${evalSetId}".`,
        { hint: "Give one of them another id; results are kept under it." },
      );
    }
    seen.set(evalSetId, path);
  }
}
