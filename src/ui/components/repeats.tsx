import type { Status } from "../../core/verdict.ts";

const marks: Partial<Record<Status | "pending", string>> = {
  failed: "f",
  "not-evaluated": "n",
  pending: "w",
};

/** One mark a trial, in their order: filled passed, ring failed, dash not evaluated, dot pending. */
export function Repeats({ trials, planned }: RepeatsProps) {
  const all = [
    ...trials,
    ...Array<"pending">(Math.max(0, planned - trials.length)).fill("pending"),
  ];
  const passed = trials.filter((status) => status === "passed").length;
  return (
    <span className="reps" role="img" aria-label={`${passed} of ${planned} trials passed`}>
      {all.map((status, at) => (
        // trials have no other name than their place
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the trial's name
        <i key={at} className={marks[status]} />
      ))}
    </span>
  );
}

interface RepeatsProps {
  readonly trials: readonly Status[];
  readonly planned: number;
}
