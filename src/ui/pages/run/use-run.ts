import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api.ts";

/** A run as it stands, kept up to date while it goes on: the journal says when there is something new. */
export function useRun(run: string) {
  const queries = useQueryClient();
  useEffect(() => {
    const source = new EventSource(`/api/v1/runs/${encodeURIComponent(run)}/events?since=now`);
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
    for (const type of ["case-end", "case-start", "run-end", "run-resume", "gates-end", "state"]) {
      source.addEventListener(type, refresh);
    }
    return () => source.close();
  }, [run, queries]);
  return useQuery({
    queryKey: ["run", run, "detail"],
    queryFn: ({ signal }) => call("GET /runs/:run", { params: { run }, signal }),
  });
}
