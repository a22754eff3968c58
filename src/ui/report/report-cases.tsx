import type { HtmlReport } from "../../core/analysis/html-report.ts";
import { Glyph, type State } from "../components/glyph.tsx";
import { ReportMatrix } from "./report-matrix.tsx";
import type { OpenFailures } from "./use-failures.ts";

interface ReportCasesProps {
  readonly report: HtmlReport;
  readonly failures: OpenFailures;
}

/** Every case against every metric that decides: what did not pass beside what did. */
export function ReportCases({ report, failures }: ReportCasesProps) {
  const { rows, totals } = report;
  const places = rows.map((_, place) => place);
  const others = places.filter((place) => rows[place]?.status !== "passed");
  const passed = places.filter((place) => rows[place]?.status === "passed");
  return (
    <section aria-label="Cases">
      <h2>
        Cases <span className="small muted">{countsText(totals)}</span>
      </h2>
      <div className="two">
        {others.length > 0 && (
          <ReportMatrix report={report} places={others} title="Not passed" failures={failures} />
        )}
        <div>
          {passed.length > 0 && (
            <ReportMatrix report={report} places={passed} title="Passed" failures={failures} />
          )}
          <p className="legend">
            {states.map((state) => (
              <span key={state}>
                <Glyph state={state} isSilent />
                {state.replace("-", " ")}
              </span>
            ))}
          </p>
        </div>
      </div>
    </section>
  );
}

const states: readonly State[] = ["passed", "failed", "errored", "not-evaluated"];

function countsText({ cases, passed, failed, notEvaluated, notRun }: HtmlReport["totals"]): string {
  const parts = [
    failed > 0 ? `${failed} failed` : "",
    notEvaluated - notRun > 0 ? `${notEvaluated - notRun} not evaluated` : "",
    notRun > 0 ? `${notRun} never ran` : "",
    `${passed} passed`,
  ];
  return `${cases}: ${parts.filter((part) => part !== "").join(", ")}`;
}
