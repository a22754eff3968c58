const caret = /^\s*\^+\s*$/;

/**
 * Why a process ended, in the words that it left: the last line, where Python has the reason; Node has it after the place that
 * it points at, and its own version at the end.
 */
export function lastSaid(printed: string): string | undefined {
  const lines = printed.split("\n").map((line) => line.trimEnd());
  const said = lines.filter((line) => line !== "");
  const last = said.at(-1)?.trim();
  if (last === undefined || !/^Node\.js v\d/.test(last)) return last;
  const pointed = said.findLastIndex((line) => caret.test(line));
  const reason = pointed === -1 ? undefined : said[pointed + 1]?.trim();
  return reason ?? last;
}
