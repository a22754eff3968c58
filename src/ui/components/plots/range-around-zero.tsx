import type { CSSProperties } from "react";

interface RangeAroundZeroProps {
  readonly estimate: number;
  /** Null where there is none: then only the estimate is drawn. */
  readonly interval: readonly [low: number, high: number] | null;
  /** What half of the axis is worth. What goes beyond it ends in an arrow. */
  readonly half: number;
  /** Less is better: the scale is turned, so that right is better on every row. */
  readonly isFlipped?: boolean | undefined;
}

/** A difference on an axis with zero in its middle. The numbers stand beside it. */
export function RangeAroundZero({ estimate, interval, half, isFlipped }: RangeAroundZeroProps) {
  const place = (value: number) => 50 + (50 * (isFlipped === true ? -value : value)) / half;
  const within = (percent: number) => `${Math.min(100, Math.max(0, percent)).toFixed(1)}%`;
  const ends = (interval ?? [estimate, estimate]).map(place);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const beyond = `${low < 0 ? " under" : ""}${high > 100 ? " over" : ""}`;
  const style = { "--lo": within(low), "--hi": within(high), "--at": within(place(estimate)) };
  return (
    <span className={`range diff${beyond}`} style={style as CSSProperties} aria-hidden="true">
      <b />
      <s />
      <i />
    </span>
  );
}
