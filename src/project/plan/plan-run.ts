import { randomInt } from "node:crypto";
import { projectOf } from "../assay-config/project-in-run.ts";
import { withConfigHashes } from "../config/config-hash.ts";
import { configReader } from "../config/config-reader.ts";
import { chooseGates } from "../gates/asked-gates.ts";
import { readGitState } from "../git/git-state.ts";
import { checkedName } from "../history/run-name.ts";
import { controlNotes } from "../judge-checks/control-notes.ts";
import { agentKeyNotes } from "../models/agent-key-notes.ts";
import { lazyModelRegistry } from "../models/lazy-model-registry.ts";
import { checkSelected } from "./checks/check-selected.ts";
import { checkSimulatedTools } from "./checks/check-simulated-tools.ts";
import { checkUsers } from "./checks/check-users.ts";
import { toolsOf } from "./checks/known-tools.ts";
import { adkNotes, estimateNotes, unaskedJudgeNotes } from "./checks/plan-notes.ts";
import { describeSet } from "./describe-set.ts";
import type { RunRequest } from "./eval-request.ts";
import { checkDistinct, type PlannedSet } from "./plan-cases.ts";
import { planEnvironments } from "./plan-environments.ts";
import { planSet } from "./plan-set.ts";
import type { PreparedRun, PrepareOptions } from "./prepared-run.ts";
import { readAhead } from "./read-ahead.ts";
import { resolveAgent } from "./resolve-agent.ts";
import { runInputs } from "./run-inputs.ts";

/** Reads, checks and resolves everything a run needs. No agent is called. */
export async function prepareRun(
  request: RunRequest,
  options: PrepareOptions,
): Promise<PreparedRun> {
  const { cwd } = options;
  const git = readGitState(cwd);
  const onlyCases = options.onlyCases ?? casesBySet(request.onlyCases);
  const { agentName, agentModel } = request;
  const registry = lazyModelRegistry(request, options.quota);
  const project = await projectOf(request);
  const configs = configReader(request, registry.open, project?.withJudge, cwd);
  const judgingOf = await readAhead(request, { cwd, project, configs });
  const loaded = await resolveAgent(request.agent, { cwd, agentName, model: agentModel });
  const { selectors, opened, initial, notes: told } = await judgingOf(loaded);
  const notes: string[] = [...agentKeyNotes(loaded.exported, process.env), ...told];
  const planned: PlannedSet[] = [];
  for (const each of opened) {
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
  await checkUsers(planned, registry);
  const { agent } = loaded;
  for (const set of planned) notes.push(...checkSimulatedTools(set, toolsOf(loaded)));
  const drawn = request.seed ?? randomInt(1, MOST_SEEDS);
  const openModels = registry.open;
  const environments = await planEnvironments({ sets: planned, agent, openModels });
  // where no environment is simulated, nothing is left to chance
  const seed = environments === undefined ? request.seed : drawn;
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
    asked: chooseGates(request, configs.gates(), project?.gates),
    initialSession: request.initialSession ?? initial,
    notes,
    bands: configs.bands(),
    models: registry.opened(),
    environments,
    userSimulators: new Map(planned.map((set) => [set.evalSetId, set.userSimulatorConfig])),
    about: {
      kind: "eval",
      agent: {
        name: loaded.name,
        path: loaded.path,
        hash: loaded.hash,
        subAgent: agentName,
        ...(agentModel !== undefined && { model: agentModel }),
      },
      sets: withConfigHashes(planned.map((set) => describeSet(set, request))),
      caseCount: planned.reduce((sum, set) => sum + set.selected.length, 0),
      trials: request.trials,
      require: request.require,
      concurrency: request.concurrency,
      seed,
      ...(request.decide === true ? { decide: { seed: drawn } } : {}),
      models: registry.opened()?.names(),
      git: await git,
      version: options.version,
      command: options.command,
      cwd,
      name: checkedName(request.name),
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
