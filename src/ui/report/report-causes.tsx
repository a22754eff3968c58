import { useState } from "react";
import type { HtmlReport, ReportedCause } from "../../core/analysis/html-report.ts";
import { numberText } from "../lib/amounts.ts";
import { ReportFailure } from "./report-failure.tsx";
import type { OpenFailures } from "./use-failures.ts";

interface ReportCausesProps {
  readonly report: HtmlReport;
  readonly failures: OpenFailures;
}

const PAGE = 50;

/** What did not pass, by what went wrong; one of each is shown whole, the others when they are opened. */
export function ReportCauses({ report, failures }: ReportCausesProps) {
  const { causes, totals } = report;
  if (causes.length === 0) return null;
  const { failed, notEvaluated, notRun } = totals;
  const unclear = notEvaluated - notRun;
  return (
    <section aria-label="Failures by cause">
      <h2>
        {failed > 0 ? "Failures by cause" : "Not evaluated, by cause"}{" "}
        <span className="small muted">
          {failed} failed{unclear > 0 && `, ${unclear} not evaluated`},{" "}
          {causes.length === 1 ? "1 cause" : `${numberText(causes.length)} causes`}
        </span>
      </h2>
      {causes.map((cause) => (
        <Cause
          key={`${cause.status} ${cause.name}`}
          cause={cause}
          report={report}
          failures={failures}
        />
      ))}
    </section>
  );
}

interface CauseProps extends ReportCausesProps {
  readonly cause: ReportedCause;
}

function Cause({ cause: { name, status, rows }, report, failures }: CauseProps) {
  const [count, setCount] = useState(PAGE);
  const of = status === "failed" ? report.totals.failed : report.totals.notEvaluated;
  // one that a link of the matrix leads to must be there
  const last = rows.findLastIndex((row) => failures.isOpen(row));
  const shown = rows.slice(0, Math.max(count, last + 1));
  return (
    <article className="cz">
      <h3>
        {name}{" "}
        <small>
          {numberText(rows.length)} of {numberText(of)}{" "}
          {status === "failed" ? "failed" : "not evaluated"}
        </small>
      </h3>
      {shown.map((row) => (
        <ReportFailure key={row} report={report} row={row} failures={failures} />
      ))}
      {rows.length > shown.length && (
        <button type="button" className="btn s screen" onClick={() => setCount(count + PAGE)}>
          Show {Math.min(PAGE, rows.length - shown.length)} of{" "}
          {numberText(rows.length - shown.length)} more
        </button>
      )}
    </article>
  );
}
