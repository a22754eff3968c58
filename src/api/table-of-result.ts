import { type RunTable, tableFold } from "../core/folds/run-table.ts";
import { SCHEMA_VERSION } from "../core/run.ts";
import { conversationsOf, type RunResult } from "./run-result.ts";

/** The figures of a run that a program holds. What its own model calls cost is not among them. */
export function tableOfResult(run: Pick<RunResult, "runId" | "about" | "trials">): RunTable {
  const { runId, about } = run;
  const fold = tableFold();
  const conversations = conversationsOf(run);
  const at = conversations[0]?.startedAt ?? "";
  fold.apply({ type: "run-start", schemaVersion: SCHEMA_VERSION, runId, at, about });
  for (const { evalCase, ...figures } of conversations) {
    const cluster = evalCase.assay?.cluster;
    fold.apply({ type: "case-end", runId, at, ...figures, cluster });
  }
  return fold.table();
}
