import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { call, type Reply } from "../../../lib/api.ts";
import type { RunSearch } from "../run-search.ts";

export type Entry = Reply<"GET /runs/:run/cases">["rows"][number];
export type CasePages = ReturnType<typeof useCasePages>;
export type CaseEntry = Extract<Entry, { evalId: string }>;

/** Rows of one answer of the server. */
export const PAGE = 200;

const orders = new Set(["plan", "status", "case", "latency", "cost", "tokens", "seconds"]);

/** The rows of a run's matrix: those near `first` to `last` are asked for, wherever in the list they are. */
export function useCasePages(run: string, first: number, last: number, usual: "plan" | "status") {
  const search = useSearch({ from: "/runs/$run" });
  const { status, filter, group, whatif, reverse, set, case: selected, ...rest } = search;
  const query = {
    status,
    filter,
    group,
    whatif,
    ...orderOf(rest.sort ?? usual),
    reverse: reverse && "true",
  };
  const from = Math.floor(Math.max(0, first) / PAGE);
  const to = Math.floor(Math.max(0, last) / PAGE);
  const pages = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: ["run", run, "cases", query, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("GET /runs/:run/cases", {
          params: { run },
          query: { ...query, offset: page * PAGE, limit: PAGE },
          signal,
        }),
      placeholderData: keepPreviousData,
    })),
  });
  const [any] = answers.flatMap(({ data }) => data ?? []);
  return {
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    /** Undefined until the first answer. */
    count: any?.count,
    problems: any?.problems ?? [],
    isPlaceholder: answers.some(({ isPlaceholderData }) => isPlaceholderData),
    /** Undefined for a row that has not come yet. */
    at(index: number): Entry | undefined {
      const page = pages.indexOf(Math.floor(index / PAGE));
      return answers[page]?.data?.rows[index % PAGE];
    },
  };
}

function orderOf(sort: NonNullable<RunSearch["sort"]>) {
  return orders.has(sort) ? { sort } : { sort: "score", metric: sort };
}
