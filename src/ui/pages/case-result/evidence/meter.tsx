import type { CSSProperties } from "react";
import type { Direction } from "../../../../core/verdict.ts";
import type { State } from "../../../components/glyph.tsx";

interface MeterProps {
  readonly score: number;
  readonly threshold: number;
  readonly direction: Direction;
  readonly state: State;
}

/** A score as a dot on its scale, the threshold as a tick; what is missing between them is drawn. */
export function Meter({ score, threshold, direction, state }: MeterProps) {
  const most = Math.max(1, score, threshold) * (score > 1 || threshold > 1 ? 1.1 : 1);
  const least = Math.min(0, score, threshold);
  const share = (value: number) => (100 * (value - least)) / (most - least);
  // where less is better the scale is turned round, so that short is left of the tick there, too
  const place = (value: number) => (direction === "lower" ? 100 - share(value) : share(value));
  const style = { "--at": `${place(score)}%`, "--min": `${place(threshold)}%` };
  return (
    <span
      className={state === "failed" ? "meter fail" : "meter"}
      style={style as CSSProperties}
      aria-hidden="true"
    >
      <b />
      <i />
    </span>
  );
}
