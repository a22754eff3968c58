import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { type Problem, UserFacingError } from "../../core/errors.ts";
import type { RunInfo } from "../../core/run.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import type { InitialSession } from "../../runner/run-plan.ts";
import { checkSimulatedUser } from "../../simulation/index.ts";
import { configFileFor, isThere } from "../config/config-file-for.ts";
import { withConfigHashes } from "../config/config-hash.ts";
import { type ConfigReader, configReader } from "../config/config-reader.ts";
import { type ProjectInRun, projectOf } from "../config/project-in-run.ts";
import type { EvalConfig } from "../config/read-config.ts";
import { checkCaseIds } from "../eval-sets/check-case-ids.ts";
import { openSetFile } from "../eval-sets/open-set-file.ts";
import { parseSelectors, type Selector } from "../eval-sets/parse-selectors.ts";
import { personaMatrix } from "../eval-sets/persona-matrix.ts";
import { readInitialSession } from "../eval-sets/read-initial-session.ts";
import { findEvalSets } from "../eval-sets/select-eval-sets.ts";
import { controlNotes } from "../judge-checks/control-notes.ts";
import { checkScorable } from "../metrics/check-scorable.ts";
import { agentKeyNotes } from "../models/agent-key-notes.ts";
import { type LazyModelRegistry, lazyModelRegistry } from "../models/lazy-model-registry.ts";
import type { ModelRegistry, WantedModel } from "../models/model-registry.ts";
import { checkSelected } from "./check-selected.ts";
import { describeSet } from "./describe-set.ts";
import { effectNotes } from "./effect-notes.ts";
import type { RunRequest } from "./eval-request.ts";
import { readGitState } from "./git-state.ts";
import { checkSimulatedTools, toolsOf } from "./known-tools.ts";
import { checkDistinct, type PlannedSet, selectCases } from "./plan-cases.ts";
import { planEnvironments, type Worlds } from "./plan-environments.ts";
import { adkNotes, estimateNotes, needsNotes, unaskedJudgeNotes } from "./plan-notes.ts";
import { type ResolvedAgent, resolveAgent } from "./resolve-agent.ts";
import { runInputs } from "./run-inputs.ts";

/** A run that is ready to begin: nothing the user could have got wrong is left to be found out. */
export interface PreparedRun {
  readonly loaded: ResolvedAgent;
  readonly sets: readonly PlannedSet[];
  readonly about: RunInfo;
  readonly initialSession?: InitialSession | undefined;
  /** Sentences worth saying before the run: which config, what cannot be scored. */
  readonly notes: readonly string[];
  readonly bands?: EvalConfig["scoreBands"];
  /** Undefined when nothing in the run asks a model. */
  readonly models?: ModelRegistry | undefined;
  /** How users are played, by set id. */
  readonly userSimulators: ReadonlyMap<string, EvalConfig["userSimulatorConfig"]>;
  /** Makes simulated environments; undefined when every tool is real. */
  readonly worlds?: Worlds | undefined;
}

export interface PrepareOptions {
  readonly cwd: string;
  readonly version: string;
  readonly command?: readonly string[] | undefined;
  /** Case ids by set id that `--failed` is about; undefined means all. */
  readonly onlyCases?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** What a resume by the command asks for, where the request itself holds objects that can be named. */
  readonly byName?: RunInfo["options"];
  /** Absolute paths of files that the run writes: reports, the store. */
  readonly outputs?: readonly string[] | undefined;
  /** False where nobody plays a scenario's user, so that nothing is paid for it. */
  readonly playsUsers?: boolean | undefined;
}

