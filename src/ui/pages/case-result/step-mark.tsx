import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";

type Kind = TrajectoryStep["kind"];

const words: Readonly<Record<Kind, string>> = {
  matched: "as expected",
  changed: "arguments differ",
  missing: "never called",
  extra: "not expected",
  moved: "in another place",
};

const shapes: Readonly<Record<Kind, string>> = {
  matched: "M4 6h8M4 10h8",
  changed: "M2.5 9.5c1.5-4 4-3.5 5.5-1.5s4 2.5 5.5-1.5",
  missing: "M3 8h10",
  extra: "M3 8h10M8 3v10",
  moved: "M3 3.5h5v9h5m-2.5-2.5 2.5 2.5-2.5 2.5",
};

/** How a call went, as a mark: equal, changed, missing, extra, moved. */
export function StepMark({ kind }: { readonly kind: Kind }) {
  const isBad = kind !== "matched" && kind !== "moved";
  return (
    <svg
      className={isBad ? "g fail stepmark" : "g stepmark"}
      viewBox="0 0 16 16"
      role="img"
      aria-label={words[kind]}
    >
      <path d={shapes[kind]} />
    </svg>
  );
}
