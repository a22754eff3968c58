import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import type { TraceAsked } from "./trace-asked.ts";
import type { SpanRow, TraceView } from "./trace-types.ts";

/** The spans of a conversation, read again until all have come. */
export function useTrace(asked: TraceAsked) {
  return useQuery({
    queryKey: ["trace", asked],
    queryFn: ({ signal }) => call("GET /trace", { query: { ...asked }, signal }),
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? 1_000 : false),
  });
}

/** Undefined where there is none of that id. */
export function findSpan(
  { turns, around }: TraceView,
  id: string | undefined,
): SpanRow | undefined {
  if (id === undefined) return undefined;
  return [...turns.flatMap(({ spans }) => spans), ...around].find((row) => row.id === id);
}
