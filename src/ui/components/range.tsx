import type { CSSProperties } from "react";

interface RangeProps {
  /** Shares of 0 to 1. */
  readonly at: number;
  readonly interval: readonly [low: number, high: number];
  readonly isThin?: boolean;
}

/** An estimate and its interval on a scale from 0 to 1: a rate never stands without it. */
export function Range({ at, interval: [low, high], isThin }: RangeProps) {
  const style = { "--lo": percent(low), "--hi": percent(high), "--at": percent(at) };
  return (
    <span
      className={isThin === true ? "range thin" : "range"}
      style={style as CSSProperties}
      aria-hidden="true"
    >
      <b />
      <i />
    </span>
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
