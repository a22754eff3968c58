import { useMemo } from "react";
import type { HtmlReport } from "../../core/analysis/html-report.ts";
import { Glyph } from "../components/glyph.tsx";
import { Repeats } from "../components/repeats.tsx";
import { Evidence } from "../pages/case-result/evidence/evidence.tsx";
import { TurnDiff } from "../pages/case-result/turn-diff.tsx";
import { turnsOf } from "../pages/case-result/turns.ts";
import { stateOfRow } from "../pages/run/matrix/cell-state.ts";
import { readFailure } from "./report-data.ts";
import { idOf, type OpenFailures } from "./use-failures.ts";

interface ReportFailureProps {
  readonly report: HtmlReport;
  /** The place of the case. */
  readonly row: number;
  readonly failures: OpenFailures;
}

/** A case that did not pass: its reason in a line, and its conversation beside what was expected once it is opened. */
export function ReportFailure({ report, row: place, failures }: ReportFailureProps) {
  const row = report.rows[place];
  if (row === undefined) return null;
  const isOpen = failures.isOpen(place);
  return (
    <details
      id={idOf(place)}
      className="failure"
      open={isOpen}
      onToggle={({ currentTarget }) => failures.set(place, currentTarget.open)}
    >
      <summary>
        <Glyph state={stateOfRow(row)} />
        <code>{row.id}</code>
        {row.trials !== undefined && <Repeats trials={row.trials} planned={report.trials} />}
        <span className="muted">{row.why}</span>
      </summary>
      {isOpen && <Conversation failure={row.failure} />}
    </details>
  );
}

function Conversation({ failure }: { readonly failure: number | undefined }) {
  const result = useMemo(
    () => (failure === undefined ? undefined : readFailure(failure)),
    [failure],
  );
  if (result === undefined) {
    return (
      <p className="small muted">
        There are so many failures that this conversation is not in the file; assay runs show --case
        shows it.
      </p>
    );
  }
  const turns = turnsOf(result);
  const bad = Math.max(
    0,
    turns.findIndex(({ state }) => state !== "passed"),
  );
  return (
    <div className="conversation">
      {result.detail !== undefined && <p className="note warn">{result.detail}</p>}
      {turns.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the turn's name
        <TurnDiff key={at} turn={turn} at={at} of={turns.length} />
      ))}
      <Evidence result={result} at={bad} label={`Evidence of ${result.evalId}`} />
    </div>
  );
}
