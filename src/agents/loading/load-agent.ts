import { basename, extname } from "node:path";
import type { AdapterContext, Agent } from "../../core/agent.ts";
import { raceDeadline } from "../../core/async/deadline.ts";
import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import { captureOutput } from "../isolation/capture-output.ts";
import { captureStartOutput } from "../isolation/capture-start-output.ts";
import { rememberEnv } from "../secrets/known-secrets.ts";
import { whileTapped } from "../wire/wire-tap.ts";
import { wrapAgent } from "../wrap-agent.ts";
import { explainLoadError } from "./explain-load-error.ts";
import { type AgentFile, findAgentFile } from "./find-agent-file.ts";
import { importerFrom } from "./import-package.ts";
import { importedFiles } from "./imported-files.ts";
import { borrowEnvFile } from "./load-env-file.ts";
import { loadModule } from "./load-module.ts";
import { pickExport, pickNamed } from "./pick-export.ts";
import { hashFiles, sourceFiles } from "./source-files.ts";

/** An agent ready to be run, and where it came from. */
export interface LoadedAgent {
  readonly agent: Agent;
  /** What its file exports as the agent, before anything was made of it. */
  readonly exported: unknown;
  /** The name of its folder, or of its file where that says more. */
  readonly name: string;
  readonly directory: string;
  readonly path: string;
  /** Its own source files. */
  readonly files: readonly string[];
  /** Hash of those files. */
  readonly hash: string;
  /** What it printed while it was loaded. */
  readonly output?: string | undefined;
}

interface LoadAgentOptions {
  readonly cwd: string;
  /** A sub-agent to load instead of the root. */
  readonly agentName?: string | undefined;
  /** The model to run it with in place of its own. */
  readonly model?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const LOAD_MS = 120_000;

/** Loads the agent in a folder or file. Throws a UserFacingError that says what was expected when there is none. */
export async function loadAgent(target: string, options: LoadAgentOptions): Promise<LoadedAgent> {
  const { cwd, agentName, model, timeoutMs = LOAD_MS } = options;
  const file = findAgentFile(target, cwd);
  const { path, directory } = file;
  const env = borrowEnvFile(directory);
  rememberEnv(directory, env.values);
  const name = agentName ?? file.name;
  const context: AdapterContext = { name, directory, agentName, model, need: importerFrom(path) };
  let exported: unknown;
  let printed: string | undefined;
  const { result: agent, output } = await captureOutput(
    () =>
      inTime(
        explained(path, () =>
          whileTapped(() => read(file, agentName)).then((found) => {
            exported = found;
            return wrapAgent(found, context);
          }),
        ),
        { path, timeoutMs },
      ),
    (text) => {
      printed = text;
    },
  )
    .catch((error: unknown) => {
      throw withPrints(error, printed);
    })
    .finally(env.rest);
  const files = sourceFiles(directory);
  const hash = hashFiles(directory, [...files, ...importedFiles(path, directory)]);
  const loaded = { exported, name: file.name, directory, path, files, hash, output };
  return { agent: inItsEnv(captureStartOutput(agent), env), ...loaded };
}

/** The variables of its `.env` are there while it is in use, and no longer. */
function inItsEnv(agent: Agent, env: ReturnType<typeof borrowEnvFile>): Agent {
  return {
    ...agent,
    start(init) {
      env.use();
      return agent.start(init);
    },
    async dispose() {
      try {
        await agent.dispose?.();
      } finally {
        env.giveBack();
      }
    },
  };
}

/** What it printed on its way is often the reason why it could not be loaded. */
function withPrints(error: unknown, printed: string | undefined): unknown {
  if (!isUserFacingError(error) || printed === undefined || printed.trim() === "") return error;
  const { code, message, hint, place, others, cause } = error;
  return new UserFacingError(code, message, { hint, place, others, cause, printed });
}

async function read({ path }: AgentFile, agentName: string | undefined): Promise<unknown> {
  if (extname(path) === ".json") return (await import("./read-agent-json.ts")).readAgentJson(path);
  const exports = await loadModule(path);
  return agentName === undefined ? pickExport(exports, path) : pickNamed(exports, agentName, path);
}

/** What is exported may be a getter or a proxy: code of the user's, which can throw while it is only looked at. */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUserFacingError(error)) throw error;
    const problem = await explainLoadError(path, error);
    throw new UserFacingError("agent/invalid", problem.message, { ...problem, cause: error });
  }
}

/** A file that waits for ever at its top level must not make us wait for ever. */
function inTime<T>(
  work: Promise<T>,
  { path, timeoutMs }: { readonly path: string; readonly timeoutMs: number },
): Promise<T> {
  return raceDeadline(work, {
    milliseconds: timeoutMs,
    late: () => {
      const message = `${basename(path)} was not loaded within ${timeoutMs / 1000} s.`;
      const hint = "Something at its top level is waiting for what does not come.";
      return new UserFacingError("agent/failed", message, { hint, place: { file: path } });
    },
  });
}
