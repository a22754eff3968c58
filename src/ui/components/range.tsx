import type { CSSProperties } from "react";

interface RangeProps {
  /** Shares of 0 to 1. */
  readonly at: number;
  readonly interval: readonly [low: number, high: number];
  /** What it is compared with, as a dashed tick. */
  readonly reference?: number | null | undefined;
  readonly isThin?: boolean;
}

/** An estimate and its interval on a scale from 0 to 1: a rate never stands without it. */
export function Range({ at, interval: [low, high], reference, isThin }: RangeProps) {
  const isCompared = reference !== undefined && reference !== null;
  const style = {
    "--lo": percent(low),
    "--hi": percent(high),
    "--at": percent(at),
    ...(isCompared && { "--ref": percent(reference) }),
  };
  return (
    <span
      className={isThin === true ? "range thin" : "range"}
      style={style as CSSProperties}
      aria-hidden="true"
    >
      <b />
      {isCompared && <s />}
      <i />
    </span>
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
