import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../lib/api.ts";
import { useLack, useMay } from "../../lib/use-me.ts";

const PAUSE_MS = 250;

/** What the recorded runs are worth by what is on screen, asked whenever the typing pauses, where that may be asked. */
export function useDryScore(
  { set, evalId, tag }: { readonly set: string; readonly evalId: string; readonly tag: string },
  text: string,
) {
  const settled = usePaused(text);
  const enabled = useMay("runner");
  const lack = useLack("runner");
  const query = useQuery({
    queryKey: ["dry-score", set, evalId, tag, settled],
    queryFn: ({ signal }) =>
      call("POST /sets/:set/cases/:case/dry-score", {
        params: { set, case: evalId },
        body: { text: settled },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  });
  return { ...query, lack, isBehind: settled !== text || query.isFetching, of: settled };
}

function usePaused(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
