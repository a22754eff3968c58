import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { type AdkApp, type AdkNode, isAdkApp, isAdkNode } from "../adk/adk-tree.ts";
import {
  type AgentFactory,
  agentFactory,
  type FactoryGiven,
  isAgentFactory,
} from "../agent-factory.ts";
import type { ModuleExports } from "./load-module.ts";

const agentNames = ["rootAgent", "root_agent", "app", "agent", "default"];
const factoryNames = [
  "createAgent",
  "create_agent",
  "getAgent",
  "get_agent",
  "getAgentAsync",
  "get_agent_async",
  "agentFactory",
  "agent_factory",
];

/** The agent among what a file exports, in a fixed order of names. */
export function pickExport(loaded: ModuleExports, path: string): unknown {
  const exports = namedExports(loaded);
  const found = rootOf(exports);
  if (found !== undefined) return found;
  const names = Object.keys(exports).filter((name) => name !== "__esModule");
  const agents = names.filter((name) => isAdkNode(exports[name]));
  const listed = names.length === 0 ? "nothing" : names.join(", ");
  const what =
    agents.length === 0
      ? `no agent; it exports ${listed}`
      : `several agents, and none as rootAgent: ${agents.join(", ")}`;
  throw new UserFacingError("agent/invalid", `${basename(path)} exports ${what}.`, {
    place: { file: path },
    hint: agents.length === 0 ? whatToExport(names, path) : WHICH,
  });
}

const WHICH = "Say with --agent_name which of its agents is meant, or export one as rootAgent.";

function whatToExport(names: readonly string[], path: string): string {
  if (names.some((name) => listNames.includes(name))) {
    return WHICH;
  }
  const near = names.find((name) => nearest(name, [...agentNames, ...factoryNames]) !== undefined);
  if (near !== undefined) return `Did you mean to call ${near} rootAgent?`;
  const how = "Export it as rootAgent: a function (text) => answer, or an agent object.";
  const command = join(dirname(path), "agent.json");
  if (!existsSync(command)) return how;
  return `A folder's code is taken before its agent.json. For the command in there, name that file:  assay eval ${shellWord(fromHere(command))}`;
}

function fromHere(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near;
}

/** One agent of several: an entry of `agents` or `subAgents`, one of the root's tree, or an export of that name. */
export function pickNamed(loaded: ModuleExports, agentName: string, path: string): unknown {
  const exports = namedExports(loaded);
  const root = rootOf(exports);
  const named = namedAgents(exports, root);
  const found = named.get(agentName);
  if (found !== undefined)
    return isAdkApp(root) && isAdkNode(found) ? withRoot(root, found) : found;
  if (isAgentFactory(root)) return pickMade(root, agentName, path);
  const near = nearest(agentName, named.keys());
  throw new UserFacingError("agent/not-found", `${basename(path)} has no agent "${agentName}".`, {
    place: { file: path },
    hint:
      near === undefined
        ? `It has ${[...named.keys()].join(", ") || "no named agents"}.`
        : `Did you mean ${near}?`,
  });
}

/** The agent of that name in everything a factory makes. Its first is made at once, to notice when there is none. */
async function pickMade(
  { create, resumes, takesModel }: AgentFactory,
  agentName: string,
  path: string,
): Promise<AgentFactory> {
  const pick = async (given: FactoryGiven) =>
    pickNamed({ rootAgent: await create(given) }, agentName, path);
  // one that is made for a model is no other's
  let first: Promise<unknown> | undefined = pick({});
  await first;
  return agentFactory(
    (given) => {
      const made = given.model === undefined ? first : undefined;
      first = undefined;
      return made ?? pick(given);
    },
    { resumes, takesModel },
  );
}

function namedAgents(exports: ModuleExports, root: unknown): ReadonlyMap<string, unknown> {
  const named = new Map<string, unknown>();
  const add = (name: string, agent: unknown) => {
    if (!named.has(name)) named.set(name, agent);
  };
  const top = isAdkApp(root) ? root.rootAgent : root;
  for (const list of [exports, top]) addSubAgents(list, add, 0);
  if (isAdkNode(top)) add(top.name, top);
  for (const [name, value] of Object.entries(exports)) {
    if (isObject(value) || typeof value === "function") add(name, value);
  }
  return named;
}

/** The plugins of an app stay around the agent that is picked from it. */
function withRoot(app: AdkApp, rootAgent: AdkNode): AdkApp {
  return Object.assign(Object.create(Object.getPrototypeOf(app)), app, { rootAgent });
}

/** Node finds only some of the names in what a CommonJS file exports, and gives all of it as the default. */
function namedExports({ default: all, ...exports }: ModuleExports): ModuleExports {
  if (all === undefined) return exports;
  const isNamed = isObject(all) && !isAgent(all) && looked.some((name) => Object.hasOwn(all, name));
  return isNamed ? { ...all, ...exports } : { ...exports, default: all };
}

const looked = [...agentNames.filter((name) => name !== "default"), ...factoryNames];

/** What is an agent itself may have any of the names inside. */
function isAgent(value: Readonly<Record<string, unknown>>): boolean {
  const own = ["start", "command", "generate"].some((name) => value[name] !== undefined);
  return own || isAgentFactory(value) || isAdkNode(value) || isAdkApp(value);
}

function rootOf(exports: ModuleExports): unknown {
  const app = [exports.app, exports.rootApp, ...Object.values(exports)].find(isAdkApp);
  return app ?? agentByName(exports) ?? factoryByName(exports) ?? onlyAdkAgent(exports);
}

function agentByName(exports: ModuleExports): unknown {
  for (const name of agentNames) {
    const value = exports[name];
    if (value === undefined || value === null) continue;
    // a CommonJS default and a nested module hold the root agent under its own name
    const inner = isObject(value) ? (value.rootAgent ?? value.root_agent) : undefined;
    return inner ?? value;
  }
  return undefined;
}

function factoryByName(exports: ModuleExports): AgentFactory | undefined {
  for (const name of factoryNames) {
    const create = exports[name];
    if (typeof create === "function") return agentFactory(create as () => unknown);
  }
  return undefined;
}

/** ADK's own tools accept an agent by any name. */
function onlyAdkAgent(exports: ModuleExports): unknown {
  const found = new Set(Object.values(exports).filter(isAdkNode));
  return found.size === 1 ? [...found][0] : undefined;
}

const listNames = ["agents", "subAgents", "sub_agents"];

function addSubAgents(
  holder: unknown,
  add: (name: string, agent: unknown) => void,
  depth: number,
): void {
  if (!isObject(holder) || depth > 8) return;
  for (const list of listNames.map((name) => holder[name])) {
    if (!isObject(list)) continue;
    for (const [key, agent] of Object.entries(list)) {
      const own = isObject(agent) ? agent.name : undefined;
      add(Array.isArray(list) && typeof own === "string" ? own : key, agent);
      addSubAgents(agent, add, depth + 1);
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
