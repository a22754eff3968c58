import { clearInterval, RealDate, setInterval } from "../../core/async/own-timers.ts";
import type { CaseRow } from "../../core/folds/case-row.ts";
import { isJudgedAlone } from "../../core/folds/case-row.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { isRefused } from "../../core/judge-check.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { CaseResult } from "../../core/run.ts";
import { failureCollector } from "../failures/failure-list.ts";
import { failureListLines } from "../failures/failure-list-text.ts";
import { attributionsOf } from "../findings/attributions-of.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { coverageNote, shortReason } from "../text/case-reason.ts";
import { nextLines } from "../text/next-text.ts";
import { type Paint, paint } from "../text/paint.ts";
import {
  checkLines,
  headerLines,
  resumedLines,
  setNames,
  stoppedLines,
  totalsLines,
} from "../text/run-text.ts";
import { type SafeText, safeText } from "../text/safe-text.ts";
import { type CaseLines, caseLines } from "./case-lines.ts";
import { progressBar, progressText } from "./progress-text.ts";
import { screen } from "./screen.ts";

export interface TerminalReporter extends Reporter {
  /** Says something between the lines of the run, without tearing the progress line. */
  note(text: string): void;
}

/** For people: a line a case as it ends, the failures explained at the end, then what to do next. */
export function terminalReporter(given: ReporterContext): TerminalReporter {
  // a terminal that does not know its width says 0
  const columns = Math.min(120, Math.max(60, given.columns || 80));
  const context = { ...given, columns };
  const say = safeText(context.secrets);
  const ink = paint(context.colour);
  const view = screen({
    write: context.out,
    interactive: context.interactive,
    now: context.now,
  });
  const failures = failureCollector();
  const progress = progressOf(context, view);
  let lines: CaseLines | undefined;
  let stopped: string | undefined;
  let isInMemory = false;

  return {
    note(text) {
      for (const line of say.lines(text)) view.print(line);
      view.clear();
    },
    onStart(run, place) {
      isInMemory = place?.isInMemory === true;
      view.print("");
      for (const line of headerLines(run, context, say)) view.print(line);
      view.print("");
      const names = setNames(run.about, context.cwd);
      lines = caseLines({
        about: run.about,
        before: run.sets,
        heading: (evalSetId) => say.line(names.get(evalSetId) ?? evalSetId),
        columns: context.columns,
        fold: context.interactive && !context.verbose,
        good: ink.good,
        print: view.print,
      });
      progress.start(run);
    },
    onEvent(event, run) {
      if (event.type === "run-resume") {
        for (const line of resumedLines(run, event.at, say)) view.print(line);
      }
      if (event.type === "check-end" && isRefused(event)) {
        for (const line of checkLines({ judgeChecks: [event] }, context, say)) view.print(line);
        view.print("");
      }
      if (event.type === "run-end") stopped = event.detail;
      progress.show(run);
    },
    onCase(result, run) {
      const isAlone = isJudgedAlone(run.about);
      if (isAlone) failures.add(result);
      const row = isAlone ? undefined : rowOf(result, run);
      if (!isAlone && row === undefined) return;
      lines?.add(caseLine(result, row, { say, ink }));
      progress.show(run);
    },
    async onEnd(run, cases) {
      progress.stop();
      lines?.end();
      const list = await failures.list(run, cases);
      const faults = await attributionsOf(run, cases);
      const { trials } = run.about;
      const drawing = { say, paint: ink, columns: context.columns, trials, faults };
      view.print("");
      for (const line of failureListLines(list, drawing)) view.print(line);
      for (const line of stoppedLines(stopped, context, say)) view.print(line);
      for (const line of totalsLines(run, context, say, faults.counts)) view.print(line);
      for (const line of context.closing?.() ?? []) view.print(`  ${say.line(line)}`);
      // no command finds what this process alone has
      const next = isInMemory ? [] : ["", ...nextLines(run, context, say)];
      for (const line of next) view.print(line);
      view.clear();
    },
  };
}

/** The row of a case all of whose trials are over; it was closed just now, so it stands near the end. */
function rowOf(result: CaseResult, run: RunSummary): CaseRow | undefined {
  for (let at = run.cases.length - 1; at >= Math.max(0, run.cases.length - 256); at -= 1) {
    const row = run.cases[at];
    if (row?.evalId === result.evalId && row.evalSetId === result.evalSetId) return row;
  }
  return undefined;
}

function caseLine(
  result: CaseResult,
  row: CaseRow | undefined,
  { say, ink }: { readonly say: SafeText; readonly ink: Paint },
) {
  const status = row?.status ?? result.status;
  const steady = status === "passed" && row?.flaky !== true;
  return {
    evalSetId: result.evalSetId,
    glyph: glyphOf(status, ink),
    name: say.line(result.evalId),
    reason: reasonOf(result, row, say),
    passed: steady,
    startedAt: RealDate.parse(result.startedAt),
    seconds: result.duration,
  };
}

function reasonOf(result: CaseResult, row: CaseRow | undefined, say: SafeText): string {
  if (row !== undefined && row.trials > 1) return trialsText(row);
  const isOther = row !== undefined && row.status !== result.status;
  if (isOther) return "by the exact mean of its turns";
  return say.line(shortReason(result) || coverageNote(result));
}

function glyphOf(status: CaseResult["status"], ink: Paint): string {
  if (status === "passed") return ink.good("✓");
  return status === "failed" ? ink.bad("✗") : ink.doubt("–");
}

function trialsText({ flaky, trials, trialsPassed }: CaseRow): string {
  if (flaky) return `~ ${trialsPassed} of ${trials} passed`;
  return trialsPassed === trials ? `${trials} of ${trials}` : `${trialsPassed} of ${trials} passed`;
}

/** On a terminal a line that is rewritten; elsewhere one plain line every half minute. */
function progressOf(context: ReporterContext, view: ReturnType<typeof screen>) {
  let timer: NodeJS.Timeout | undefined;
  let latest: RunSummary | undefined;
  let begun = 0;
  let before = 0;
  const waits = waitLines(context, view);
  const text = (run: RunSummary) => {
    const waiting = context.waitingFor?.();
    return progressText(run, { before, seconds: (context.now() - begun) / 1000, waiting });
  };
  const show = (run: RunSummary) => {
    latest = run;
    view.status(() => progressBar(run, text(run), context.columns));
  };
  return {
    show,
    start(run: RunSummary) {
      begun = context.now();
      before = run.conversations.ended;
      show(run);
      const tick = () => {
        if (latest === undefined) return;
        if (context.interactive) show(latest);
        else view.print(`  … ${text(latest)}`);
      };
      timer = setInterval(tick, context.interactive ? 1000 : 30_000).unref();
      waits.start();
    },
    stop() {
      clearInterval(timer);
      waits.stop();
    },
  };
}

/** Where no line can be rewritten, a wait for a model is printed when it begins and when another try is made. */
function waitLines(context: ReporterContext, view: ReturnType<typeof screen>) {
  let timer: NodeJS.Timeout | undefined;
  let printed: string | undefined;
  return {
    start() {
      if (context.interactive || context.waitingFor === undefined) return;
      timer = setInterval(() => {
        const waiting = context.waitingFor?.();
        // seconds that count up or down are the same wait
        const what = waiting?.replace(/\d+ s$/, "");
        if (waiting !== undefined && what !== printed) view.print(`  … ${waiting}`);
        printed = what;
      }, 2_000).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
