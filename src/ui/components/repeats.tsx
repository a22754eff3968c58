import type { Status } from "../../core/verdict.ts";

type Mark = Status | "errored" | "pending";

const marks: Partial<Record<Mark, string>> = {
  failed: "f",
  errored: "e",
  "not-evaluated": "n",
  pending: "w",
};

/** More marks than these are counted by nobody: numbers say it. */
export const MOST_MARKS = 12;

/** One mark a trial, in their order: filled passed, ring failed, triangle errored, dash not evaluated, dot pending. */
export function Repeats({ trials, planned }: RepeatsProps) {
  const all: readonly Mark[] = [
    ...trials,
    ...Array<"pending">(Math.max(0, planned - trials.length)).fill("pending"),
  ];
  const passed = trials.filter((status) => status === "passed").length;
  const says = `${passed} of ${planned} trials passed`;
  if (all.length > MOST_MARKS) {
    return (
      <span className="reps small faint" title={says}>
        <span className="sr">{says}</span>
        <span aria-hidden="true">
          {passed}/{planned}
        </span>
      </span>
    );
  }
  return (
    <span className="reps" role="img" aria-label={says}>
      {all.map((status, at) => (
        // trials have no other name than their place
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the trial's name
        <i key={at} className={marks[status]} />
      ))}
    </span>
  );
}

interface RepeatsProps {
  readonly trials: readonly (Status | "errored")[];
  readonly planned: number;
}
