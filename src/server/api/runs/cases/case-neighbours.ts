import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import type { MatrixRow } from "../../../../core/folds/matrix.ts";
import { compareCases } from "./case-order.ts";

interface CasePlace {
  readonly set: string;
  readonly case: string;
  /** The trial that shows it, from 0. */
  readonly trial: number;
}

/** What stands before and after a case among those of its run that have begun, failures first. */
export interface CaseNeighbours {
  readonly previous?: CasePlace | undefined;
  readonly next?: CasePlace | undefined;
  readonly previousFailure?: CasePlace | undefined;
  readonly nextFailure?: CasePlace | undefined;
  /** From 1; undefined where it is no failure. */
  readonly failureAt?: number | undefined;
  readonly failures: number;
}

export function caseNeighbours(
  rows: readonly MatrixRow[],
  key: { readonly evalSetId: string; readonly evalId: string },
): CaseNeighbours {
  const ended = rows.filter(({ trials }) => trials.length > 0).sort(compareCases("status", -1));
  const failures = ended.filter(({ status }) => status === "failed");
  const at = ended.findIndex((row) => caseKeyOf(row) === caseKeyOf(key));
  const failureAt = failures.findIndex((row) => caseKeyOf(row) === caseKeyOf(key));
  // whoever stands on no failure begins with the first one
  const nextFailure = failureAt === -1 ? failures[0] : failures[failureAt + 1];
  return {
    ...place("previous", ended[at - 1]),
    ...place("next", at === -1 ? undefined : ended[at + 1]),
    ...place("previousFailure", failures[failureAt - 1]),
    ...place("nextFailure", nextFailure),
    ...(failureAt !== -1 && { failureAt: failureAt + 1 }),
    failures: failures.length,
  };
}

function place(name: string, row: MatrixRow | undefined): Partial<CaseNeighbours> {
  if (row === undefined) return {};
  return { [name]: { set: row.evalSetId, case: row.evalId, trial: tellingTrial(row) } };
}

/** The first that failed, else the first that did not pass. */
function tellingTrial({ trials }: MatrixRow): number {
  const failed = trials.find(({ status }) => status === "failed");
  const unclear = trials.find(({ status }) => status === "not-evaluated");
  return (failed ?? unclear)?.trial ?? 0;
}
