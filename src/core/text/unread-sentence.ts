/** What every reader of a run must know of traces that could not be read whole; undefined where all was read. */
export function unreadSentence(unread: readonly string[] = []): string | undefined {
  const [first, ...others] = unread;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` ${others.length} more could not be read either.`;
  return `Incomplete, since not everything could be read: ${first}${more}`;
}
