import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepStartOutput } from "../agents/keep-start-output.ts";
import { type LoadedAgent, loadAgent } from "../agents/load-agent.ts";
import { loadEnvFile } from "../agents/load-env-file.ts";
import { secretsFrom } from "../agents/mask-secrets.ts";
import { needFrom } from "../agents/need-package.ts";
import { wrapAgent } from "../agents/wrap-agent.ts";
import type { AdapterContext, Agent } from "../core/agent.ts";
import { UserFacingError } from "../core/errors.ts";

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
  if (typeof target === "function" && agentName !== undefined) throw noSubAgents(agentName);
  const name = agentName ?? nameOf(target);
  const context: AdapterContext = {
    name,
    directory: cwd,
    agentName,
    need: needFrom(join(cwd, "agent.js")),
  };
  const agent = await wrapAgent(target, context);
  return {
    agent: keepStartOutput(agent === target ? withoutDispose(agent) : agent),
    name: agent.name,
    directory: cwd,
    secrets: secretsFrom(loadEnvFile(cwd, {})),
  };
}

/** Whoever made an agent closes it; it may be evaluated again. */
function withoutDispose(agent: Agent): Agent {
  return { name: agent.name, start: (init) => agent.start(init) };
}

function nameOf(target: unknown): string {
  const named = (target as { name?: unknown } | null | undefined)?.name;
  return typeof named === "string" && named !== "" ? named : "agent";
}

function noSubAgents(agentName: string): UserFacingError {
  return new UserFacingError(
    "agent/not-found",
    `A function has no sub-agents, so there is no agent "${agentName}" in it.`,
    { hint: "Leave agentName out, or hand over the sub-agent itself." },
  );
}
