import { Link, useSearch } from "@tanstack/react-router";
import type { CostQuality, MedianSide, RunsCompared } from "../../../core/analysis/comparison.ts";
import { Range } from "../../components/range.tsx";
import { percentText } from "../../lib/words.ts";
import { CostQualityPlot, letterOf } from "./cost-quality-plot.tsx";
import { nameOf, type RunInputs } from "./shown-comparison.ts";

interface CostQualityTableProps {
  readonly several: RunsCompared;
  readonly runs: readonly RunInputs[];
}

/** More than two runs on the cases that all of them have: what quality costs, and which run is laid beside the first. */
export function CostQualityTable({ several, runs }: CostQualityTableProps) {
  const { beside = 2 } = useSearch({ from: "/compare" });
  return (
    <section aria-label="What quality costs">
      <CostQualityPlot runs={several.runs} />
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Run, over {several.cases} cases that all have</th>
            <th scope="col">Pass rate, 95% interval</th>
            <th scope="col" className="num">
              Cost a case
            </th>
            <th scope="col" className="num">
              Tokens a turn
            </th>
            <th scope="col" className="num">
              Seconds a turn
            </th>
            <th scope="col">Says</th>
            <th scope="col">Against the first</th>
          </tr>
        </thead>
        <tbody>
          {several.runs.map((run, at) => (
            <tr key={run.runId} aria-selected={at + 1 === beside}>
              <th scope="row">
                <Link to="/runs/$run" params={{ run: run.runId }}>
                  {letterOf(at)} {nameOf(runs[at] ?? { shortId: run.runId })}
                </Link>{" "}
                <span className="faint">{run.agent}</span>
              </th>
              <td>
                <Rate rate={run.passRate} />
              </td>
              <td className="num">{medianText(run.cost, (value) => `$${digits(value)}`)}</td>
              <td className="num">{medianText(run.tokens, (value) => `${Math.round(value)}`)}</td>
              <td className="num">{medianText(run.latency, (value) => `${digits(value)} s`)}</td>
              <td className="muted small">
                {run.dominated ? "another passes as much for less" : ""}
              </td>
              <td>
                {at === 0 ? (
                  <span className="faint">the first</span>
                ) : (
                  <Link
                    to="/compare"
                    search={(now) => ({
                      ...now,
                      beside: at + 1,
                      case: undefined,
                      set: undefined,
                    })}
                    aria-current={at + 1 === beside ? "true" : undefined}
                  >
                    {at + 1 === beside ? "shown below" : "show below"}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rate({ rate: { mean, n, interval } }: { readonly rate: CostQuality["passRate"] }) {
  if (mean === null) return <span className="muted">nothing evaluated</span>;
  return (
    <span className="row">
      <strong>{percentText(mean)}</strong>
      {interval !== null && (
        <>
          <Range at={mean} interval={interval} />
          <small className="muted">
            {Math.round(100 * interval[0])} to {Math.round(100 * interval[1])}%
          </small>
        </>
      )}
      <small className="faint">of {n}</small>
    </span>
  );
}

function medianText(side: MedianSide | null, write: (value: number) => string): string {
  return side === null || side.median === null ? "not known" : write(side.median);
}

function digits(value: number): string {
  return value === 0 ? "0" : `${Number(value.toPrecision(2))}`;
}
