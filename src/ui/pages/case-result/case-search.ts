/** What the address of a conversation's page says beside the run and the case. */
export interface CaseSearch {
  readonly set?: string | undefined;
  /** From 1, as people count. */
  readonly trial?: number | undefined;
  readonly turn?: number | undefined;
}

export function readCaseSearch(given: Readonly<Record<string, unknown>>): CaseSearch {
  const { set, trial, turn } = given;
  return {
    ...(typeof set === "string" && { set }),
    ...(isCount(trial) && { trial }),
    ...(isCount(turn) && { turn }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}
