import { useState } from "react";
import { numberText } from "../../lib/amounts.ts";
import { TrendCaseRow } from "./trend-case-row.tsx";
import { FEW_RUNS } from "./trend-marks.tsx";
import type { ShownTrend } from "./trend-runs.ts";

const PAGE = 200;

/** A row of marks a case, what needs a look first; those that passed every time are folded. */
export function TrendCases({ shown }: { readonly shown: ShownTrend }) {
  const [shownCount, setCount] = useState(PAGE);
  const [isOpen, setOpen] = useState(false);
  const { cases } = shown.trend;
  const others = cases.filter(({ course }) => course !== "always-passed");
  const steady = cases.filter(({ course }) => course === "always-passed");
  const ids = steady.map(({ evalId }) => evalId);
  return (
    <>
      <div className="pr bh">
        <h2>
          Cases <span className="small muted">{numberText(cases.length)}, latest change first</span>
        </h2>
        <span className="small muted">
          {shown.trend.runs.length < FEW_RUNS ? "" : "one mark a run"}
        </span>
        <span className="small muted">What happened</span>
      </div>
      {others.slice(0, shownCount).map((each) => (
        <TrendCaseRow key={each.evalId} each={each} shown={shown} />
      ))}
      {others.length > shownCount && (
        <button type="button" className="fold" onClick={() => setCount(shownCount + PAGE)}>
          {others.length - shownCount} more
        </button>
      )}
      {steady.length > 0 && (
        <button
          type="button"
          className="fold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {steady.length === 1 ? "1 case has" : `${steady.length} cases have`} passed every time
          <span className="mono faint clip">{ids.slice(0, 20).join(", ")}</span>
        </button>
      )}
      {isOpen &&
        steady
          .slice(0, shownCount)
          .map((each) => <TrendCaseRow key={each.evalId} each={each} shown={shown} />)}
    </>
  );
}
