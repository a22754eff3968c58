import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useToast } from "../../components/toasts.tsx";
import { call, type Reply } from "../../lib/api.ts";

export type ShownReview = Reply<"GET /review">;
export type ReviewItem = ShownReview["items"][number];
export type Says = "right" | "wrong";

/** What was said last, and of what. */
export interface LastSaid {
  readonly item: ReviewItem;
  readonly says: Says;
  /** How the run or the judge saw it, in a few words; undefined where neither did. */
  readonly other: string | undefined;
}

export function useReview() {
  const { past } = useSearch({ from: "/review" });
  const show = past === true ? "said" : "waiting";
  return useQuery({
    queryKey: ["review", show],
    queryFn: ({ signal }) => call("GET /review", { query: { show, limit: 200 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Says what somebody thinks of an item and goes on to the next; what was said last can be taken back. */
export function useSaying(items: readonly ReviewItem[]) {
  const [last, setLast] = useState<LastSaid>();
  const navigate = useNavigate({ from: "/review" });
  const queries = useQueryClient();
  const toast = useToast();
  const onError = (error: Error) => toast({ words: error.message });
  const onSettled = () =>
    Promise.all(
      ["review", "judge", "judges"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
  const saying = useMutation({
    mutationFn: ({ item, says }: { item: ReviewItem; says: Says | null }) =>
      call("POST /review/:item", { params: { item: item.id }, body: { says } }),
    onError,
    onSettled,
  });
  const removing = useMutation({
    mutationFn: (item: ReviewItem) => call("DELETE /review/:item", { params: { item: item.id } }),
    onError,
    onSettled,
  });
  const look = (item: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, item }), replace: true });
  function next(item: ReviewItem): void {
    const at = items.findIndex(({ id }) => id === item.id);
    const other = items[at + 1] ?? items[0];
    look(other?.id === item.id ? undefined : other?.id);
  }
  return {
    last,
    next,
    isWriting: saying.isPending || removing.isPending,
    say(item: ReviewItem, says: Says | null, other?: string): void {
      if (saying.isPending) return;
      saying.mutate(
        { item, says },
        {
          onSuccess: () => {
            setLast(says === null ? undefined : { item, says, other });
            next(item);
          },
        },
      );
    },
    undo(): void {
      if (last === undefined || saying.isPending) return;
      saying.mutate(
        { item: last.item, says: last.item.said?.says ?? null },
        {
          onSuccess: () => {
            setLast(undefined);
            look(last.item.id);
          },
        },
      );
    },
    remove(item: ReviewItem): void {
      removing.mutate(item, { onSuccess: () => next(item) });
    },
  };
}

export type Saying = ReturnType<typeof useSaying>;
