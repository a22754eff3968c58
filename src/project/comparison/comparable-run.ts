import type { RunTable } from "../../core/folds/run-table.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { withCosts } from "../gates/with-costs.ts";
import { readCases } from "../history/load-run.ts";
import { readRunTable } from "../history/read-run-table.ts";

/** A run as it is compared: its figures, and as much of its conversations as somebody looks at. */
export interface ComparableRun {
  readonly table: RunTable;
  /** Every case as it was asked, with its set. */
  readonly asked: () => AsyncIterable<AskedCase>;
  /** The conversations of these cases, by their places in the plan. */
  readonly conversations: (indexes: readonly number[]) => AsyncIterable<CaseResult>;
}

export type AskedCase = Pick<CaseResult, "evalSetId" | "evalId" | "evalCase">;

/** One that is kept in a store. */
export async function storedRun(store: RunStore, runId: string): Promise<ComparableRun> {
  const read = await readRunTable(store, runId, { withoutCalls: true });
  const table = asksModels(read) ? await withCosts(read, readCases(store, runId)) : read;
  // what somebody called it since goes before what it was called when it began
  const name = (await store.list()).find((run) => run.runId === runId)?.name;
  return {
    table: { ...table, about: { ...table.about, name } },
    asked: () => readAsked(store, runId),
    conversations: (indexes) => readCases(store, runId, indexes),
  };
}

/** An agent that calls no model, as far as it tells, costs nothing that could be looked up. */
export function asksModels({ metrics, cases }: RunTable): boolean {
  const place = metrics.findIndex(({ name }) => name === "inference_call_count_v1");
  return cases.some(({ trials }) => trials.some(({ scores }) => (scores[place] ?? 0) > 0));
}

async function* readAsked(store: RunStore, runId: string): AsyncGenerator<AskedCase> {
  for await (const event of store.caseEvents(runId, { type: "case-start" })) {
    if (event.type === "case-start" && event.trial === 0) yield event;
  }
}
