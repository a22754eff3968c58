import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Problem } from "../../../components/problem.tsx";
import { call, type Reply } from "../../../lib/api.ts";
import { useRowKeys } from "../../../lib/keys/use-row-keys.ts";
import type { RunTabProps } from "../use-run.ts";
import { ClusterRow } from "./cluster-row.tsx";
import { FaultNote } from "./fault-note.tsx";

export type Clusters = Reply<"GET /runs/:run/clusters">;

/** Which failures are one failure: the cause that explains most of them first. */
export function ClustersTab({ run }: RunTabProps) {
  const { runId, state, seq, totals } = run;
  const isLive = state === "running";
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, { noun: "case" });
  const { data, error } = useQuery({
    queryKey: ["run-clusters", runId, isLive ? "live" : seq],
    queryFn: ({ signal }) => call("GET /runs/:run/clusters", { params: { run: runId }, signal }),
    refetchInterval: isLive ? 5_000 : false,
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) {
    return (
      <div className="wait-block" aria-busy="true">
        <p className="lead muted said-later" role="status">
          Looking for causes that failures share.
        </p>
      </div>
    );
  }
  const failed = data.clusters.filter(({ status }) => status === "failed");
  const unclear = data.clusters.filter(({ status }) => status === "not-evaluated");
  const unevaluated = totals.notEvaluated - totals.notRun;
  // the first sentence is the verdict; percents are written as everywhere on screen
  const [, verdict = "", rest = ""] =
    /^(.*?\.(?= |$))(.*)$/s.exec(data.sentence.replaceAll(" %", "%")) ?? [];
  return (
    <div className="causes" ref={list}>
      <p className="clusters-verdict">
        <strong>{verdict}</strong>
        {rest}
      </p>
      <h2 className="sr">Causes</h2>
      <FaultNote faults={data.faults} />
      {failed.map((cluster) => (
        <ClusterRow
          key={`${cluster.name} ${cluster.metric}`}
          run={run}
          cluster={cluster}
          of={totals.failed}
          before={data.before}
        />
      ))}
      {unclear.length > 0 && (
        <div className="band">
          <h2>
            Not evaluated, {unevaluated} {unevaluated === 1 ? "case" : "cases"}
          </h2>
          <span>not failures, and not in the pass rate</span>
        </div>
      )}
      {unclear.map((cluster) => (
        <ClusterRow
          key={`${cluster.name} ${cluster.metric}`}
          run={run}
          cluster={cluster}
          of={unevaluated}
          before={data.before}
        />
      ))}
      {data.clusters.length === 0 && (
        <p className="empty">
          {isLive
            ? "Nothing has failed so far."
            : "Nothing failed, so that there is no cause to look for."}
        </p>
      )}
    </div>
  );
}
