import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { fileChanges, hashFile, inputFiles, mayBeInput } from "../../agents/loading/input-files.ts";
import { localFiles } from "../../agents/loading/local-files.ts";
import { performance } from "../../core/async/own-timers.ts";
import type { RunInputs } from "../../core/run-info.ts";
import type { RunTurn } from "../../runner/run-plan.ts";
import type { EvalConfig } from "../config/read-config.ts";
import { sourceOf } from "../metrics/custom-definition.ts";
import { findCode } from "../metrics/load-custom-metric.ts";
import type { RunRequest } from "./eval-request.ts";
import type { PlannedSet } from "./plan-cases.ts";
import type { ResolvedAgent } from "./resolve-agent.ts";

interface InputsRequest {
  readonly loaded: ResolvedAgent & { readonly files?: readonly string[] | undefined };
  readonly sets: readonly PlannedSet[];
  readonly request: Pick<
    RunRequest,
    "judgeModel" | "baseUrl" | "initialSessionFile" | "initialSession"
  >;
  readonly cwd: string;
  /** Files that the run itself writes. */
  readonly outputs: readonly string[];
}

/** Everything a run depends on beyond its cases and metrics, so that a resume can tell what has changed. */
export function runInputs({ loaded, sets, request, cwd, outputs }: InputsRequest): RunInputs {
  const own = sets.flatMap(({ source, configPath }) => [source.path, configPath]);
  const except = new Set([...own, ...outputs].filter((path) => path !== undefined));
  const ofAgent = agentFiles(loaded, except).filter((file) => !except.has(file));
  const ofMetrics = sets.flatMap(({ config, configPath }) => metricFiles(config, configPath));
  const session =
    request.initialSessionFile === undefined ? [] : [resolve(cwd, request.initialSessionFile)];
  return {
    files: hashesOf([...ofAgent, ...ofMetrics, ...session], cwd),
    settings: Object.assign(
      {},
      ...sets.map((set) => settingsOf(set, request)),
      handedOver(loaded, request),
    ),
  };
}

/** Its code and what lies beside it. Where it stands in a project config, what lies beside that is not its own. */
function agentFiles(
  { path, directory, files = [], isInline }: InputsRequest["loaded"],
  except: ReadonlySet<string>,
): readonly string[] {
  if (path === undefined) return [];
  const named = localFiles(path);
  if (isInline === true) return [...files, ...named.filter(mayBeInput)];
  return [
    ...files,
    ...named.filter((file) => isElsewhere(file, directory)),
    ...inputFiles(directory, { except }),
  ];
}

/** What a program gave as it is, and stands in no file. */
function handedOver(
  { path, exported }: InputsRequest["loaded"],
  { initialSession }: InputsRequest["request"],
): Readonly<Record<string, string>> {
  return {
    ...(path === undefined && typeof exported === "function"
      ? { "the agent": hashOf(sourceOf(exported)) }
      : {}),
    ...(initialSession === undefined ? {} : { "the initial session": hashOf(initialSession) }),
  };
}

/** As much of a config as its inputs are read from, and where it lies. */
export interface LocatedConfig {
  readonly config: MeasuringConfig | undefined;
  readonly path: string | undefined;
}

type MeasuringConfig = Pick<EvalConfig, "criteria"> &
  Partial<Pick<EvalConfig, "customMetrics" | "judgeModel" | "baseUrl">> & {
    readonly custom?: EvalConfig["custom"] | undefined;
  };

/** The same for scoring, which calls no agent. */
export function scoringInputs(
  configs: readonly LocatedConfig[],
  request: InputsRequest["request"],
  cwd: string,
): RunInputs {
  return {
    files: hashesOf(
      configs.flatMap(({ config, path }) => metricFiles(config, path)),
      cwd,
    ),
    settings: Object.assign(
      { "the judge": hashOf(configs.map(({ config }) => judgeOf(config, request))) },
      ...configs.map(({ config, path }) => (path === undefined ? metricSources(config) : {})),
    ),
  };
}

function hashesOf(files: readonly string[], cwd: string): Readonly<Record<string, string>> {
  const hashes = [...new Set(files)].sort().flatMap((file) => {
    const hash = hashFile(file);
    return hash === undefined ? [] : [[shownPath(file, cwd), hash] as const];
  });
  return Object.fromEntries(hashes);
}

