import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, type Reply } from "../../lib/api.ts";
import { whileLookedAt } from "../../lib/while-looked-at.ts";

export type Run = Reply<"GET /runs/:run">;
export type Columns = Reply<"GET /runs/:run/columns">;
export type Baseline = Reply<"GET /runs/:run/baseline">;

/** What every tab of a run's page is given. */
export interface RunTabProps {
  readonly run: Run;
  /** Undefined until they are there. */
  readonly columns: Columns | undefined;
  readonly baseline: Baseline | undefined;
}

const followed = ["case-end", "case-start", "run-end", "run-resume", "gates-end", "state"];

/** A run as it stands, kept up to date while it goes on: the journal says when there is something new. */
export function useRun(run: string) {
  const queries = useQueryClient();
  useEffect(() => {
    let isPlanned = false;
    const refresh = () => {
      if (isPlanned) return;
      isPlanned = true;
      // many events come together, and the eye follows four changes a second
      setTimeout(() => {
        isPlanned = false;
        void queries.invalidateQueries({ queryKey: ["run", run] });
      }, 250);
    };
    return whileLookedAt(() => {
      const source = new EventSource(`/api/v1/runs/${encodeURIComponent(run)}/events?since=now`);
      // also when it is there again after the server was away, or the tab was behind others
      source.onopen = refresh;
      for (const type of followed) source.addEventListener(type, refresh);
      return () => source.close();
    });
  }, [run, queries]);
  return useQuery({
    queryKey: ["run", run, "detail"],
    queryFn: ({ signal }) => call("GET /runs/:run", { params: { run }, signal }),
  });
}

/** Means, histograms and totals over all cases. */
export function useColumns(run: string, whatif: string | undefined) {
  return useQuery({
    queryKey: ["run", run, "columns", whatif],
    queryFn: ({ signal }) =>
      call("GET /runs/:run/columns", { params: { run }, query: { whatif }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The run beside the one it is held against: asked when it has ended, and a few times while it goes on. */
export function useBaseline(run: Run | undefined) {
  const runId = run?.runId ?? "";
  const isLive = run?.state === "running";
  return useQuery({
    queryKey: ["run-baseline", runId, isLive ? "live" : run?.seq],
    queryFn: ({ signal }) => call("GET /runs/:run/baseline", { params: { run: runId }, signal }),
    enabled: run !== undefined && run.totals.cases > run.totals.notRun,
    refetchInterval: isLive ? 10_000 : false,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
