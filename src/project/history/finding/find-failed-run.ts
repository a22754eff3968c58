import { dirname, resolve } from "node:path";
import { findAgentFile } from "../../../agents/loading/find-agent-file.ts";
import { UserFacingError } from "../../../core/errors.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { RunStore } from "../../../core/run-store.ts";
import { parseInlineAgent } from "../../assay-config/find-project.ts";
import { parseSelectors } from "../../eval-sets/parse-selectors.ts";
import { findEvalSets } from "../../eval-sets/select-eval-sets.ts";

/** Whose failures are meant. Nothing given: whatever was run last. */
interface FailedRequest {
  readonly agent?: string | undefined;
  readonly agentName?: string | undefined;
  /** As typed; none means whichever the run had. */
  readonly evalSets: readonly string[];
  readonly cwd: string;
}

/** The newest run of this agent and these sets: what `--failed` looks at. */
export async function findFailedRun(store: RunStore, request: FailedRequest): Promise<string> {
  const isMeant = await runsOf(request);
  for (const { runId, kind } of await store.list()) {
    if (kind !== "eval") continue;
    const [start] = await store.runEvents(runId);
    if (start?.type === "run-start" && isMeant(start.about)) return runId;
  }
  const { agent, evalSets } = request;
  const whose = agent === undefined ? "here" : `of ${agent}`;
  const which = evalSets.length === 0 ? "" : ` with ${evalSets.join(" and ")}`;
  throw new UserFacingError("run/not-found", `There is no run ${whose}${which} yet.`, {
    hint: "Run it once without --failed, or name the run:  --failed RUN",
  });
}

async function runsOf(request: FailedRequest): Promise<(about: RunInfo) => boolean> {
  const { agent, agentName, evalSets, cwd } = request;
  if (agent === undefined) return () => true;
  const inline = parseInlineAgent(agent);
  const { path, directory } = inline ? placeOf(inline.file, cwd) : findAgentFile(agent, cwd);
  const selectors = parseSelectors(evalSets);
  const wanted =
    selectors.length === 0
      ? []
      : (await findEvalSets(selectors, { agentDirectory: directory, cwd })).sets;
  return ({ agent: other, sets, cwd: from = cwd }) => {
    if (other.path === undefined || resolve(from, other.path) !== path) return false;
    if (inline !== undefined && other.name !== inline.name) return false;
    if (agentName !== undefined && other.subAgent !== agentName) return false;
    const had = new Set(sets.map((set) => set.path && resolve(from, set.path)));
    return wanted.every((set) => had.has(set.path));
  };
}

function placeOf(file: string, cwd: string) {
  const path = resolve(cwd, file);
  return { path, directory: dirname(path) };
}
