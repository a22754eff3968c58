import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAgentObject } from "../../agents/agent-factory.ts";
import { captureStartOutput } from "../../agents/isolation/capture-start-output.ts";
import { importerFrom } from "../../agents/loading/import-package.ts";
import { type LoadedAgent, loadAgent } from "../../agents/loading/load-agent.ts";
import { loadEnvFile } from "../../agents/loading/load-env-file.ts";
import { pickExport, pickNamed } from "../../agents/loading/pick-export.ts";
import { rememberEnv } from "../../agents/secrets/known-secrets.ts";
import { wrapAgent } from "../../agents/wrap-agent.ts";
import type { AdapterContext, Agent } from "../../core/agent.ts";
import { parseInlineAgent } from "../assay-config/find-project.ts";

/** As much of an agent as a run needs; one that was handed over has neither path nor files. */
export type ResolvedAgent = Pick<LoadedAgent, "agent" | "name" | "directory"> &
  Partial<Pick<LoadedAgent, "path" | "hash" | "files" | "exported">> & {
    /** True where the agent stands in a project config, whose folder is the project's and not the agent's own. */
    readonly isInline?: boolean | undefined;
  };

interface ResolveOptions {
  readonly cwd: string;
  readonly agentName?: string | undefined;
  /** The model to run it with in place of its own. */
  readonly model?: string | undefined;
  /** What an agent that is handed over is called; what it calls itself unless given. */
  readonly name?: string | undefined;
}

/** The agent a program means: a path is loaded, anything else is wrapped as it is. */
export async function resolveAgent(
  target: unknown,
  options: ResolveOptions,
): Promise<ResolvedAgent> {
  if (target instanceof URL) return loadAgent(fileURLToPath(target), options);
  if (typeof target === "string") {
    const inline = parseInlineAgent(target);
    return inline === undefined ? loadAgent(target, options) : resolveInline(inline, options);
  }
  const { cwd, agentName, model } = options;
  const name = agentName ?? options.name ?? nameOf(target);
  const picked = await pick(target, agentName);
  const context: AdapterContext = {
    name,
    directory: cwd,
    agentName,
    model,
    need: importerFrom(join(cwd, "agent.js")),
  };
  rememberEnv(cwd, loadEnvFile(cwd, {}));
  const agent = await wrapAgent(picked, context);
  return {
    agent: captureStartOutput(isGiven(agent, picked) ? withoutDispose(agent) : agent),
    exported: picked,
    name: agent.name,
    directory: cwd,
  };
}

/** Whether it is the very object that was handed over, be it under a name of ours; an adapter's own agent is not. */
function isGiven(agent: Agent, picked: unknown): boolean {
  return agent === picked || (isAgentObject(picked) && agent.framework === picked.framework);
}

async function resolveInline(
  named: NonNullable<ReturnType<typeof parseInlineAgent>>,
  { cwd, agentName }: ResolveOptions,
): Promise<ResolvedAgent> {
  const { readInlineAgent } = await import("./resolve-inline-agent.ts");
  const { agent: target, ...source } = await readInlineAgent(named, cwd);
  const resolved = await resolveAgent(target, {
    cwd: source.directory,
    agentName,
    name: named.name,
  });
  return { ...resolved, ...source, name: named.name, isInline: true };
}

/** Whoever made an agent closes it; it may be evaluated again. */
function withoutDispose(agent: Agent): Agent {
  const { name, framework, oneAtATime, asksEnvironment } = agent;
  return { name, framework, oneAtATime, asksEnvironment, start: (init) => agent.start(init) };
}

function nameOf(target: unknown): string {
  const named = (target as { name?: unknown } | null | undefined)?.name;
  return typeof named === "string" && named !== "" ? named : "agent";
}

/** The agent of a module that was imported whole, or the sub-agent that was asked for. */
async function pick(target: unknown, agentName: string | undefined): Promise<unknown> {
  const called = nameOf(target);
  if (isModule(target)) {
    const exports = { ...target };
    return agentName === undefined
      ? pickExport(exports, called)
      : pickNamed(exports, agentName, called);
  }
  return agentName === undefined ? target : pickNamed({ rootAgent: target }, agentName, called);
}

/** What `import * as` gives; bundlers and test runners make modules of their own. */
function isModule(target: unknown): target is Record<string, unknown> {
  return Object.prototype.toString.call(target) === "[object Module]";
}
