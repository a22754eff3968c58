import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentFacts } from "../../../agents/loading/agent-facts.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import { needApp } from "../adk-app.ts";
import type { AdkRequest, AdkRoutes } from "../adk-route.ts";
import { devPaths } from "../dev-paths.ts";

/** What an app is made of, as data and as a drawing. */
export const graphRoutes: AdkRoutes = [
  ["GET", devPaths("/build_graph"), async (request) => await structure(request)],
  [
    "GET",
    devPaths("/build_graph_image"),
    async (request) => {
      const { facts, name } = await factsOf(request);
      const isDark = request.context.req.query("dark_mode") === "true";
      return { "": { dotSrc: dotOf(facts, { name, isDark }) } };
    },
  ],
  [
    "GET",
    devPaths("/graph"),
    async (request) => {
      const { facts, name } = await factsOf(request);
      return {
        dotSrc: dotOf(facts, { name, isDark: request.context.req.query("dark_mode") === "true" }),
      };
    },
  ],
  [
    "GET",
    ["/apps/:app/app-info"],
    async (request) => {
      const { facts, name, app } = await factsOf(request);
      const agents: Record<string, object> = {};
      collect(facts, name, agents);
      const { description = "" } = facts;
      return { name: app.name, rootAgentName: name, description, language: "typescript", agents };
    },
  ],
];

interface Found {
  readonly app: WorkspaceAgent;
  readonly facts: AgentFacts;
  /** The root agent's. */
  readonly name: string;
}

async function factsOf({ param, parts }: AdkRequest): Promise<Found> {
  const app = needApp(param("app"), parts);
  const { facts, name } = await parts.processes.describe(app.folder);
  return { app, facts, name: facts.name ?? name };
}

async function structure(request: AdkRequest): Promise<object> {
  const { app, facts, name } = await factsOf(request);
  const readme = await readFile(join(app.folder, "README.md"), "utf8").catch(() => undefined);
  return {
    name: app.name,
    root_agent: agentJson(facts, name),
    ...(readme !== undefined && { readme }),
  };
}

function agentJson(facts: AgentFacts, name = facts.name): object {
  const { description = "", instructions = "", tools, agents } = facts;
  return {
    name,
    type: "agent",
    description,
    instruction: instructions,
    tools: tools.map((tool) => ({ name: tool.name, type: "tool" })),
    sub_agents: agents.map((each) => agentJson(each)),
  };
}

function collect(facts: AgentFacts, name: string | undefined, into: Record<string, object>): void {
  if (name === undefined || name in into) return;
  const { description = "", instructions: instruction = "", tools, agents } = facts;
  const functionDeclarations = tools.length === 0 ? [] : [{ functionDeclarations: tools }];
  const names = agents.flatMap((each) => each.name ?? []);
  into[name] = { name, description, instruction, tools: functionDeclarations, sub_agents: names };
  for (const each of agents) collect(each, each.name, into);
}

interface Look {
  readonly name: string;
  readonly isDark: boolean;
}

/** Nodes are called as agents and tools are, so that a page can light up those that took part. */
function dotOf(facts: AgentFacts, { name, isDark }: Look): string {
  const ink = isDark ? "#e5e7eb" : "#1f2937";
  const lines = [
    `graph [rankdir=LR bgcolor=${quoted(isDark ? "#111827" : "#ffffff")}]`,
    `node [fontname="Helvetica" fontsize=12 color=${quoted(ink)} fontcolor=${quoted(ink)}]`,
    `edge [color=${quoted(ink)}]`,
  ];
  draw(facts, name, lines, new Set());
  return `digraph {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
}

function draw(facts: AgentFacts, name: string, lines: string[], seen: Set<string>): void {
  if (seen.has(name)) return;
  seen.add(name);
  lines.push(`${quoted(name)} [shape=ellipse style=bold]`);
  for (const tool of facts.tools) {
    lines.push(`${quoted(tool.name)} [shape=box]`, `${quoted(name)} -> ${quoted(tool.name)}`);
  }
  for (const each of facts.agents) {
    if (each.name === undefined) continue;
    lines.push(`${quoted(name)} -> ${quoted(each.name)}`);
    draw(each, each.name, lines, seen);
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", " ")}"`;
}
