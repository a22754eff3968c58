import type { CaseResult } from "../../../core/run.ts";
import { readCases } from "../../../project/history/load-run.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import { eventsOfTurn, type SessionJson } from "../sessions/session-json.ts";
import { appResults } from "./app-results.ts";
import { EVAL_SESSION, evalSessionId } from "./case-result-json.ts";

/** The session of a case, as it was when the case was over. */
export function sessionDetails(result: CaseResult, appName: string): SessionJson {
  const { invocations, partial, sessionId, userId, finalState = {}, startedAt, duration } = result;
  const turns = partial === undefined ? invocations : [...invocations, partial];
  return {
    id: evalSessionId(sessionId),
    appName,
    userId,
    state: finalState,
    events: turns.flatMap((invocation) => eventsOfTurn({ invocation }, {})),
    lastUpdateTime: Date.parse(startedAt) / 1000 + duration,
  };
}

/** A session of an eval, whoever asks for it; undefined where there is none. */
export async function evalSession(
  app: WorkspaceAgent,
  sessionId: string,
  parts: ServerParts,
): Promise<SessionJson | undefined> {
  const found = await evalCaseOf(app, sessionId, parts);
  return found && sessionDetails(found.result, app.name);
}

/** The case that was that session, from the newest run on. */
export async function evalCaseOf(
  app: WorkspaceAgent,
  sessionId: string,
  parts: ServerParts,
): Promise<{ readonly runId: string; readonly result: CaseResult } | undefined> {
  if (!sessionId.startsWith(EVAL_SESSION)) return undefined;
  const results = (await appResults(app, parts)).toReversed();
  for (const runId of new Set(results.map((each) => each.runId))) {
    for await (const event of parts.runs.caseEvents(runId, { type: "case-start" })) {
      if (event.type !== "case-start" || evalSessionId(event.sessionId) !== sessionId) continue;
      for await (const result of readCases(parts.runs, runId, [event.index])) {
        if (evalSessionId(result.sessionId) === sessionId) return { runId, result };
      }
    }
  }
  return undefined;
}
