import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { route } from "../route.ts";
import { type LogEntry, logEntry } from "./log-entry.ts";

/** Events that are looked through for one answer: whoever filters for little asks again from where it came to. */
const MOST_READ = 20_000;
const PAGE = 1000;

export const runLog = route({
  summary: "What a run wrote to its journal, event by event, in words.",
  query: z.object({
    since: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(300),
    type: z.string().optional(),
    text: z.string().optional(),
  }),
  reply: z.object({
    entries: z.array(z.custom<LogEntry>()).readonly(),
    /** Where the next page begins; undefined at the end of the journal. */
    next: z.number().optional(),
  }),
  async handle({ params, query, parts }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const entries: LogEntry[] = [];
    let [seq, read] = [query.since, 0];
    while (read < MOST_READ) {
      const page = await parts.runs.eventsSince(runId, seq, PAGE);
      if (page.seq === seq) {
        if (seq === 0) throw new UserFacingError("run/not-found", `Run ${runId} has no journal.`);
        return { entries };
      }
      for (const placed of page.events) {
        const entry = logEntry(placed);
        if (isWanted(entry, query)) entries.push(entry);
        if (entries.length === query.limit) return { entries, next: placed.seq };
      }
      seq = page.seq;
      read += page.events.length;
    }
    return { entries, next: seq };
  },
});

function isWanted(
  { type, text, evalId = "" }: LogEntry,
  asked: { readonly type?: string | undefined; readonly text?: string | undefined },
): boolean {
  if (asked.type !== undefined && asked.type !== type) return false;
  const wanted = asked.text?.toLowerCase() ?? "";
  return `${evalId} ${text}`.toLowerCase().includes(wanted);
}
