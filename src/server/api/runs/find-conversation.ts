import { UserFacingError } from "../../../core/errors.ts";
import { joinCase } from "../../../core/folds/case-result.ts";
import type { RunSummary } from "../../../core/folds/run-summary.ts";
import type { CallEndEvent, CaseResult } from "../../../core/run.ts";
import { readConversations } from "../../../project/history/read-conversations.ts";
import type { ServerParts } from "../server-parts.ts";

interface Named {
  readonly set: string;
  readonly case: string;
  readonly trial: number;
}

interface FoundConversation {
  readonly result: CaseResult;
  /** Model calls of ours for it: judges, simulated users and tools. */
  readonly calls: readonly CallEndEvent[];
  readonly summary: RunSummary;
  /** Changes when the conversation does. */
  readonly tag: string;
}

/** A finished conversation of a run. */
export async function findConversation(
  runId: string,
  asked: Named,
  parts: Pick<ServerParts, "runs" | "views">,
): Promise<FoundConversation> {
  const { matrix, summary } = await parts.views.open(runId);
  const row = matrix.rows.find(
    (each) => each.evalSetId === asked.set && each.evalId === asked.case,
  );
  const at = row === undefined ? [] : [row.index];
  for await (const each of readConversations(parts.runs, runId, at)) {
    const { start, turns, end, calls, trial, isBroken } = each;
    if (trial !== asked.trial || end === undefined || isBroken) continue;
    if (each.evalSetId !== asked.set || each.evalId !== asked.case) continue;
    const result = joinCase({ start, turns }, end);
    if (result !== undefined) return { result, calls, summary, tag: `${runId}-${end.at}` };
  }
  throw new UserFacingError(
    "eval-set/unknown-case",
    `Run ${runId} has no finished conversation of ${asked.case}, trial ${asked.trial + 1}.`,
    { hint: row === undefined ? "It may belong to another run." : "It has not ended yet." },
  );
}
