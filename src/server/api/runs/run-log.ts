import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import type { FilterProblem } from "../../../core/filter/filter.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { route } from "../route.ts";
import { type LogEntry, logEntry } from "./log-entry.ts";
import { logFilter } from "./log-filter.ts";

/** Events that are looked through for one answer: whoever filters for little asks again from where it came to. */
const MOST_READ = 20_000;
const PAGE = 1000;

export const runLog = route({
  summary: "What a run wrote to its journal, event by event, in words.",
  query: z.object({
    since: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(300),
    type: z.string().optional(),
    /** In the language of filters: `status:failed case:refund event:case-end` and words. */
    filter: z.string().max(2000).optional(),
  }),
  reply: z.object({
    entries: z.array(z.custom<LogEntry>()).readonly(),
    /** Where the next page begins; undefined at the end of the journal. */
    next: z.number().optional(),
    /** What of the filter could not be read, and does nothing. */
    problems: z.array(z.custom<FilterProblem>()).readonly(),
  }),
  async handle({ params, query, parts }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const entries: LogEntry[] = [];
    const { matches, problems } = logFilter(query.filter ?? "");
    const isWanted = (entry: LogEntry) =>
      (query.type === undefined || query.type === entry.type) && matches(entry);
    let [seq, read] = [query.since, 0];
    while (read < MOST_READ) {
      const page = await parts.runs.eventsSince(runId, seq, PAGE);
      if (page.seq === seq) {
        if (seq === 0) throw new UserFacingError("run/not-found", `Run ${runId} has no journal.`);
        return { entries, problems };
      }
      for (const placed of page.events) {
        const entry = logEntry(placed);
        if (isWanted(entry)) entries.push(entry);
        if (entries.length === query.limit) return { entries, problems, next: placed.seq };
      }
      seq = page.seq;
      read += page.events.length;
    }
    return { entries, problems, next: seq };
  },
});
