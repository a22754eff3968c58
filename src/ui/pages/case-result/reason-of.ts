import type { CaseResult } from "../../../core/run.ts";
import { metricName } from "../../../core/text/metric-name.ts";
import { reasonWords } from "../../lib/words.ts";
import type { ShownTurn } from "./turns.ts";

/** Why a conversation came out as it did: the one sentence that stands first. */
export function reasonOf(
  { status, reason, detail, metrics }: CaseResult,
  turns: readonly ShownTurn[],
): string {
  if (detail !== undefined) return detail;
  const at = turns.findIndex(({ why }) => why !== undefined);
  const why = turns[at]?.why;
  if (why !== undefined) return `Turn ${at + 1}: ${why}`;
  if (status === "passed") return "Everything that was asked of it holds.";
  const spoke = metrics.find((metric) => metric.status === status && metric.detail !== undefined);
  if (spoke?.detail !== undefined) return spoke.detail;
  if (reason !== undefined) return `Not evaluated: ${reasonWords[reason]}.`;
  const short = metrics.filter((metric) => metric.status === "failed");
  if (short.length > 0) {
    return `Below its threshold: ${short.map(({ name }) => metricName(name)).join(", ")}.`;
  }
  return status === "failed" ? "It failed, and no metric says why." : "No metric looked at it.";
}
