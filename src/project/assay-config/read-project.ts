import { existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { loadModule } from "../../agents/loading/load-module.ts";
import { errorFromProblems, UserFacingError } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import type { Reporter } from "../../core/reporter.ts";
import {
  isObject,
  ParseContext,
  pathText,
  type SchemaProblem,
} from "../../core/schema/parse-context.ts";
import { plural } from "../../core/text/plural.ts";
import { shortPath } from "../../files/short-path.ts";
import { storePlace, USUAL_STORE } from "../../stores/store-place.ts";
import { readConfigText } from "../config/config-file-for.ts";
import type {
  InlineAgent,
  ProjectAgentInput,
  ProjectInput,
  ProjectJudge,
} from "../define/define-project.ts";
import { inlineAgentPath, isProjectFile } from "./find-project.ts";
import { isInlineAgent, projectParts } from "./project-parts.ts";

/** A project config, read and checked, with every path made whole. */
export interface Project
  extends Omit<
    ProjectInput,
    "agents" | "evalSets" | "config" | "criteria" | "store" | "reporters"
  > {
  readonly path: string;
  readonly agents: ReadonlyMap<string, ProjectAgent>;
  readonly store: string;
  /** By name, with their files; undefined where the config says nothing about reporters. */
  readonly reporters: readonly string[] | undefined;
  /** Reporters in code. */
  readonly ownReporters: readonly Reporter[];
  /** The file with the criteria of sets that have no test config: the one that is named, or this one. */
  readonly configPath: string | undefined;
  /** The test config that stands in the file itself, under which key, and the file's text where it is JSON. */
  readonly inline: { readonly key: "criteria" | "config"; readonly value: object } | undefined;
  readonly text: string | undefined;
  readonly judge?: ProjectJudge | undefined;
}

interface ProjectAgent {
  /** Where it is loaded from; for one that stands in the config itself, the config and its name. */
  readonly path: string;
  /** The agent itself, where it stands in the config. */
  readonly agent?: InlineAgent | undefined;
  readonly agentName: string | undefined;
  readonly evalSets: readonly string[];
}

const known = new Map<string, Promise<Project>>();

/** Reads a project config, once a process. */
export function readProject(path: string): Promise<Project> {
  const project = known.get(path) ?? load(path);
  known.set(path, project);
  return project;
}

/** The same as the file says it now, for servers, which outlive what they read. Of code there is no second reading. */
export function readProjectAnew(path: string): Promise<Project> {
  known.delete(path);
  return readProject(path);
}

async function load(path: string): Promise<Project> {
  const file = shortPath(path);
  const text = path.endsWith(".json") ? await readConfigText(path) : undefined;
  const value =
    text === undefined
      ? await exportOf(path)
      : parseJsonText(text, { file, code: "config/invalid" }).value;
  const context = new ParseContext();
  const input = projectParts.read(withoutSchema(value), context);
  if (context.problems.length === 0) checkWhole(input, dirname(path), context);
  throwProblems(context.problems, { file, text });
  const directory = dirname(path);
  const { agents: _, evalSets: __, config, criteria, store, reporters, ...rest } = input;
  const inline =
    criteria !== undefined
      ? ({ key: "criteria", value: criteria } as const)
      : isObject(config)
        ? ({ key: "config", value: config } as const)
        : undefined;
  return {
    ...rest,
    path,
    text,
    inline,
    configPath: typeof config === "string" ? resolve(directory, config) : inline && path,
    agents: agentsOf(input, { file: path, isJson: text !== undefined }),
    store: storePlace(store ?? USUAL_STORE, { cwd: directory, env: process.env }),
    reporters: reporters?.filter((each) => typeof each === "string").map(placedIn(directory)),
    ownReporters: (reporters ?? []).filter((each) => typeof each !== "string"),
  };
}

/** Reported with their places where there is a text, and else with their paths. */
export function throwProblems(
  problems: readonly SchemaProblem[],
  { file, text }: { readonly file: string; readonly text: string | undefined },
): void {
  if (problems.length === 0) return;
  const hinted = problems.map((each) => ({ ...each, hint: each.hint ?? "Correct it there." }));
  const located =
    text === undefined
      ? hinted.map(({ path, message, hint }) => ({
          message,
          hint,
          place: { file, path: path.length === 0 ? undefined : pathText(path) },
        }))
      : locateProblems(text, hinted, file);
  throw errorFromProblems("config/invalid", located);
}

async function exportOf(path: string): Promise<unknown> {
  const exports = await loadModule(path, { code: "config/invalid" });
  const given = exports.default ?? exports.project;
  if (isObject(given)) return given;
  throw new UserFacingError("config/invalid", `${shortPath(path)} exports no project config.`, {
    hint: 'Write: export default defineProject({ agents: "agents/desk" })',
    place: { file: shortPath(path) },
  });
}

/** For editors only. */
function withoutSchema(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}

function checkWhole(
  { criteria, config, require, trials = 1 }: ProjectInput,
  directory: string,
  context: ParseContext,
) {
  if (criteria !== undefined && config !== undefined) {
    context.path.push("config");
    context.problem("There are both criteria and a config.", {
      hint: "Write the criteria into the config, or leave it out.",
      mark: "key",
    });
    context.path.pop();
  }
  if (typeof config === "string" && isProjectFile(config)) {
    context.path.push("config");
    context.problem(`${config} is a project config; a test config was expected.`, {
      hint: 'Write the criteria here, as in "criteria": {"response_match_score": 0.8}.',
    });
    context.path.pop();
  } else if (typeof config === "string" && !existsSync(resolve(directory, config))) {
    context.path.push("config");
    context.problem(`Cannot read the config ${config}.`, {
      hint: "Check the path; it is relative to the folder of the project config.",
    });
    context.path.pop();
  }
  if (typeof require === "number" && require > trials) {
    context.path.push("require");
    context.problem(`require ${require} can never hold with ${plural(trials, "trial")}.`, {
      hint: `Ask for at most ${trials}, or for more trials.`,
    });
    context.path.pop();
  }
}

function agentsOf(
  { agents = [], evalSets }: ProjectInput,
  { file, isJson }: { readonly file: string; readonly isJson: boolean },
): Project["agents"] {
  const directory = dirname(file);
  const found = new Map<string, ProjectAgent>();
  for (const [name, each] of namedAgents(agents, directory)) {
    const { path, agent, ...own } = describedAgent(each);
    if (isJson && agent !== undefined) throw agentInJson(name, file);
    if (found.has(name)) {
      throw new UserFacingError("config/invalid", `Two agents are called "${name}".`, {
        hint: `Give them names:  "agents": { "first": …, "second": … }`,
        place: { file: shortPath(file), path: "agents" },
      });
    }
    const sets = [own.evalSets ?? evalSets ?? []].flat();
    const place = path === undefined ? inlineAgentPath(file, name) : resolve(directory, path);
    found.set(name, {
      path: place,
      agent,
      agentName: own.agentName,
      evalSets: sets.map((set) => setIn(directory, set, folderOf(place))),
    });
  }
  return found;
}

type AgentEntry = string | InlineAgent | ProjectAgentInput;

function namedAgents(
  agents: NonNullable<ProjectInput["agents"]>,
  directory: string,
): readonly (readonly [string, AgentEntry])[] {
  if (typeof agents === "string") return [[nameOf(resolve(directory, agents)), agents]];
  if (isInlineAgent(agents)) return [[ownName(agents), agents]];
  if (!Array.isArray(agents)) return Object.entries(agents as Record<string, AgentEntry>);
  return agents.flatMap((each: string | InlineAgent) => namedAgents(each, directory));
}

function describedAgent(each: AgentEntry): ProjectAgentInput {
  if (typeof each === "string") return { path: each };
  return isInlineAgent(each) ? { agent: each } : each;
}

function agentInJson(name: string, file: string): UserFacingError {
  return new UserFacingError("config/invalid", `The agent "${name}" has no path.`, {
    hint: 'Name the file or folder that exports it, as in "agents/desk"; agents themselves can stand in assay.config.ts.',
    place: { file: shortPath(file), path: "agents" },
  });
}

/** As it calls itself, so far as that can be typed. */
function ownName(agent: InlineAgent): string {
  const { name } = agent as { readonly name?: unknown };
  return typeof name === "string" && /^\w[\w.-]*$/.test(name) ? name : "agent";
}

/** As its folder is called, where the file has the usual name. */
function nameOf(path: string): string {
  const stem = basename(path).replace(/\.\w+$/, "");
  return stem === "agent" ? basename(dirname(path)) : stem;
}

/** Found from the config, then in the agent's folder: never in the folder that the command happens to be run in. */
function setIn(directory: string, set: string, agentFolder: string): string {
  const whole = resolve(directory, set);
  if (isThere(whole) || /[/\\]/.test(set)) return whole;
  const [, id = set, cases = ""] = /^(.*?)(:[^:]*)?$/.exec(set) ?? [];
  const byId = resolve(agentFolder, `${id}.evalset.json`);
  if (existsSync(byId)) return byId + cases;
  const inside = resolve(agentFolder, set);
  return isThere(inside) ? inside : whole;
}

function isThere(set: string): boolean {
  return existsSync(set) || existsSync(set.replace(/:[^:/\\]*$/, ""));
}

function folderOf(agent: string): string {
  return statSync(agent, { throwIfNoEntry: false })?.isDirectory() ? agent : dirname(agent);
}

function placedIn(directory: string) {
  return (reporter: string) => {
    const [name = "", ...file] = reporter.split("=");
    return file.length === 0 ? reporter : `${name}=${resolve(directory, file.join("="))}`;
  };
}