/** Reads, checks and resolves everything a run needs. No agent is called. */
export async function prepareRun(
  request: RunRequest,
  options: PrepareOptions,
): Promise<PreparedRun> {
  const { cwd } = options;
  const git = readGitState(cwd);
  const onlyCases = options.onlyCases ?? casesBySet(request.onlyCases);
  const loaded = await resolveAgent(request.agent, { cwd, agentName: request.agentName });
  const selectors = parseSelectors(request.evalSets.filter((each) => typeof each === "string"));
  const notes: string[] = [...agentKeyNotes(loaded.exported, process.env)];
  const registry = lazyModelRegistry(request);
  const project = await projectOf(request);
  const configs = configReader(request, registry.open, project?.withJudge);
  const planned: PlannedSet[] = [];
  const opened: OpenedSet[] = [];
  for await (const each of openSets(request, selectors, { loaded, cwd, notes })) {
    opened.push(each);
    const set = await planSet(each, {
      request,
      options: { ...options, onlyCases },
      loaded,
      project,
      configs,
      notes,
    });
    if (set !== undefined) planned.push(set);
  }
  notes.push(...checkSelected(planned, opened, request));
  checkDistinct(planned);
  const initial = await readInitialSession(request.initialSessionFile, cwd);
  await checkUsers(planned, registry);
  const { agent } = loaded;
  for (const set of planned) notes.push(...checkSimulatedTools(set, toolsOf(loaded)));
  const drawn = request.seed ?? randomInt(1, MOST_SEEDS);
  const openModels = registry.open;
  const worlds = await planEnvironments({ sets: planned, agent, openModels });
  // where no environment is simulated, nothing is left to chance
  const seed = worlds === undefined ? request.seed : drawn;
  for (const { models } of planned) registry.opened()?.addPrices(models.modelPrices);
  registry.opened()?.checkPrices();
  notes.push(...adkNotes(selectors, planned, request, cwd));
  notes.push(...(await estimateNotes(planned, request)));
  notes.push(...(await controlNotes(planned)));
  notes.push(
    ...unaskedJudgeNotes(
      planned.flatMap((set) => set.metrics),
      request,
    ),
  );
  return {
    loaded,
    sets: planned,
    initialSession: request.initialSession ?? initial,
    notes,
    bands: configs.bands(),
    models: registry.opened(),
    worlds,
    userSimulators: new Map(planned.map((set) => [set.evalSetId, set.userSimulatorConfig])),
    about: {
      kind: "eval",
      agent: {
        name: loaded.name,
        path: loaded.path,
        hash: loaded.hash,
        subAgent: request.agentName,
      },
      sets: withConfigHashes(planned.map((set) => describeSet(set, request))),
      caseCount: planned.reduce((sum, set) => sum + set.selected.length, 0),
      trials: request.trials,
      require: request.require,
      concurrency: request.concurrency,
      seed,
      models: registry.opened()?.names(),
      git: await git,
      version: options.version,
      command: options.command,
      cwd,
      inputs: runInputs({ loaded, sets: planned, request, cwd, outputs: options.outputs ?? [] }),
      // what was handed over as an object cannot be asked for again
      options: isByName(request)
        ? { ...request, seed }
        : options.byName && { ...options.byName, seed },
    },
  };
}

function casesBySet(only: RunRequest["onlyCases"]): PrepareOptions["onlyCases"] {
  if (only === undefined) return undefined;
  return new Map(Object.entries(only).map(([evalSetId, ids]) => [evalSetId, new Set(ids)]));
}

/** Short enough to be typed. */
const MOST_SEEDS = 1_000_000;

function isByName({
  agent,
  evalSets,
  config,
  initialSession,
  judgeModel = "",
}: RunRequest): boolean {
  const named = [agent, judgeModel, ...evalSets].every((each) => typeof each === "string");
  return named && config === undefined && initialSession === undefined;
}

/** An eval set that can be read, and what was asked of it. */
interface OpenedSet {
  readonly source: EvalSetSource;
  /** How messages call it. */
  readonly name: string;
  readonly cases: readonly string[];
}

/** The sets that are named, then those that were handed over. */
async function* openSets(
  request: RunRequest,
  selectors: readonly Selector[],
  { loaded, cwd, notes }: { loaded: ResolvedAgent; cwd: string; notes: string[] },
): AsyncGenerator<OpenedSet> {
  const handed = request.evalSets.filter((each) => typeof each !== "string");
  // nothing named means everything, unless there is something in hand
  if (selectors.length > 0 || handed.length === 0) {
    const selection = await findEvalSets(selectors, {
      agentDirectory: loaded.directory,
      agentPath: loaded.path,
      cwd,
    });
    notes.push(...selection.notes);
    for (const { path, name, cases } of selection.sets) {
      yield { source: await openSetFile(path, name), name, cases };
    }
  }
  for (const source of handed) yield { source, name: source.header.evalSetId, cases: [] };
}

interface PlanContext {
  readonly request: RunRequest;
  readonly options: PrepareOptions;
  readonly loaded: ResolvedAgent;
  readonly project: ProjectInRun | undefined;
  readonly configs: ConfigReader;
  readonly notes: string[];
}

