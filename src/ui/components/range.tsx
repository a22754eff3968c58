import type { CSSProperties } from "react";

interface RangeProps {
  /** Shares of 0 to 1. */
  readonly at: number;
  readonly interval: readonly [low: number, high: number];
  readonly isThin?: boolean;
  /** What it is held against, as a dashed tick. */
  readonly reference?: number | null | undefined;
}

/** An estimate and its interval on a scale from 0 to 1: a rate never stands without it. */
export function Range({ at, interval: [low, high], isThin, reference }: RangeProps) {
  const hasReference = reference !== undefined && reference !== null;
  const ref = hasReference ? { "--ref": percent(reference) } : {};
  const style = { ...ref, "--lo": percent(low), "--hi": percent(high), "--at": percent(at) };
  return (
    <span
      className={isThin === true ? "range thin" : "range"}
      style={style as CSSProperties}
      aria-hidden="true"
    >
      <b />
      {hasReference && <s />}
      <i />
    </span>
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
