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

/** One of ours with one more agent in it; undefined when the agent is in it, or somebody has written it in another form. */
export function projectWith(text: string, { name, path }: NamedAgent): string | undefined {
  const project = parsed(text);
  if (!isObject(project) || !isObject(project.agents)) return undefined;
  const { agents } = project;
  const known = Object.values(agents).some(
    (each) => (isObject(each) ? each.path : each) === slashed(path),
  );
  if (known || Object.hasOwn(agents, agentName(name))) return undefined;
  const more = { ...project, agents: { ...agents, [agentName(name)]: slashed(path) } };
  return `${JSON.stringify(more, null, 2)}\n`;
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
