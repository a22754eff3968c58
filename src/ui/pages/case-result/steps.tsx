import { useEffect, useMemo, useState } from "react";
import { calledOtherwise } from "../../../core/analysis/called-otherwise.ts";
import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import { useSoon } from "../../lib/use-soon.ts";
import { type DiffRow, diffRows, type Fold, folded } from "./diff-rows.ts";
import { Step } from "./step.tsx";

interface StepsProps {
  readonly steps: readonly TrajectoryStep[];
  /** The one that is looked at, from 1. */
  readonly current: number | undefined;
  readonly onSelect?: ((step: number) => void) | undefined;
}

/** Expected and actual calls, aligned, with long equal stretches folded. */
export function Steps({ steps, current, onSelect }: StepsProps) {
  useEffect(() => {
    if (current === undefined) return;
    document.querySelector(`#step-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const rows = useMemo(() => folded(diffRows(steps)), [steps]);
  const elsewhere: ReadonlySet<TrajectoryStep> = useMemo(() => calledOtherwise(steps), [steps]);
  const soon = useSoon(rows.length);
  return rows
    .slice(0, soon)
    .map((each) =>
      "rows" in each ? (
        <FoldedRows
          key={`fold ${each.rows[0]?.at}`}
          fold={each}
          current={current}
          onSelect={onSelect}
        />
      ) : (
        <Row
          key={`${each.at} ${each.side}`}
          row={each}
          current={current}
          onSelect={onSelect}
          isElsewhere={elsewhere.has(each.step)}
        />
      ),
    );
}

interface RowProps extends Pick<StepsProps, "onSelect"> {
  readonly row: DiffRow;
  readonly current: number | undefined;
  /** Its tool was called with other arguments, in another place. */
  readonly isElsewhere?: boolean;
}

function Row({ row, current, onSelect, isElsewhere = false }: RowProps) {
  const isCurrent = current === row.at + 1;
  return <Step row={row} isCurrent={isCurrent} onSelect={onSelect} isElsewhere={isElsewhere} />;
}

interface FoldedProps extends Pick<StepsProps, "current" | "onSelect"> {
  readonly fold: Fold;
}

function FoldedRows({ fold, current, onSelect }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const isAsked = fold.rows.some(({ at }) => at + 1 === current);
  const names = fold.rows.map(({ step }) => ("expected" in step ? step.expected.name : ""));
  const isShown = isOpen || isAsked;
  return (
    <>
      <button
        type="button"
        className="fold"
        aria-expanded={isShown}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{isShown ? "▾" : "▸"}</span>
        {fold.rows.length} identical steps{" "}
        <span className="mono faint clip">{names.join(", ")}</span>
      </button>
      {isShown &&
        fold.rows.map((row) => (
          <Row key={row.at} row={row} current={current} onSelect={onSelect} />
        ))}
    </>
  );
}
