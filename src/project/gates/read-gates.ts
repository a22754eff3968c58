import { answerGates } from "../../analysis/decide/answer-gates.ts";
import type { DecidedGates } from "../../analysis/decide/decide-gates.ts";
import { attributeFailures, excusedCases } from "../../analysis/faults/attribute-failures.ts";
import { parseGate } from "../../analysis/gates/parse-gate.ts";
import type { RunGates } from "../../core/analysis/gate.ts";
import { isUserFacingError } from "../../core/errors.ts";
import type { RunTable, TableFold } from "../../core/folds/run-table.ts";
import type { RunStore } from "../../core/run-store.ts";
import { loadRun, readCases } from "../history/load-run.ts";
import { readRunTable } from "../history/read-run-table.ts";
import { withCosts } from "./with-costs.ts";

interface GatesRequest {
  readonly runId: string;
  readonly gates: RunGates;
  readonly store: RunStore;
  readonly baseline?: RunTable | undefined;
  /** The run as it was read for something else: another process may have gone on with it since. */
  readonly table?: RunTable | undefined;
  /** What the journal is not asked for. */
  readonly seen?: TableFold | undefined;
}

/** How a stored run stands to its gates, by its journal. */
export async function readGates(request: GatesRequest): Promise<DecidedGates> {
  const { runId, gates, store } = request;
  const kinds = new Set(gates.conditions.map((text) => parseGate(text).figure.kind));
  // model calls are only read where money is asked about
  const isKnown = request.table !== undefined && !kinds.has("cost");
  const table = isKnown ? request.table : await readRunTable(store, runId, { seen: request.seen });
  const isPaid = kinds.has("cost") || table.about.decide !== undefined;
  const run = isPaid ? await withCosts(table, readCases(store, runId)) : table;
  const baseline = kinds.has("no-worse") ? await readBaseline(request) : undefined;
  const excused = kinds.has("agent-pass-rate") ? await excusedIn(store, runId) : undefined;
  return answerGates({ run, baseline, gates, excused });
}

/** What was not the agent's doing. */
async function excusedIn(store: RunStore, runId: string): Promise<ReadonlySet<string>> {
  const { summary, cases } = await loadRun(store, runId);
  return excusedCases(await attributeFailures(summary, cases));
}

/** Undefined where it is gone: nothing was compared then, and the gate says so. */
export async function readBaseline({
  gates,
  store,
  baseline,
}: Omit<GatesRequest, "runId">): Promise<RunTable | undefined> {
  if (baseline !== undefined || gates.baseline === undefined) return baseline;
  try {
    return await readRunTable(store, gates.baseline);
  } catch (error) {
    if (isUserFacingError(error)) return undefined;
    throw error;
  }
}
