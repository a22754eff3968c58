import type { RunInfo } from "../../../core/run-info.ts";
import { listResults, readStoredResult } from "../../../eval-sets/results/result-file.ts";
import { agentFolderOf } from "../../../project/history/agent-of-run.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";

/** What a run made of one eval set of an app. */
export interface AppResult {
  /** The app, the set and the time, which pages put together themselves. */
  readonly id: string;
  readonly runId: string;
  readonly evalSetId: string;
  /** Unix seconds. */
  readonly time: number;
  readonly about: RunInfo;
}

/** Pages fetch every result that is listed, all at once. */
const MOST_RESULTS = 100;
const MOST_CASES = 500;

/** Runs of an app that have ended, the oldest first. */
export async function appResults(
  app: WorkspaceAgent,
  { runs, cwd }: ServerParts,
): Promise<readonly AppResult[]> {
  const found: AppResult[] = [];
  for (const { runId, kind, endedAt } of await runs.list()) {
    if (found.length >= MOST_RESULTS) break;
    if (kind !== "eval" || endedAt === undefined) continue;
    const [start] = await runs.runEvents(runId);
    if (start?.type !== "run-start") continue;
    const { about } = start;
    if (about.caseCount * about.trials > MOST_CASES) continue;
    if ((await agentFolderOf(about, cwd)) !== app.folder) continue;
    const time = Date.parse(endedAt) / 1000;
    for (const { evalSetId } of about.sets) {
      // as a page writes the time that it has read
      found.push({ id: `${app.name}_${evalSetId}_${String(time)}`, runId, evalSetId, time, about });
    }
  }
  return found.reverse();
}

/** Results that ADK, or a run of ours, has written into the agent's folder. One that cannot be read is not listed. */
export async function storedResults(app: WorkspaceAgent): Promise<readonly string[]> {
  const ids = await listResults(app.folder).catch(() => []);
  const readable: string[] = [];
  for (const id of ids) {
    const isReadable = await readStoredResult(app.folder, id).then(
      () => true,
      () => false,
    );
    if (isReadable) readable.push(id);
  }
  return readable;
}
