import { isObject } from "../../core/schema/parse-context.ts";

interface NamedAgent {
  readonly name: string;
  /** From the config's folder. */
  readonly path: string;
}

/** The text of an `assay.config.json`. */
export function projectText({ name, path }: NamedAgent): string {
  const project = {
    $schema: "./node_modules/assay/schema/project.schema.json",
    agents: { [agentName(name)]: slashed(path) },
  };
  return `${JSON.stringify(project, null, 2)}\n`;
}

/** A config with one more agent in it; undefined when the agent is in it, or the file is its author's to change. */
export function projectWith(text: string, { name, path }: NamedAgent): string | undefined {
  const project = parsed(text);
  if (!isObject(project)) return undefined;
  const agents = withAgent(project.agents, { name, path: slashed(path) });
  return agents === undefined ? undefined : `${JSON.stringify({ ...project, agents }, null, 2)}\n`;
}

/** In the form that is there: a path becomes a list of paths, an object gets one more name. */
function withAgent(agents: unknown, { name, path }: NamedAgent): unknown {
  if (agents === undefined) return { [agentName(name)]: path };
  if (typeof agents === "string") return withAgent([agents], { name, path });
  if (Array.isArray(agents)) return agents.includes(path) ? undefined : [...agents, path];
  if (!isObject(agents)) return undefined;
  if (Object.values(agents).some((each) => (isObject(each) ? each.path : each) === path)) {
    return undefined;
  }
  // two folders may have the same name; the whole way there is another one
  const free = [name, path, `${path}-2`]
    .map(agentName)
    .find((each) => !Object.hasOwn(agents, each));
  return free === undefined ? undefined : { ...agents, [free]: path };
}

/** A file with comments, or code, is its author's to change. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** A name as a project config accepts it. */
function agentName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, "-").replace(/^[^\w]+/, "") || "agent";
}
