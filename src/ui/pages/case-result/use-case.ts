import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { call, type Reply } from "../../lib/api.ts";
import { type ShownTurn, turnsOf, worstTurn } from "./turns.ts";

export type Conversation = Reply<"GET /runs/:run/conversation">;

/** What a judge said of one of its answers, and what a person did. */
export type Judged = Conversation["judged"][string][number];

/** A conversation with what its page shows of it. */
export interface ShownCase {
  readonly run: string;
  readonly data: Conversation;
  readonly turns: readonly ShownTurn[];
  /** The turn that is shown, from 0. */
  readonly at: number;
}

export function useCase() {
  const { run, evalId } = useParams({ from: "/runs/$run/cases/$evalId" });
  const { set = "", trial = 1, turn } = useSearch({ from: "/runs/$run/cases/$evalId" });
  const query = { set, case: evalId, trial: trial - 1 };
  const { data, error } = useQuery({
    queryKey: ["run", run, "conversation", set, evalId, trial - 1],
    queryFn: ({ signal }) =>
      call("GET /runs/:run/conversation", { params: { run }, query, signal }),
  });
  if (data === undefined) return { error, shown: undefined };
  const turns = turnsOf(data.result);
  const asked = turn === undefined ? Math.max(worstTurn(turns), 0) : turn - 1;
  const at = Math.max(0, Math.min(asked, turns.length - 1));
  const shown: ShownCase = { run, data, turns, at };
  return { error, shown };
}

/** The ways that the trials went, and how the case came out before. */
export function usePaths({ run, data }: Pick<ShownCase, "run" | "data">) {
  const { evalSetId: set, evalId } = data.result;
  return useQuery({
    queryKey: ["run", run, "paths", set, evalId],
    queryFn: ({ signal }) =>
      call("GET /runs/:run/paths", { params: { run }, query: { set, case: evalId }, signal }),
    placeholderData: keepPreviousData,
  });
}