async function planSet(
  { source: opened, name, cases }: OpenedSet,
  { request, options, loaded, project, configs, notes }: PlanContext,
): Promise<PlannedSet | undefined> {
  if (opened.caseIds.length === 0) {
    throw new UserFacingError("eval-set/empty", `${name} has no cases.`, {
      hint: "Nothing evaluated is not a pass. Add a case, or leave the set out.",
    });
  }
  const configPath = configPathFor(opened.path, { request, options, loaded, project });
  const { config, metrics } = await configs.read(configPath);
  const userSimulatorConfig = config?.userSimulatorConfig;
  const source = personaMatrix(opened, userSimulatorConfig?.personas);
  // a scenario may be named as it is written, or as one persona plays it
  const known = source === opened ? source.caseIds : [...opened.caseIds, ...source.caseIds];
  const named = checkCaseIds(known, cases, name);
  const { evalSetId } = source.header;
  const only = onlyThese(request, source.caseIds, options.onlyCases?.get(evalSetId), options);
  const indices = selectCases(source, { named, tags: request.tags, only });
  if (indices.length === 0) return undefined;
  notes.push(...(config?.warnings ?? []).map(noteText));
  notes.push(...source.warnings.map((each) => `${name}: ${noteText(each)}`));
  const tools = toolsOf(loaded);
  notes.push(
    ...effectNotes(opened, { name, metrics, customMetrics: config?.custom.keys() ?? [], tools }),
  );
  notes.push(...(await needsNotes(name, { source, selected: indices, metrics })));
  const hasScenarios = indices.some(source.isScenario);
  if (options.playsUsers !== false)
    await checkScorable(name, { source, selected: indices, metrics });
  return {
    source,
    evalSetId,
    selected: indices,
    metrics,
    configPath,
    config,
    hasScenarios,
    userSimulatorConfig,
    judgeModel: config?.judgeModel,
    models: config ?? { baseUrl: project?.baseUrl },
    environmentSimulation: config?.environmentSimulation,
  };
}

/** A note has no room for advice, but what was probably meant is half of what it says. */
function noteText({ message, hint }: Problem): string {
  return hint?.startsWith("Did you mean") === true ? `${message} ${hint}` : message;
}

/** A config in hand needs no file; a set in memory has none beside it. */
function configPathFor(
  setPath: string | undefined,
  {
    request,
    options,
    loaded,
    project,
  }: Pick<PlanContext, "request" | "options" | "loaded" | "project">,
): string | undefined {
  if (request.config !== undefined) return undefined;
  const { cwd } = options;
  const given =
    request.configFilePath === undefined ? undefined : resolve(cwd, request.configFilePath);
  if (setPath === undefined) return given ?? project?.configPath;
  const file = configFileFor(setPath, {
    given,
    exists: isThere,
    upTo: setPath.startsWith(loaded.directory) ? loaded.directory : cwd,
  });
  return file ?? project?.configPath;
}

/** `--case` and `--failed` both narrow a set down. */
function onlyThese(
  request: RunRequest,
  caseIds: readonly string[],
  failed: ReadonlySet<string> | undefined,
  options: PrepareOptions,
): ReadonlySet<string> | undefined {
  const wanted = request.caseIds.length === 0 ? undefined : new Set(request.caseIds);
  if (options.onlyCases === undefined) return wanted;
  const left = failed ?? new Set<string>();
  return wanted === undefined
    ? left
    : new Set(caseIds.filter((id) => left.has(id) && wanted.has(id)));
}

/** Who plays the user must be known, and can be asked, before the agent is called. */
async function checkUsers(
  planned: readonly PlannedSet[],
  registry: LazyModelRegistry,
): Promise<void> {
  for (const { hasScenarios, userSimulatorConfig, models } of planned) {
    if (!hasScenarios) continue;
    const modelFor = (await registry.open()).modelsOf(models);
    checkSimulatedUser(userSimulatorConfig, { modelFor: (name) => modelFor(name, simulatedUser) });
  }
}

const simulatedUser: WantedModel = {
  askedBy: "a simulated user",
  choose: (model) =>
    `let another model play the user, in the set's test_config.json:\n"user_simulator_config": { "model": "${model}" }`,
};
