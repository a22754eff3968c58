import type { ReviewItem } from "./use-review.ts";

/** The page of its spans, where it can be made a case, too. */
export function traceLink({ session, chat, run = "", set, case: evalId = "", trial = 0 }: Of) {
  if (session !== undefined)
    return { to: "/traces/$session", params: { session }, search: {} } as const;
  if (chat !== undefined)
    return { to: "/chats/$chat/trace", params: { chat }, search: {} } as const;
  return {
    to: "/runs/$run/cases/$evalId/trace",
    params: { run, evalId },
    search: { set, trial: trial + 1 },
  } as const;
}

type Of = ReviewItem["of"];
