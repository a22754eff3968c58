import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { namesRun } from "../../../core/text/short-id.ts";
import { call, type Reply } from "../../lib/api.ts";
import { useToast } from "../toasts.tsx";

type ReviewItem = Reply<"GET /review">["items"][number];
export type ReviewedThing =
  | { readonly session: string }
  | { readonly chat: string }
  | {
      readonly run: string;
      readonly set: string;
      readonly case: string;
      /** From 0. */
      readonly trial: number;
      readonly judged?: { readonly metric: string; readonly answer: string } | undefined;
    };

/** Whether things wait to be looked at already, and the way to have them do so. */
export function useReviewOf(things: readonly ReviewedThing[]) {
  const queries = useQueryClient();
  // an address may call a run by other words than its id
  const [put, setPut] = useState<readonly string[]>([]);
  const toast = useToast();
  const { data } = useQuery({
    queryKey: ["review", "waiting"],
    queryFn: ({ signal }) => call("GET /review", { query: { limit: 200 }, signal }),
  });
  const again = () => queries.invalidateQueries({ queryKey: ["review"] });
  const remove = useMutation({
    mutationFn: (items: readonly string[]) =>
      Promise.all(items.map((item) => call("DELETE /review/:item", { params: { item } }))),
    onSettled: again,
  });
  const add = useMutation({
    mutationFn: () => call("POST /review", { body: { things: things.map(bodyOf) } }),
    onSuccess: ({ items }) => {
      setPut(items.map(({ id }) => id));
      const added = items.filter(({ isNew }) => isNew).map(({ id }) => id);
      const isNew = added.length > 0;
      toast({
        words: isNew ? "Added to review." : "It is in review already.",
        ...(isNew && { undo: () => remove.mutate(added) }),
      });
    },
    onError: (error) => toast({ words: error.message }),
    onSettled: again,
  });
  const waiting = things.map(
    (of, at) => data?.items.find((item) => item.id === put[at] || isSame(item.of, of))?.id,
  );
  return {
    /** The first of them, where all do. */
    waiting: waiting.includes(undefined) ? undefined : waiting[0],
    isAdding: add.isPending,
    add: () => add.mutate(),
  };
}

function bodyOf(of: ReviewedThing) {
  if (!("run" in of)) return of;
  const { judged, ...rest } = of;
  return judged === undefined ? rest : { ...rest, judged };
}

function isSame(item: ReviewItem["of"], of: ReviewedThing): boolean {
  if ("session" in of) return item.session === of.session;
  if ("chat" in of) return item.chat === of.chat;
  const { run, set, case: evalId, trial, judged } = of;
  const isCase = item.set === set && item.case === evalId && (item.trial ?? 0) === trial;
  // an address may have the beginning of an id
  const isRun = namesRun(run, item.run ?? "");
  return isCase && isRun && item.metric === judged?.metric && item.answer === judged?.answer;
}
