import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type CSSProperties, useRef } from "react";
import { Problem } from "../../components/problem.tsx";
import { casesText } from "../../lib/amounts.ts";
import { call } from "../../lib/api.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { TrendCases } from "./trend-cases.tsx";
import { TrendFoot } from "./trend-foot.tsx";
import { TrendLines } from "./trend-lines.tsx";
import { TrendMarks } from "./trend-marks.tsx";
import { type ShownTrend, shownTrend } from "./trend-runs.ts";

interface SetTrendsProps {
  /** By its id or file; the set that ran last unless given. */
  readonly set?: string | undefined;
  readonly agent?: string | undefined;
  /** Where no page around it says whose trend it is. */
  readonly withHead?: boolean | undefined;
}

const USUAL = 50;
const MOST = 1000;

/** The rates and means of a set over its runs, and a mark a case and run, all on one axis. */
export function SetTrends({ set, agent, withHead }: SetTrendsProps) {
  const { limit = USUAL } = useSearch({ strict: false }) as { readonly limit?: number };
  const { data, error } = useQuery({
    queryKey: ["trends", set, agent, limit],
    queryFn: ({ signal }) => call("GET /trends", { query: { set, agent, limit }, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) {
    return (
      <div className="wait-block" aria-busy="true">
        <p className="lead muted said-later" role="status">
          Reading the runs of the set.
        </p>
      </div>
    );
  }
  const shown = shownTrend(data);
  const { trend } = shown;
  return (
    <section className="trends" aria-label={`Trend of ${trend.evalSetId}`}>
      <header className="pagehead">
        <div className="row">
          {withHead === true && <h1>{trend.evalSetId}</h1>}
          {withHead === true && <span className="chip mono">{trend.agent}</span>}
          <span className="btns push">
            <LookCloser shown={shown} />
            <RunsShown limit={limit} />
          </span>
        </div>
        <TrendLead shown={shown} />
        <p className="small muted">{evidenceText(shown)}</p>
      </header>
      {trend.runs.length < 2 ? <TooFew count={trend.runs.length} /> : <Plot shown={shown} />}
      <TrendFoot shown={shown} />
    </section>
  );
}

function Plot({ shown }: { readonly shown: ShownTrend }) {
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows, { noun: "case", hasFailures: true });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section className="trendplot" tabIndex={0} aria-label="Lines and marks, one column a run">
      <div ref={rows} className="rows" style={{ "--n": shown.trend.runs.length } as CSSProperties}>
        <TrendMarks shown={shown} />
        <TrendLines shown={shown} />
        <TrendCases shown={shown} />
      </div>
    </section>
  );
}

/** What broke last is what somebody came for; then whether the rate drifts. */
function TrendLead({ shown: { trend, names } }: { readonly shown: ShownTrend }) {
  const broken = trend.cases.filter(({ course }) => course === "broke");
  const [first] = broken;
  const at = trend.runs.findIndex(({ runId }) => runId === first?.at);
  if (first === undefined || at < 0) {
    const [, verdict = "", rest = ""] = /^(.*?[.:](?= |$))(.*)$/s.exec(trend.sentence) ?? [];
    return (
      <p className="lead">
        <strong>{verdict}</strong>
        {rest}
      </p>
    );
  }
  const others = broken.length - 1;
  return (
    <p className="lead">
      <strong>
        <code>{first.evalId}</code> broke at {names[at]}
        {others > 0 && `, and ${casesText(others)} besides`}.
      </strong>{" "}
      {trend.sentence}
    </p>
  );
}

/** What the drift is called by, and what is not among the runs. */
function evidenceText({ trend: { drift, leftOut } }: ShownTrend): string {
  const { older, unfinished, stoppedEarly, otherAgents } = leftOut;
  const left = [
    older > 0 ? `${older} older` : "",
    unfinished > 0 ? `${unfinished} unfinished` : "",
    stoppedEarly > 0 ? `${stoppedEarly} stopped early` : "",
    otherAgents > 0 ? `${otherAgents} of other agents` : "",
  ].filter((text) => text !== "");
  const evidence =
    drift === null
      ? ""
      : `Evidence against one rate for all runs: ${Number(drift.evidence.toPrecision(2))}; drift is called at ${drift.bar}, however often one looks. `;
  return `${evidence}${left.length > 0 ? `Left out: ${left.join(", ")}.` : ""}`;
}

/** The last change for the worse is what somebody looks at next. */
function LookCloser({ shown: { trend, names } }: { readonly shown: ShownTrend }) {
  const broken = trend.cases.find(({ course }) => course === "broke");
  const at = trend.runs.findIndex(({ runId }) => runId === broken?.at);
  const before = broken?.verdicts.lastIndexOf("passed") ?? -1;
  const [a, b] = [trend.runs[before], trend.runs[at]];
  if (a === undefined || b === undefined) return null;
  return (
    <Link className="btn" to="/compare" search={{ runs: `${a.runId},${b.runId}` }}>
      Compare {names[before]} with {names[at]}
    </Link>
  );
}

function RunsShown({ limit }: { readonly limit: number }) {
  const navigate = useNavigate();
  const show = (count: number) =>
    navigate({
      to: ".",
      search: ((now: object) => ({ ...now, limit: count === USUAL ? undefined : count })) as never,
      replace: true,
    });
  const choices = [
    [20, "Last 20"],
    [USUAL, `Last ${USUAL}`],
    [MOST, "All"],
  ] as const;
  return (
    <fieldset className="seg" aria-label="Runs shown">
      {choices.map(([count, words]) => (
        <button
          key={count}
          type="button"
          aria-pressed={limit === count}
          onClick={() => void show(count)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}

function TooFew({ count }: { readonly count: number }) {
  return (
    <div className="empty">
      <p>
        {count === 0 ? "No run of this set has ended yet." : "One run is no trend yet."} Each run of
        the set adds a column here.
      </p>
    </div>
  );
}
