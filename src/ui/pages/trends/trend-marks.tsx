import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { timeText } from "../../lib/words.ts";
import type { ChangeMark, ShownTrend } from "./trend-runs.ts";

/** Beyond so many lines through everything there would be nothing else to see. */
const MOST_LINES = 8;
/** Of all columns: how far a label reaches. */
const LABEL = 0.13;

/** The columns of fewer have no room for a date above them, or for a sentence. */
export const FEW_RUNS = 8;

/** The head of the plot: which runs, and where something besides the results changed. */
export function TrendMarks({ shown: { trend, names, marks } }: { readonly shown: ShownTrend }) {
  const { runs } = trend;
  const lines = marks.length <= MOST_LINES ? marks : marks.filter(({ isRare }) => isRare);
  const [first, last] = [runs[0], runs.at(-1)];
  return (
    <>
      <div className="marks" aria-hidden="true">
        <div>
          {lines.map((mark) => (
            <i key={mark.at} style={placeOf(mark.at, runs.length)} />
          ))}
        </div>
      </div>
      <div className="pr head">
        <span>Metric, 95% interval</span>
        <div className="events">
          {spread(lines, runs.length).map((mark) => (
            <span
              key={mark.at}
              className={mark.at > 0.8 * runs.length ? "left" : undefined}
              style={placeOf(mark.at, runs.length)}
              title={mark.texts.join("; ")}
            >
              {mark.what}
            </span>
          ))}
          {first !== undefined && first !== last && (
            <small style={placeOf(0, runs.length)} title={timeText(first.startedAt)}>
              {names[0]}
              {runs.length >= FEW_RUNS && `, ${timeText(first.startedAt)}`}
            </small>
          )}
          {last !== undefined && (
            <small className="last">
              <Link to="/runs/$run" params={{ run: last.runId }}>
                {names.at(-1)}
              </Link>
            </small>
          )}
        </div>
        <span>Now, {names.at(-1)}</span>
      </div>
    </>
  );
}

function placeOf(at: number, of: number): CSSProperties {
  return { "--x": `${(100 * at) / of}%` } as CSSProperties;
}

/** Labels that would lie over each other are left out; their lines stay, and the table has all of them. */
function spread(marks: readonly ChangeMark[], of: number): readonly ChangeMark[] {
  let last = Number.NEGATIVE_INFINITY;
  return marks.filter(({ at }) => {
    const isFree = at - last >= LABEL * of;
    if (isFree) last = at;
    return isFree;
  });
}
