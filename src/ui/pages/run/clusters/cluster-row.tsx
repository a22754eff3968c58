import { Link } from "@tanstack/react-router";
import { isErred } from "../../../../core/verdict.ts";
import { Glyph } from "../../../components/glyph.tsx";
import { Barcode } from "../../../components/plots/barcode.tsx";
import { Repeats } from "../../../components/repeats.tsx";
import { casesText, numberText } from "../../../lib/amounts.ts";
import type { Run } from "../use-run.ts";
import { ClusterExample } from "./cluster-example.tsx";
import type { Clusters } from "./clusters-tab.tsx";
import { RerunButton } from "./rerun-button.tsx";

type Cluster = Clusters["clusters"][number];

interface ClusterRowProps {
  readonly run: Run;
  readonly cluster: Cluster;
  /** Failures in all, or cases that were not evaluated. */
  readonly of: number;
  readonly before: Clusters["before"];
}

/** Beyond so many the list says how many more there are. */
const SHOWN = 12;

/** One cause: how much it explains, its cases, an example, and since when. */
export function ClusterRow({ run, cluster, of, before }: ClusterRowProps) {
  const { name, count, cases, example, status, metric } = cluster;
  const more = cases.length - SHOWN;
  return (
    <article className="cl">
      <div>
        <p className="count">
          {numberText(count)} <small>of {numberText(of)}</small>
        </p>
        <Share count={count} of={of} isFailed={status === "failed"} />
      </div>
      <div>
        <h3 className={cluster.tool === undefined ? "cause capital" : "cause"}>{name}</h3>
        {metric !== undefined && (
          <p className="small muted" title={metric}>
            {kindText(cluster)}
          </p>
        )}
        <ul className="members">
          {cases.slice(0, SHOWN).map(({ evalSetId, evalId, trials, evidence }) => (
            <li key={`${evalSetId} ${evalId}`}>
              <Link
                to="/runs/$run/cases/$evalId"
                params={{ run: run.runId, evalId }}
                search={{ set: evalSetId, trial: Math.max(0, trials.indexOf(status)) + 1 }}
                data-row=""
              >
                <Glyph state={isErred(status, cluster.reason) ? "errored" : status} />
                <code className="clip">{evalId}</code>
                {run.about.trials > 1 ? (
                  <Repeats trials={marksOf(cluster, trials)} planned={run.about.trials} />
                ) : (
                  <span />
                )}
                <span className="small clip" title={evidence}>
                  {evidence}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {more > 0 && <p className="small muted">and {casesText(more)} more</p>}
      </div>
      <ClusterExample example={example} />
      <Since cluster={cluster} before={before} run={run} />
    </article>
  );
}

/** What broke is told apart from what was wrong in the trials, too. */
function marksOf({ status, reason }: Cluster, trials: Cluster["cases"][number]["trials"]) {
  const broke = isErred(status, reason);
  return trials.map((trial) => (broke && trial === status ? "errored" : trial));
}

function kindText({ kind, arguments: names = [] }: Cluster): string {
  if (kind === "argument") return `First difference of each: ${names.join(", ")}.`;
  if (kind === "score") return "No call differs; a score fell short.";
  return kind === "reason" ? "Nothing was scored." : "First difference of each.";
}

/** One square a failure, where there are not too many to count. */
function Share({ count, of, isFailed }: { count: number; of: number; isFailed: boolean }) {
  if (of > 24) return <span className="small muted">{Math.round((100 * count) / of)}%</span>;
  return (
    <span className="share" aria-hidden="true">
      {Array.from({ length: of }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: squares have no other name than their place
        <i key={at} className={at < count ? (isFailed ? "f" : "n") : undefined} />
      ))}
    </span>
  );
}

function Since({ run, cluster, before }: Omit<ClusterRowProps, "of">) {
  const { since, changed, cases, status, reason } = cluster;
  const marks = [...cluster.marks, isErred(status, reason) ? "errored" : status] as const;
  const words = sinceText(cluster, before);
  return (
    <div className="since">
      {before.length > 0 && (
        <span className="row">
          <span className="barbox" style={{ width: 7 * marks.length }}>
            <Barcode label={`Runs before and this one: ${words}`} marks={marks} />
          </span>
          {since === undefined ? (
            <span>{words}</span>
          ) : (
            <Link to="/runs/$run" params={{ run: since.runId }}>
              {words}
            </Link>
          )}
        </span>
      )}
      {before.length === 0 && <span>No earlier run of this set to look at.</span>}
      {changed !== undefined && <span>{changed}.</span>}
      <div className="btns">
        <RerunButton run={run} cases={cases} />
      </div>
    </div>
  );
}

function sinceText({ marks, since }: Cluster, before: Clusters["before"]): string {
  const bad = marks.filter((mark) => mark === "failed" || mark === "errored").length;
  if (since !== undefined) {
    const isAll = since.runs > before.length;
    return isAll
      ? `in all of the last ${since.runs} runs`
      : `since ${since.shortId}, ${since.runs} runs`;
  }
  return bad === 0
    ? "first seen in this run"
    : `off and on: ${bad} of the last ${before.length} runs`;
}
