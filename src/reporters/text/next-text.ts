import { openCounts } from "../../core/folds/open-counts.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { plural } from "../../core/text/plural.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { are } from "./amount-text.ts";
import type { SafeText } from "./safe-text.ts";
import { padEnd } from "./text-width.ts";

/** For a command that is to find the run: the place of runs that this one was given. */
export function storeWords({
  say,
  store,
}: {
  readonly say: SafeText;
  readonly store?: string | undefined;
}): string {
  return store === undefined ? "" : ` --store ${say.line(shellWord(store))}`;
}

/** What to do next. */
export function nextLines(
  run: RunSummary,
  context: ReporterContext,
  say: SafeText,
): readonly string[] {
  const program = say.line(
    context.shownCommand.split(/ (?:eval|score|runs?|sessions)\b/)[0] || "assay",
  );
  // the tail of an id is enough to find the run again
  const short = /^\d{8}-\d{6}-(\w+)$/.exec(run.runId)?.[1] ?? run.runId;
  const store = storeWords({ say, store: context.store });
  const look = `Look closer:  ${program} runs show ${say.line(short)}${store}`;
  const { notRun, cases, failed } = run.totals;
  const { notEvaluated } = openCounts(run, run.totals);
  const how = [run.about.kind === "score" ? "score" : "eval", "--resume", context.resumedWith?.()];
  const goOn = `Go on with:  ${program} ${how.join(" ").trimEnd()}${store}`;
  if (run.end?.status !== "ended" && notRun > 0) {
    const saved = `${grouped(cases - notRun)} of ${plural(cases, "case")} ${are(cases)} saved.`;
    return [`  ${saved} ${goOn}`];
  }
  // every case has ended, and some could not be measured whole
  const isOpen = run.end?.status === "stopped-early";
  if (failed + notEvaluated === 0) return [`  ${look}`];
  if (run.about.kind === "score" && !isOpen) return [`  ${look}`];
  const again = isOpen ? goOn : `Again, only these:  ${program} eval --failed${store}`;
  const oneLine = `  ${padEnd(look, 38)} ${again}`;
  return oneLine.length <= context.columns ? [oneLine] : [`  ${look}`, `  ${again}`];
}
