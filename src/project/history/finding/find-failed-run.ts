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

/** A run, and whether a case of it is among what was named. */
interface FoundRun {
  readonly runId: string;
  readonly isNamed: (evalSetId: string, evalId: string) => boolean;
}

/** The newest run of this agent and these sets: what `--failed` looks at. */
export async function findFailedRun(store: RunStore, request: FailedRequest): Promise<FoundRun> {
  const casesIn = await runsOf(request);
  for (const { runId, kind } of await store.list()) {
    if (kind !== "eval") continue;
    const [start] = await store.runEvents(runId);
    const isNamed = start?.type === "run-start" ? casesIn(start.about) : undefined;
    if (isNamed !== undefined) return { runId, isNamed };
  }
  const { agent, evalSets } = request;
  const whose = agent === undefined ? "here" : `of ${agent}`;
  const which = evalSets.length === 0 ? "" : ` with ${evalSets.join(" and ")}`;
  throw new UserFacingError("run/not-found", `There is no run ${whose}${which} yet.`, {
    hint: "Run it once without --failed, or name the run:  --failed RUN",
  });
}

/** Gives of a run that is meant which of its cases are; undefined of any other. */
async function runsOf(
  request: FailedRequest,
): Promise<(about: RunInfo) => FoundRun["isNamed"] | undefined> {
  const { agent, agentName, evalSets, cwd } = request;
  if (agent === undefined) return () => () => true;
  const inline = parseInlineAgent(agent);
  const { path, directory } = inline ? placeOf(inline.file, cwd) : findAgentFile(agent, cwd);
  const selectors = parseSelectors(evalSets);
  const wanted =
    selectors.length === 0
      ? []
      : (await findEvalSets(selectors, { agentDirectory: directory, cwd })).sets;
  return ({ agent: other, sets, cwd: from = cwd }) => {
    if (other.path === undefined || resolve(from, other.path) !== path) return undefined;
    if (inline !== undefined && other.name !== inline.name) return undefined;
    if (agentName !== undefined && other.subAgent !== agentName) return undefined;
    const had = new Map(
      sets.map((set) => [set.path && resolve(from, set.path), set.evalSetId] as const),
    );
    if (!wanted.every((set) => had.has(set.path))) return undefined;
    if (wanted.length === 0) return () => true;
    const named = new Map(wanted.map((set) => [had.get(set.path), set.cases] as const));
    return (evalSetId, evalId) => isAmong(named.get(evalSetId), evalId);
  };
}

/** No case named means all of a set; a scenario is also named as every persona plays it. */
function isAmong(cases: readonly string[] | undefined, evalId: string): boolean {
  if (cases === undefined) return false;
  return (
    cases.length === 0 || cases.some((each) => evalId === each || evalId.startsWith(`${each}@`))
  );
}

function placeOf(file: string, cwd: string) {
  const path = resolve(cwd, file);
  return { path, directory: dirname(path) };
}
