import { dirname, resolve } from "node:path";
import { findAgentFile } from "../../../agents/loading/find-agent-file.ts";
import { UserFacingError } from "../../../core/errors.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { RunStore } from "../../../core/run-store.ts";
import { parseInlineAgent } from "../../assay-config/find-project.ts";
import { openSetFile } from "../../eval-sets/open-set-file.ts";
import { parseSelectors } from "../../eval-sets/parse-selectors.ts";
import { findEvalSets, type SelectedEvalSet } from "../../eval-sets/select-eval-sets.ts";

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

/** A run that was named, with the cases of the sets that were: it may be of another agent, or of a checkout elsewhere. */
export async function namedFailedRun(
  store: RunStore,
  runId: string,
  request: FailedRequest,
): Promise<FoundRun> {
  const [start] = await store.runEvents(runId);
  const isNamed = start?.type === "run-start" ? await casesOf(start.about, request) : () => true;
  return { runId, isNamed };
}

async function casesOf(
  about: RunInfo,
  { agent, evalSets, cwd }: FailedRequest,
): Promise<FoundRun["isNamed"]> {
  if (agent === undefined || evalSets.length === 0) return () => true;
  const wanted = await setsNamed(agent, evalSets, cwd);
  const named = new Map<string, readonly string[]>();
  for (const { path, name, cases } of wanted) {
    const ran = about.sets.find((set) => set.path && resolve(about.cwd ?? cwd, set.path) === path);
    const id = ran?.evalSetId ?? (await openSetFile(path, name)).header.evalSetId;
    if (about.sets.every(({ evalSetId }) => evalSetId !== id)) {
      throw new UserFacingError(
        "run/not-found",
        `The run that --failed names has no case of ${name}.`,
        {
          hint: "Name a run of it, or none: the newest one of this agent and these sets is meant then.",
        },
      );
    }
    named.set(id, cases);
  }
  return (evalSetId, evalId) => isAmong(named.get(evalSetId), evalId);
}

async function setsNamed(
  agent: string,
  evalSets: readonly string[],
  cwd: string,
): Promise<readonly SelectedEvalSet[]> {
  if (evalSets.length === 0) return [];
  const { directory } = agentPlace(agent, cwd);
  return (await findEvalSets(parseSelectors(evalSets), { agentDirectory: directory, cwd })).sets;
}

/** Gives of a run that is meant which of its cases are; undefined of any other. */
async function runsOf(
  request: FailedRequest,
): Promise<(about: RunInfo) => FoundRun["isNamed"] | undefined> {
  const { agent, agentName, evalSets, cwd } = request;
  if (agent === undefined) return () => () => true;
  const inline = parseInlineAgent(agent);
  const { path } = agentPlace(agent, cwd);
  const wanted = await setsNamed(agent, evalSets, cwd);
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

function agentPlace(agent: string, cwd: string) {
  const inline = parseInlineAgent(agent);
  if (inline === undefined) return findAgentFile(agent, cwd);
  const path = resolve(cwd, inline.file);
  return { path, directory: dirname(path) };
}
