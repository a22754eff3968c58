import { numberText } from "../lib/amounts.ts";
import { percentText } from "../lib/words.ts";
import { Glyph, type State } from "./glyph.tsx";
import { Range } from "./range.tsx";

interface RateCellProps {
  readonly run: {
    readonly passed: number;
    readonly failed: number;
    readonly passRate: number | null;
    readonly interval: readonly [number, number] | null;
  };
  /** Undefined: a glyph stands elsewhere in the row. */
  readonly state?: State | undefined;
  readonly reference?: number | null | undefined;
}

/** A pass rate in a row: never without its interval and its n. */
export function RateCell({ run, state, reference }: RateCellProps) {
  const { passed, failed, passRate, interval } = run;
  return (
    <div className="row rate">
      {state !== undefined && <Glyph state={state} />}
      <strong>{passRate === null ? "none" : percentText(passRate)}</strong>
      {passRate !== null && interval !== null && (
        <Range at={passRate} interval={interval} reference={reference} />
      )}
      <span className="small muted" title="95% interval">
        {interval !== null && (
          <span className="wide roomy">
            {Math.round(100 * interval[0])} to {Math.round(100 * interval[1])}%,{" "}
          </span>
        )}
        {numberText(passed)} of {numberText(passed + failed)}
      </span>
    </div>
  );
}
