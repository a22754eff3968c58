import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepStartOutput } from "../agents/keep-start-output.ts";
import { type LoadedAgent, loadAgent } from "../agents/load-agent.ts";
import { loadEnvFile } from "../agents/load-env-file.ts";
import { secretsFrom } from "../agents/mask-secrets.ts";
import { needFrom } from "../agents/need-package.ts";
import { pickExport, pickNamed } from "../agents/pick-export.ts";
import { wrapAgent } from "../agents/wrap-agent.ts";
import type { AdapterContext, Agent } from "../core/agent.ts";

/** As much of an agent as a run needs; one that was handed over has neither path nor files. */
export type AgentInRun = Pick<LoadedAgent, "agent" | "name" | "directory" | "secrets"> &
  Partial<Pick<LoadedAgent, "path" | "hash">>;

interface TakeOptions {
  readonly cwd: string;
  readonly agentName?: string | undefined;
}

/** The agent a program means: a path is loaded, anything else is wrapped as it is. */
export async function takeAgent(target: unknown, options: TakeOptions): Promise<AgentInRun> {
  if (target instanceof URL) return loadAgent(fileURLToPath(target), options);
  if (typeof target === "string") return loadAgent(target, options);
  const { cwd, agentName } = options;
  const name = agentName ?? nameOf(target);
  const picked = await pick(target, agentName);
  const context: AdapterContext = {
    name,
    directory: cwd,
    agentName,
    need: needFrom(join(cwd, "agent.js")),
  };
  const agent = await wrapAgent(picked, context);
  return {
    agent: keepStartOutput(agent === picked ? withoutDispose(agent) : agent),
    name: agent.name,
    directory: cwd,
    secrets: secretsFrom(loadEnvFile(cwd, {})),
  };
}

/** Whoever made an agent closes it; it may be evaluated again. */
function withoutDispose(agent: Agent): Agent {
  const { name, oneAtATime, asksEnvironment } = agent;
  return { name, oneAtATime, asksEnvironment, start: (init) => agent.start(init) };
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
