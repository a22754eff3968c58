import type { RunSummary } from "../../core/folds/run-summary.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { roughTime } from "../text/amount-text.ts";
import { truncate } from "../text/text-width.ts";

/** How far a run is: counts, what fails so far, and the time left by the pace of this process. */
export function progressText(
  run: RunSummary,
  pace: {
    readonly before: number;
    readonly seconds: number;
    readonly waiting?: string | undefined;
  },
): string {
  const { ended, planned } = run.conversations;
  const done = ended - pace.before;
  const left = done > 0 ? ((planned - ended) * pace.seconds) / done : undefined;
  const facts = [
    `${grouped(ended)} of ${grouped(planned)}`,
    ...(run.totals.failed > 0 ? [`${grouped(run.totals.failed)} failing`] : []),
    ...(left === undefined || planned === ended ? [] : [`${roughTime(left)} left`]),
    ...(pace.waiting === undefined ? [] : [pace.waiting]),
  ];
  return facts.join(" · ");
}

/** The same behind a bar, for a line that is rewritten; never as wide as the terminal, so that it never wraps. */
export function progressBar(run: RunSummary, text: string, columns: number): string {
  const { ended, planned } = run.conversations;
  const eighths = planned === 0 ? 0 : Math.floor((Math.min(ended, planned) / planned) * cells * 8);
  const full = Math.floor(eighths / 8);
  const part = parts[eighths % 8] ?? "";
  const bar = ("█".repeat(full) + part).padEnd(cells);
  return truncate(`  ▕${bar}▏ ${text}`, columns - 1);
}

const cells = 21;
const parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
