import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { openSetFile } from "../eval-sets/open-set-file.ts";
import type { Selector } from "../eval-sets/parse-selectors.ts";
import { findEvalSets } from "../eval-sets/select-eval-sets.ts";
import type { RunRequest } from "./eval-request.ts";
import type { ResolvedAgent } from "./resolve-agent.ts";

/** An eval set that can be read, and what was asked of it. */
export interface OpenedSet {
  readonly source: EvalSetSource;
  /** How messages call it. */
  readonly name: string;
  readonly cases: readonly string[];
}

/** The sets that are named, then those that were handed over. */
export async function* openSets(
  request: RunRequest,
  selectors: readonly Selector[],
  {
    loaded,
    cwd,
    notes,
  }: { loaded: Pick<ResolvedAgent, "directory" | "path">; cwd: string; notes: string[] },
): AsyncGenerator<OpenedSet> {
  const handed = request.evalSets.filter((each) => typeof each !== "string");
  // nothing named means everything, unless there is something in hand
  if (selectors.length > 0 || handed.length === 0) {
    const selection = await findEvalSets(selectors, {
      agentDirectory: loaded.directory,
      agentPath: loaded.path,
      cwd,
      project: request.project,
    });
    notes.push(...selection.notes);
    for (const { path, name, cases } of selection.sets) {
      yield { source: await openSetFile(path, name), name, cases };
    }
  }
  for (const source of handed) yield { source, name: source.header.evalSetId, cases: [] };
}
