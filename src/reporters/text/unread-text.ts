import type { RunSummary } from "../../core/folds/run-summary.ts";

/** What every reader of a report must know of traces that could not be read whole. */
export function unreadLines({
  about: { unread = [] },
}: Pick<RunSummary, "about">): readonly string[] {
  const [first, ...others] = unread;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` ${others.length} more could not be read either.`;
  return [`Incomplete, since not everything could be read: ${first}${more}`];
}
