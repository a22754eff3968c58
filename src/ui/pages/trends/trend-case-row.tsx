import { Link } from "@tanstack/react-router";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Glyph } from "../../components/glyph.tsx";
import { Barcode, type BarcodeMark } from "../../components/plots/barcode.tsx";
import { courseText, marksOfCase, type ShownTrend, type TrendCase } from "./trend-runs.ts";

interface TrendCaseRowProps {
  readonly each: TrendCase;
  readonly shown: ShownTrend;
}

/**
 * One case over all runs. A single link lies over its marks, where the pointer or the arrow keys are: each mark leads to
 * what the case did in that run, and the keyboard stops once a row.
 */
export function TrendCaseRow({ each, shown: { trend, names } }: TrendCaseRowProps) {
  const marks = marksOfCase(each);
  const [at, setAt] = useState(() => marks.findLastIndex((mark) => mark !== null));
  const nameOf = (runId: string) =>
    names[trend.runs.findIndex((run) => run.runId === runId)] ?? runId;
  const latest = marks.findLast((mark) => mark !== null) ?? "not-evaluated";
  const run = trend.runs[at];
  const text = courseText(each, nameOf);

  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor((marks.length * (clientX - left)) / width);
    // at once, so that a click that follows finds the link there
    if (marks[place] != null) flushSync(() => setAt(place));
  }
  function step(event: KeyboardEvent): void {
    const next = stepped(marks, at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  }
  return (
    <div className="pr bc">
      <code>
        <Glyph state={latest} />
        <span className="clip" title={each.evalId}>
          {each.evalId}
        </span>
      </code>
      <div className="barlink" onPointerMove={point} onPointerDown={point}>
        <Barcode label={`${each.evalId}: ${text}`} marks={marks} />
        {run !== undefined && (
          <Link
            to="/runs/$run/cases/$evalId"
            params={{ run: run.runId, evalId: each.evalId }}
            search={{ set: trend.evalSetId }}
            preload={false}
            data-row={latest === "failed" || latest === "errored" ? "failed" : ""}
            onKeyDown={step}
            style={{ "--x": at / marks.length, "--w": 1 / marks.length } as CSSProperties}
            title={`${names[at]}: ${wordOf(marks[at])}`}
            aria-label={`${each.evalId} in run ${names[at]}: ${wordOf(marks[at])}`}
          />
        )}
      </div>
      <span className={toneOf(each, latest)} title={text}>
        {text}
      </span>
    </div>
  );
}

function stepped(marks: readonly BarcodeMark[], at: number, key: string): number | undefined {
  const isThere = (mark: BarcodeMark) => mark !== null;
  if (key === "ArrowLeft") {
    const before = marks.slice(0, at).findLastIndex(isThere);
    return before < 0 ? undefined : before;
  }
  if (key !== "ArrowRight") return undefined;
  const after = marks.slice(at + 1).findIndex(isThere);
  return after < 0 ? undefined : at + 1 + after;
}

function wordOf(mark: BarcodeMark | undefined): string {
  return mark == null ? "not in it" : mark.replace("-", " ");
}

/** Only what is wrong now is said in colour. */
function toneOf({ course }: TrendCase, latest: BarcodeMark): string {
  if (latest === "errored") return "t-warn";
  return course === "broke" ? "t-fail" : "";
}
