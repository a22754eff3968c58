import type { UncheckedRow } from "../../event-row.ts";

/** What goes from one thread to the other for each group: values without the names of their columns, many at a time. */
export interface RowPack {
  readonly values: readonly (string | number | null)[];
  /** Runs of them that are locked here. */
  readonly held: readonly string[];
}

/** What comes back: nothing, or why the group could not be committed. */
export type CommitAnswer = CommitFailure | undefined;

export interface CommitFailure {
  readonly message: string;
  /** Of an error that its reader can fix. */
  readonly fix?: { readonly code: string; readonly hint: string | undefined } | undefined;
  readonly stack?: string | undefined;
}

const COLUMNS = 9;

export function packRows(rows: readonly UncheckedRow[]): RowPack["values"] {
  const values: (string | number | null)[] = [];
  for (const { runId, type, caseIndex, trial, evalSetId, evalId, status, endKey, body } of rows) {
    values.push(runId, type, caseIndex, trial, evalSetId, evalId, status, endKey, body);
  }
  return values;
}

export function unpackRows(values: RowPack["values"]): readonly UncheckedRow[] {
  const rows: UncheckedRow[] = [];
  for (let at = 0; at < values.length; at += COLUMNS) {
    rows.push({
      runId: values[at] as string,
      type: values[at + 1] as UncheckedRow["type"],
      caseIndex: values[at + 2] as number | null,
      trial: values[at + 3] as number | null,
      evalSetId: values[at + 4] as string | null,
      evalId: values[at + 5] as string | null,
      status: values[at + 6] as string | null,
      endKey: values[at + 7] as string | null,
      body: values[at + 8] as string,
    });
  }
  return rows;
}
