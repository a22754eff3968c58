/** What an agent's export says about itself, as far as frameworks say it in the open. */
export interface AgentFacts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[];
  readonly agents: readonly AgentFacts[];
}

const DEEPEST = 5;

/** Reads names, instructions, tools and sub-agents off an export. Nothing of it is run. */
export function agentFacts(target: unknown): AgentFacts {
  const root = at(target, "rootAgent") ?? target;
  return factsOf(root, new Set(), 0);
}

/** Whether there is anything that says what the agent is for. */
export function describesPurpose({
  description,
  instructions,
  tools,
  agents,
}: AgentFacts): boolean {
  const isDescribed = description !== undefined || instructions !== undefined || tools.length > 0;
  return isDescribed || agents.some(describesPurpose);
}

/** The facts as one text for a reader. */
export function agentText(facts: AgentFacts, depth = 0): string {
  const { name = "an agent", description, instructions, tools, agents } = facts;
  const tool = (each: AgentFacts["tools"][number]) =>
    each.description === undefined ? `- ${each.name}` : `- ${each.name}: ${each.description}`;
  return [
    `${depth === 0 ? "Name" : "Sub-agent"}: ${name}`,
    description === undefined ? "" : `Description: ${description}`,
    instructions === undefined ? "" : `Instructions:\n${instructions}`,
    tools.length === 0 ? "" : `Tools:\n${tools.map(tool).join("\n")}`,
    ...agents.map((agent) => agentText(agent, depth + 1)),
  ]
    .filter((each) => each !== "")
    .join("\n\n");
}

/** State keys that instructions speak of as `{key}`, each with an empty text, as ADK fills them. */
export function emptyState(facts: AgentFacts): Readonly<Record<string, string>> {
  const keys = new Set<string>();
  const visit = ({ agents, instructions }: AgentFacts): void => {
    for (const agent of agents) visit(agent);
    for (const [, key = ""] of (instructions ?? "").matchAll(/\{([\p{L}\p{N}_]+)\}/gu)) {
      keys.add(key);
    }
  };
  visit(facts);
  return Object.fromEntries([...keys].map((key) => [key, ""]));
}

function factsOf(agent: unknown, seen: Set<unknown>, depth: number): AgentFacts {
  seen.add(agent);
  const settings = at(agent, "settings") ?? {};
  const instructions = firstText([
    at(agent, "instruction"),
    at(agent, "instructions"),
    at(agent, "system"),
    at(settings, "instructions"),
  ]);
  const children = [at(agent, "subAgents"), at(agent, "handoffs"), at(at(agent, "graph"), "nodes")];
  const agents = children.flatMap(items).filter((child) => isThing(child) && !seen.has(child));
  return {
    name: textAt(agent, "name"),
    description: textAt(agent, "description"),
    instructions,
    tools: [at(agent, "tools"), at(settings, "tools")].flatMap(items).flatMap(toolOf),
    agents: depth >= DEEPEST ? [] : agents.map((child) => factsOf(child, seen, depth + 1)),
  };
}

function toolOf(tool: unknown): AgentFacts["tools"] {
  const name = textAt(tool, "name");
  return name === undefined ? [] : [{ name, description: textAt(tool, "description") }];
}

/** A list as it is, or an object whose keys are the names. */
function items(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isThing(value) || typeof value === "function") return [];
  return Object.entries(value).map(([name, each]) =>
    isThing(each) ? { name, description: at(each, "description") } : undefined,
  );
}

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value) => typeof value === "string" && value.trim() !== "") as
    | string
    | undefined;
}

function textAt(value: unknown, key: string): string | undefined {
  return firstText([at(value, key)]);
}

function at(value: unknown, key: string): unknown {
  if (!isThing(value)) return undefined;
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

function isThing(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
