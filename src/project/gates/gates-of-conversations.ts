import { answerGates } from "../../analysis/decide/answer-gates.ts";
import { attributionFold, excusedCases } from "../../analysis/faults/attribute-failures.ts";
import { checkGates, refuseChosenCases } from "../../analysis/gates/check-gate.ts";
import { refused } from "../../analysis/gates/parse-gate.ts";
import type { GateResult, RunGates } from "../../core/analysis/gate.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { CaseResult } from "../../core/run.ts";
import { costColumn } from "./with-costs.ts";

interface ConversationsAtHand {
  readonly table: RunTable;
  readonly conversations: Iterable<CaseResult>;
  readonly gates: Pick<RunGates, "conditions" | "by">;
  readonly baseline?: RunTable | undefined;
}

/** How a run stands to gates, where a program has its conversations. What the run could never answer is refused. */
export function gatesOfConversations(request: ConversationsAtHand): readonly GateResult[] {
  const { table, conversations, gates, baseline } = request;
  const kinds = checkRunGates(table, gates, baseline);
  const costs = costColumn(table);
  const faults = attributionFold(table);
  for (const each of conversations) {
    costs.add(each);
    if (kinds.has("agent-pass-rate")) faults.add(each);
  }
  const excused = kinds.has("agent-pass-rate") ? excusedCases(faults.attributions()) : undefined;
  const run = kinds.has("cost") ? costs.table() : table;
  return answerGates({ run, gates, baseline, excused }).gates;
}

/** Refuses what a run that has ended cannot answer, and says what the others look at. */
function checkRunGates(
  { metrics, about }: RunTable,
  { conditions, by }: Pick<RunGates, "conditions" | "by">,
  baseline: RunTable | undefined,
): ReadonlySet<string> {
  const { trials, caseCount: cases } = about;
  const { gates } = checkGates(conditions, { metrics, trials, cases, by });
  refuseChosenCases(gates, about, baseline?.about);
  for (const { text, figure } of gates) {
    if (figure.kind !== "no-worse") continue;
    if (baseline === undefined) {
      throw refused(text, "There is no run to compare with", "Name one as the baseline.");
    }
    const { metric } = figure;
    if (metric !== undefined && !baseline.metrics.some(({ name }) => name === metric)) {
      throw refused(text, `Run ${baseline.runId}, which it compares with, has no metric ${metric}`);
    }
  }
  return new Set(gates.map(({ figure }) => figure.kind));
}
