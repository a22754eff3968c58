import { type RunTable, tableFold } from "../core/folds/run-table.ts";
import type { ModelCallTotals } from "../core/judge-check.ts";
import { type CaseResult, SCHEMA_VERSION } from "../core/run.ts";
import type { RunInfo } from "../core/run-info.ts";
import { conversationsOf, type RunResult } from "./run-result.ts";

/** The figures of a run that a program holds. */
export function tableOfResult(run: RunResult): RunTable {
  return tableOfConversations(run, conversationsOf(run));
}

interface KnownRun {
  readonly runId: string;
  readonly about: RunInfo;
  readonly decided?: RunTable["decided"];
  /** What judges and simulated users cost, where that is known. */
  readonly modelCalls?: ModelCallTotals | undefined;
}

/** The same from the conversations of a run. */
export function tableOfConversations(
  { runId, about, modelCalls, decided }: KnownRun,
  conversations: readonly CaseResult[],
): RunTable {
  const fold = tableFold();
  const at = conversations[0]?.startedAt ?? "";
  fold.apply({ type: "run-start", schemaVersion: SCHEMA_VERSION, runId, at, about });
  for (const { evalCase, ...figures } of conversations) {
    const cluster = evalCase.assay?.cluster;
    fold.apply({ type: "case-end", runId, at, ...figures, cluster });
  }
  return { ...fold.table(), ...(modelCalls && { modelCalls }), ...(decided && { decided }) };
}
