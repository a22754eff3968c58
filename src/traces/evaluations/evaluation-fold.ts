import type { TraceEvaluation } from "../../core/traces/trace-evaluation.ts";

/** How often each outcome was told by traces, in a line for people. */
export interface EvaluationFold {
  add(evaluations: readonly TraceEvaluation[]): void;
  lines(): readonly string[];
}

interface Told {
  count: number;
  scored: number;
  sum: number;
  failed: number;
  readonly labels: Map<string, number>;
}

/** More names and labels than fit into a line are counted only. */
const MOST_NAMES = 6;
const MOST_LABELS = 4;

export function evaluationFold(): EvaluationFold {
  const byName = new Map<string, Told>();
  return {
    add(evaluations) {
      for (const { name, score, label, errorType } of evaluations) {
        const told = byName.get(name) ?? nothing();
        byName.set(name, told);
        told.count += 1;
        if (score !== undefined) {
          told.scored += 1;
          told.sum += score;
        }
        if (label !== undefined) told.labels.set(label, (told.labels.get(label) ?? 0) + 1);
        if (score === undefined && label === undefined && errorType !== undefined) told.failed += 1;
      }
    },
    lines() {
      if (byName.size === 0) return [];
      const words = [...byName].slice(0, MOST_NAMES).map(([name, told]) => textOf(name, told));
      const more = byName.size - words.length;
      if (more > 0) words.push(`${more} more`);
      return [`the traces say themselves, and it counts for nothing here: ${words.join(" · ")}`];
    },
  };
}

function nothing(): Told {
  return { count: 0, scored: 0, sum: 0, failed: 0, labels: new Map() };
}

function textOf(name: string, { count, scored, sum, failed, labels }: Told): string {
  const parts: string[] = [];
  if (scored > 0) parts.push(`${Number((sum / scored).toPrecision(3))}`);
  const known = [...labels].toSorted(([, a], [, b]) => b - a).slice(0, MOST_LABELS);
  for (const [label, times] of known) parts.push(count === 1 ? label : `${times} ${label}`);
  if (failed > 0) parts.push(`${failed} failed`);
  return `${name} ${parts.join(", ")}${count === 1 ? "" : ` (${count})`}`.trimEnd();
}