function shownPath(file: string, cwd: string): string {
  return relative(cwd, file).split(sep).join("/");
}

/** The code of custom metrics with what it imports, their programs, and a config that is code itself. */
function metricFiles(
  config: MeasuringConfig | undefined,
  configPath: string | undefined,
): readonly string[] {
  if (config === undefined || configPath === undefined) return [];
  const directory = dirname(configPath);
  const named = new Set(config.criteria.map(([name]) => name));
  const ofMetrics = [...(config.customMetrics ?? [])]
    .filter(([name]) => named.has(name))
    .flatMap(([name, { codeConfig, command }]) =>
      command === undefined
        ? [findCode(name, codeConfig?.name ?? "", directory).file]
        : command.map((word) => resolve(directory, word)).filter(existsSync),
    );
  const isCode = /\.[cm]?[jt]s$/.test(configPath);
  const all = [...ofMetrics, ...(isCode ? [configPath] : [])].flatMap(localFiles);
  return all.filter(mayBeInput);
}

/** What the agent's code names outside of its folder. */
function isElsewhere(file: string, directory: string): boolean {
  return !file.startsWith(directory + sep) && mayBeInput(file);
}

function settingsOf(
  {
    evalSetId,
    config,
    configPath,
    metrics,
    hasScenarios,
    userSimulatorConfig,
    environmentSimulation,
  }: PlannedSet,
  request: InputsRequest["request"],
): Readonly<Record<string, string>> {
  const asksJudge = metrics.some((metric) => metric.needs.includes("judge"));
  return {
    [`the simulated world of ${evalSetId}`]: hashOf(environmentSimulation),
    ...(hasScenarios
      ? { [`the simulated user of ${evalSetId}`]: hashOf(userSimulatorConfig) }
      : {}),
    ...(asksJudge ? { [`the judge of ${evalSetId}`]: judgeOf(config, request) } : {}),
    ...(configPath === undefined ? metricSources(config) : {}),
  };
}

/** Custom metrics of a config that a program gave: no file of theirs is known, so their own text has to do. */
function metricSources(config: MeasuringConfig | undefined): Readonly<Record<string, string>> {
  const named = new Set(config?.criteria.map(([name]) => name));
  const sources = [...(config?.custom ?? [])].flatMap(([name, { source }]) =>
    source === undefined || !named.has(name) ? [] : [[`the metric ${name}`, hashOf(source)]],
  );
  return Object.fromEntries(sources);
}

/** Who is asked, and where; how is part of each metric's criterion. */
function judgeOf(config: MeasuringConfig | undefined, request: InputsRequest["request"]): string {
  return hashOf([
    nameOfModel(request.judgeModel ?? config?.judgeModel),
    request.baseUrl ?? config?.baseUrl,
  ]);
}

/** A model in code by its own words, since it has no name to go by. */
function nameOfModel(model: unknown): string | undefined {
  if (model === undefined || typeof model === "string") return model;
  if (typeof model === "function") return String(model);
  const { provider, modelId } = model as { provider?: unknown; modelId?: unknown };
  return `${provider ?? ""}/${modelId ?? ""}`;
}

function hashOf(value: unknown): string {
  const text =
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === "function" ? String(each) : each,
    ) ?? "none";
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** How often files are looked at: agents that answer at once must not pay for it. */
const LOOK_MS = 250;

/**
 * Notes with each turn which files of the agent were written to since the run began. A file that changes while the agent works
 * is something it writes, and no reason to refuse a resume.
 */
export function watchedTurns(
  runTurn: RunTurn,
  { files }: RunInputs,
  { cwd, isCode }: { readonly cwd: string; readonly isCode: (path: string) => boolean },
): RunTurn {
  const paths = Object.keys(files).filter((path) => !isCode(path));
  if (paths.length === 0) return runTurn;
  const changes = fileChanges(paths.map((path) => resolve(cwd, path)));
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (request) => {
    const result = await runTurn(request);
    if (performance.now() - lookedAt < LOOK_MS) return result;
    lookedAt = performance.now();
    const wrote = changes().map((path) => shownPath(path, cwd));
    return wrote.length === 0 ? result : { ...result, wrote };
  };
}
