const brands = {
  app: Symbol.for("google.adk.app"),
  node: Symbol.for("google.adk.workflow.baseNode"),
  agent: Symbol.for("google.adk.baseAgent"),
  parallel: Symbol.for("google.adk.parallelAgent"),
  toolset: Symbol.for("google.adk.baseToolset"),
  nodeTool: Symbol.for("google.adk.workflow.nodeTool"),
} as const;

/** An agent or a workflow of ADK's: whatever its runner accepts as a root. */
export interface AdkNode {
  readonly name: string;
}

/** A root with plugins around it. */
export interface AdkApp {
  readonly name: string;
  readonly rootAgent: AdkNode;
}

interface AdkAgent extends AdkNode {
  model?: unknown;
  readonly parentAgent?: AdkAgent | undefined;
  readonly subAgents?: readonly AdkAgent[] | undefined;
  readonly tools?: readonly AdkTool[] | undefined;
  /** Of a workflow. */
  readonly graph?: { readonly nodes: readonly AdkAgent[] } | undefined;
}

interface AdkTool {
  readonly name?: string | undefined;
  /** The agent that runs as this tool. */
  readonly agent?: AdkAgent | undefined;
  /** The node that runs as this tool. */
  readonly node?: AdkAgent | undefined;
}

export function isAdkApp(target: unknown): target is AdkApp {
  return hasBrand(target, "app") && "rootAgent" in target;
}

export function isAdkNode(target: unknown): target is AdkNode {
  return hasBrand(target, "node") || hasBrand(target, "agent");
}

/** What has to be known about a tree of agents before it is run. */
export interface AdkTree {
  /** Workflows keep their place in events that we do not have. */
  readonly isWorkflow: boolean;
  readonly hasToolsets: boolean;
  /** Some of its agents may speak at the same time. */
  readonly isSideBySide: boolean;
  /** Agents that run as tools: they keep a session of their own. */
  readonly agentTools: ReadonlySet<string>;
  /** Nodes that run as tools: called long-running by ADK, and over when they give their result. */
  readonly nodeTools: ReadonlySet<string>;
  /** Name of an agent to the name of its model. */
  readonly models: ReadonlyMap<string, string | undefined>;
}

export function surveyTree(root: AdkNode): AdkTree {
  const agents = [...agentsUnder(root)];
  const tools = agents.flatMap((agent) => agent.tools ?? []);
  const named = (found: readonly { name?: string | undefined }[]) =>
    new Set(found.flatMap(({ name }) => name ?? []));
  const isWorkflow = !hasBrand(root, "agent");
  return {
    isWorkflow,
    isSideBySide: isWorkflow || agents.some((agent) => hasBrand(agent, "parallel")),
    hasToolsets: tools.some((tool) => hasBrand(tool, "toolset")),
    agentTools: named(tools.filter((tool) => hasBrand(tool.agent, "agent"))),
    nodeTools: named(tools.filter((tool) => hasBrand(tool, "nodeTool"))),
    models: new Map(agents.map((agent) => [agent.name, modelOf(agent)])),
  };
}

/** The agent, its sub-agents, those that run as tools and the nodes of workflows, each once. */
function agentsUnder(root: AdkNode): ReadonlySet<AdkAgent> {
  const found = new Set<AdkAgent>([root]);
  // a set takes in what is added while it is walked
  for (const { subAgents = [], graph, tools = [] } of found) {
    const asTools = tools.flatMap(({ agent, node }) => agent ?? node ?? []);
    for (const each of [...subAgents, ...(graph?.nodes ?? []), ...asTools]) found.add(each);
  }
  return found;
}

/** Every agent of the tree that names a model asks this one from now on; the others have it from above them. */
export function giveModel(root: AdkNode, model: string): void {
  for (const agent of agentsUnder(root)) {
    const isNamed = agent.model !== undefined && agent.model !== "";
    if (isNamed || agent === root) agent.model = model;
  }
}

/** An agent without a model uses that of the agent above it. */
function modelOf({ model, parentAgent }: AdkAgent): string | undefined {
  if (typeof model === "string") return model === "" ? undefined : model;
  const named = (model as { model?: unknown } | undefined)?.model;
  if (typeof named === "string") return named;
  return parentAgent === undefined ? undefined : modelOf(parentAgent);
}

/** Brands are the same in every copy of the package, which classes are not. */
function hasBrand<T>(target: T, brand: keyof typeof brands): target is T & object {
  return typeof target === "object" && target !== null && brands[brand] in target;
}
