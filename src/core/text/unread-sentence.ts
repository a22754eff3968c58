import type { RunInfo } from "../run-info.ts";

/** What every reader of a run must know of traces that could not be read whole; undefined where all was read. */
export function unreadSentence(about: Pick<RunInfo, "unread" | "unreadCount">): string | undefined {
  const { unread = [], unreadCount = unread.length } = about;
  const [first] = unread;
  if (first === undefined) return undefined;
  const more = unreadCount === 1 ? "" : ` ${unreadCount - 1} more could not be read either.`;
  return `Incomplete, since not everything could be read: ${first}${more}`;
}
