import { type Problem, UserFacingError } from "../../core/errors.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import type { ProjectInRun } from "../assay-config/project-in-run.ts";
import type { ConfigReader } from "../config/config-reader.ts";
import { checkCaseIds } from "../eval-sets/check-case-ids.ts";
import { personaMatrix } from "../eval-sets/persona-matrix.ts";
import { checkScorable } from "../metrics/check-scorable.ts";
import { mayCompareMeaning } from "../metrics/plan-metrics.ts";
import { effectNotes } from "./checks/effect-notes.ts";
import { toolsOf } from "./checks/known-tools.ts";
import { idleMetrics, needsNotes } from "./checks/plan-notes.ts";
import { configPathFor } from "./config-path.ts";
import type { RunRequest } from "./eval-request.ts";
import { onlyThese } from "./only-these.ts";
import type { OpenedSet } from "./open-sets.ts";
import { type PlannedSet, quarantinedCases, selectCases } from "./plan-cases.ts";
import type { PrepareOptions } from "./prepared-run.ts";
import type { ResolvedAgent } from "./resolve-agent.ts";

interface PlanContext {
  readonly request: RunRequest;
  readonly options: PrepareOptions;
  readonly loaded: ResolvedAgent;
  readonly project: ProjectInRun | undefined;
  readonly configs: ConfigReader;
  readonly notes: string[];
}

export async function planSet(
  { source: opened, name, cases }: OpenedSet,
  { request, options, loaded, project, configs, notes }: PlanContext,
): Promise<PlannedSet | undefined> {
  if (opened.caseIds.length === 0) {
    throw new UserFacingError("eval-set/empty", `${name} has no cases.`, {
      hint: "Nothing evaluated is not a pass. Add a case, or leave the set out.",
    });
  }
  const configPath = configPathFor(opened.path, { request, cwd: options.cwd, loaded, project });
  const { config, metrics: plain } = await configs.read(configPath);
  const userSimulatorConfig = config?.userSimulatorConfig;
  const source = personaMatrix(opened, userSimulatorConfig?.personas);
  // a scenario may be named as it is written, or as one persona plays it
  const known = source === opened ? source.caseIds : [...opened.caseIds, ...source.caseIds];
  const named = checkCaseIds(known, cases, name);
  const { evalSetId } = source.header;
  const only = onlyThese(request, source.caseIds, options.onlyCases?.get(evalSetId), options);
  const mayRun = request.quarantined === true || new Set(request.caseIds);
  const filter = { named, tags: request.tags, only, quarantined: mayRun };
  const indices = selectCases(source, filter);
  const quarantined = options.quarantined?.get(evalSetId) ?? quarantinedCases(source, filter);
  // a set in which nothing is left to run says so
  if (indices.length + quarantined.length === 0) return undefined;
  const byMeaning =
    mayCompareMeaning(config?.criteria) && comparesByMeaning(opened, source, indices);
  const criteria = byMeaning ? (await configs.readByMeaning(configPath)).metrics : plain;
  const idle = await idleMetrics({ source, selected: indices, metrics: criteria });
  // a judge that nothing is to be asked has nothing to prove
  const metrics = criteria.map((each) => (idle.has(each) ? { ...each, control: undefined } : each));
  notes.push(...(config?.warnings ?? []).map(noteText));
  notes.push(...source.warnings.map((each) => `${name}: ${noteText(each)}`));
  const tools = toolsOf(loaded);
  notes.push(
    ...effectNotes(opened, { name, metrics, customMetrics: config?.custom.keys() ?? [], tools }),
  );
  notes.push(...(await needsNotes(name, { source, selected: indices, metrics })));
  const simulates = options.simulates !== false;
  if (simulates) await checkScorable(name, { source, selected: indices, metrics });
  return {
    source,
    evalSetId,
    selected: indices,
    quarantined,
    metrics,
    asksJudge: metrics.some(
      (each, at) => each.needs.includes("judge") && !idle.has(criteria[at] ?? each),
    ),
    configPath,
    config,
    hasScenarios: simulates && indices.some(source.isScenario),
    userSimulatorConfig,
    judgeModel: config?.judgeModel,
    models: config ?? { baseUrl: project?.baseUrl },
    environmentSimulation: simulates ? config?.environmentSimulation : undefined,
  };
}

/** Whether a selected case compares arguments by meaning. Only written ones have calls that are expected. */
function comparesByMeaning(
  opened: EvalSetSource,
  source: EvalSetSource,
  selected: readonly number[],
): boolean {
  const { byMeaning } = opened.mentions();
  if (byMeaning.length === 0) return false;
  const ids = new Set(byMeaning.map((index) => opened.caseIds[index]));
  return selected.some((index) => ids.has(source.caseIds[index]));
}

/** A note has no room for advice, but what was probably meant is half of what it says. */
function noteText({ message, hint }: Problem): string {
  return hint?.startsWith("Did you mean") === true ? `${message} ${hint}` : message;
}
