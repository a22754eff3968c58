/** What the address of a conversation's page says beside the run and the case. */
export interface CaseSearch {
  readonly set?: string | undefined;
  /** From 1, as people count. */
  readonly trial?: number | undefined;
  readonly turn?: number | undefined;
  readonly step?: number | undefined;
  /** The metric whose evidence is looked at. */
  readonly metric?: string | undefined;
  readonly diff?: "unified" | undefined;
  readonly answer?: "claims" | undefined;
  /** Set where the ways of all trials are drawn, and the edge that is looked at, from 1. */
  readonly paths?: true | undefined;
  readonly edge?: number | undefined;
  /** Set while the trace stands below the turn. */
  readonly trace?: true | undefined;
  /** The span that was chosen in it; without one, that of the step is. */
  readonly span?: string | undefined;
}

export function readCaseSearch(given: Readonly<Record<string, unknown>>): CaseSearch {
  const { set, trial, turn, step, metric, diff, answer, paths, edge, trace, span } = given;
  return {
    ...(isId(set) && { set: `${set}` }),
    ...(isCount(trial) && { trial }),
    ...(isCount(turn) && { turn }),
    ...(isCount(step) && { step }),
    ...(isId(metric) && { metric: `${metric}` }),
    ...(diff === "unified" && { diff }),
    ...(answer === "claims" && { answer }),
    ...(paths === true && { paths }),
    ...(isCount(edge) && { edge }),
    ...(trace === true && { trace }),
    ...(isId(span) && { span: `${span}` }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

/** Numbers in an address are read as numbers, and an id may be one. */
function isId(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
