import type { ArgChange, TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";

interface ChangedTurn {
  readonly steps: readonly TrajectoryStep[];
  readonly answerA?: string | undefined;
  readonly answerB?: string | undefined;
}

const MOST_CLAUSES = 3;
const MOST_VALUE = 40;

/** What B does otherwise than A in a turn, in a few words; empty where nothing is to be seen. */
export function whatChanged({ steps, answerA, answerB }: ChangedTurn): string {
  const clauses = [...new Set(callClauses(steps))];
  if (clauses.length === 0 && answerA !== answerB) return answerClause(answerA, answerB);
  const left = clauses.length - MOST_CLAUSES;
  const more = left > 0 ? [`${left} more`] : [];
  return [...clauses.slice(0, MOST_CLAUSES), ...more].join(", ");
}

function answerClause(answerA: string | undefined, answerB: string | undefined): string {
  if (answerB === undefined) return "answers nothing";
  return answerA === undefined ? "answers now" : "answers differently";
}

function callClauses(steps: readonly TrajectoryStep[]): readonly string[] {
  const inA = countsOf(steps.flatMap((step) => ("expected" in step ? [step.expected] : [])));
  const inB = countsOf(steps.flatMap((step) => ("actual" in step ? [step.actual] : [])));
  const clauses: string[] = [];
  for (const name of new Set([...inB.keys(), ...inA.keys()])) {
    const clause = countClause(name, inA.get(name) ?? 0, inB.get(name) ?? 0);
    if (clause !== undefined) clauses.push(clause);
  }
  for (const step of steps) {
    if (step.kind === "changed") clauses.push(...step.changes.map(argumentClause));
    if (step.kind === "moved") clauses.push(`calls ${nameOf(step.actual)} in another place`);
  }
  return clauses;
}

function countClause(name: string, before: number, after: number): string | undefined {
  if (before === after) return undefined;
  if (before === 0) return `now calls ${name}`;
  if (after === 0) return `no longer calls ${name}`;
  return `calls ${name} ${times(after)}, not ${times(before)}`;
}

function argumentClause(change: ArgChange): string {
  const [before, after] = [valueText(change, "expected"), valueText(change, "actual")];
  if (after === undefined) return `leaves out ${change.name}`;
  return before === undefined
    ? `${change.name} is ${after}`
    : `${change.name} is ${after}, not ${before}`;
}

function valueText(change: ArgChange, side: "expected" | "actual"): string | undefined {
  if (!(side in change)) return undefined;
  const text = JSON.stringify(change[side]) ?? "undefined";
  return text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE).toWellFormed()}…` : text;
}

function countsOf(calls: readonly { readonly name?: string | undefined }[]) {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(nameOf(call), (counts.get(nameOf(call)) ?? 0) + 1);
  return counts;
}

function nameOf({ name }: { readonly name?: string | undefined }): string {
  return name ?? "(unnamed)";
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
