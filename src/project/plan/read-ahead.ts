import { fileURLToPath } from "node:url";
import { type AgentFile, findAgentFile } from "../../agents/loading/find-agent-file.ts";
import { loadEnvFile } from "../../agents/loading/load-env-file.ts";
import type { InitialSession } from "../../runner/run-plan.ts";
import { parseInlineAgent } from "../assay-config/find-project.ts";
import type { ProjectInRun } from "../assay-config/project-in-run.ts";
import type { ConfigReader } from "../config/config-reader.ts";
import { parseSelectors, type Selector } from "../eval-sets/parse-selectors.ts";
import { readInitialSession } from "../eval-sets/read-initial-session.ts";
import { configPathFor } from "./config-path.ts";
import type { RunRequest } from "./eval-request.ts";
import { type OpenedSet, openSets } from "./open-sets.ts";
import type { ResolvedAgent } from "./resolve-agent.ts";

/** What an agent is judged by, and what its conversations begin with. */
interface Judging {
  readonly selectors: readonly Selector[];
  readonly opened: readonly OpenedSet[];
  readonly initial: InitialSession | undefined;
  readonly notes: readonly string[];
}

type Place = Pick<ResolvedAgent, "directory" | "path">;

interface ReadOptions {
  readonly cwd: string;
  readonly project: ProjectInRun | undefined;
  readonly configs: ConfigReader;
}

/**
 * Reads what judges before there is code of the agent: that shares our process, and could change files, modules and objects on
 * their way to us. Gives it to whoever has loaded the agent; what is wrong is told then, after whatever is wrong with the agent.
 * One that is at hand already is there before anything.
 */
export async function readAhead(
  request: RunRequest,
  options: ReadOptions,
): Promise<(loaded: Place) => Promise<Judging>> {
  const place = placeOf(request.agent, options.cwd);
  if (place === undefined) return (loaded) => readJudging(request, loaded, options);
  // a config that is code may look for keys
  loadEnvFile(place.directory);
  const reading = readJudging(request, place, options);
  await reading.catch(() => {});
  return () => reading;
}

/** Sets, the configs that go with them and their metrics; the last two are kept by who reads configs. */
async function readJudging(
  request: RunRequest,
  loaded: Place,
  { cwd, project, configs }: ReadOptions,
): Promise<Judging> {
  const selectors = parseSelectors(request.evalSets.filter((each) => typeof each === "string"));
  const notes: string[] = [];
  const opened: OpenedSet[] = [];
  for await (const each of openSets(request, selectors, { loaded, cwd, notes })) {
    opened.push(each);
    await configs.read(configPathFor(each.source.path, { request, cwd, loaded, project }));
  }
  const initial = await readInitialSession(request.initialSessionFile, cwd);
  return { selectors, opened, initial, notes };
}

/** Where the code of an agent lies that is still to be loaded; one that stands in a project config comes with it. */
function placeOf(agent: unknown, cwd: string): AgentFile | undefined {
  const target = agent instanceof URL ? fileURLToPath(agent) : agent;
  if (typeof target !== "string" || parseInlineAgent(target) !== undefined) return undefined;
  try {
    return findAgentFile(target, cwd);
  } catch {
    // said when it is loaded
    return undefined;
  }
}
