import { UserFacingError } from "../../../core/errors.ts";
import { joinCase } from "../../../core/folds/case-result.ts";
import type { MatrixRow } from "../../../core/folds/matrix.ts";
import type { RunSummary } from "../../../core/folds/run-summary.ts";
import { caseRequests } from "../../../core/requests/case-requests.ts";
import type { TurnRequests } from "../../../core/requests/kept-requests.ts";
import type { CallEndEvent, CaseResult, TurnEndEvent } from "../../../core/run.ts";
import { readConversations } from "../../../project/history/read-conversations.ts";
import type { ServerParts } from "../server-parts.ts";

interface Named {
  /** Empty where only one set of the run has the case, which is then meant. */
  readonly set: string;
  readonly case: string;
  readonly trial: number;
}

interface FoundConversation {
  readonly result: CaseResult;
  /** As the journal has them. */
  readonly turns: readonly TurnEndEvent[];
  /** Model calls of ours for it: judges, simulated users and tools. */
  readonly calls: readonly CallEndEvent[];
  /** What the agent's models were sent, turn by turn. */
  readonly requests: readonly (TurnRequests | undefined)[];
  readonly summary: RunSummary;
  /** The case over all its trials. */
  readonly row: MatrixRow;
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
  const row = rowOf(matrix.rows, asked);
  let isDamaged = false;
  for await (const each of readConversations(parts.runs, runId, row && [row.index])) {
    const { start, turns, end, calls, trial, isBroken } = each;
    if (row === undefined || trial !== asked.trial) continue;
    if (each.evalSetId !== row.evalSetId || each.evalId !== row.evalId) continue;
    isDamaged ||= isBroken;
    const result = end === undefined || isBroken ? undefined : joinCase({ start, turns }, end);
    if (result === undefined) continue;
    const requests = caseRequests(turns, end);
    return { result, turns, calls, requests, summary, row, tag: `${runId}-${end?.at}` };
  }
  throw noConversation(runId, asked, { isKnown: row !== undefined, isDamaged });
}

function rowOf(rows: readonly MatrixRow[], asked: Named): MatrixRow | undefined {
  const same = rows.filter(({ evalId }) => evalId === asked.case);
  if (asked.set !== "") return same.find(({ evalSetId }) => evalSetId === asked.set);
  if (same.length < 2) return same[0];
  const sets = same.map(({ evalSetId }) => evalSetId).join(", ");
  throw new UserFacingError(
    "eval-set/unknown-case",
    `Several sets of the run have a case ${asked.case}: ${sets}.`,
    { hint: "Add one to the address, such as ?set=ID." },
  );
}

interface Known {
  /** The run has begun the case. */
  readonly isKnown: boolean;
  /** Something of the conversation cannot be read any more. */
  readonly isDamaged: boolean;
}

function noConversation(runId: string, asked: Named, { isKnown, isDamaged }: Known) {
  const which = `${asked.case}, trial ${asked.trial + 1}`;
  if (isDamaged) {
    return new UserFacingError(
      "store/unusable",
      `Something of ${which} of run ${runId} cannot be read any more, so that it is not shown in part.`,
      { hint: "Resuming the run runs it again; its other cases are whole." },
    );
  }
  return new UserFacingError(
    "eval-set/unknown-case",
    `Run ${runId} has no finished conversation of ${which}.`,
    { hint: isKnown ? "It has not ended yet." : "It may belong to another run." },
  );
}
