import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunState } from "../../project/history/list-runs.ts";
import type { LoadedRun } from "../../project/history/load-run.ts";
import { failureCollector } from "../../reporters/failures/failure-list.ts";
import { failureListLines } from "../../reporters/failures/failure-list-text.ts";
import { attributionsOf } from "../../reporters/findings/attributions-of.ts";
import { defaultBands, type ReporterContext } from "../../reporters/reporter-context.ts";
import { secondsText } from "../../reporters/text/amount-text.ts";
import { coverageNote, shortReason } from "../../reporters/text/case-reason.ts";
import { storeWords } from "../../reporters/text/next-text.ts";
import { headerLines, setNames, totalsLines } from "../../reporters/text/run-text.ts";
import { padEnd, truncate, widthOf } from "../../reporters/text/text-width.ts";
import type { DrawOptions } from "../../reporters/text/trajectory-text.ts";
import { timeText } from "./time-text.ts";

type RunDrawOptions = DrawOptions & {
  readonly cwd: string;
  /** How the run is called on the command line. */
  readonly name: string;
  /** What somebody called it, and whether it is protected. */
  readonly called?: string | undefined;
  readonly kept?: boolean | undefined;
  readonly state: RunState;
};

/** A whole run for reading: what it was, a line a conversation, the failures explained, the counts. */
export async function* runLines(
  { summary, cases }: LoadedRun,
  options: RunDrawOptions,
): AsyncGenerator<readonly string[]> {
  const { trials } = summary.about;
  const context = contextOf(options);
  yield ["", ...headerLines(summary, context, options.say), stateLine(summary, options), ""];
  const names = setNames(summary.about, options.cwd);
  const failures = failureCollector();
  let set: string | undefined;
  for await (const result of cases()) {
    if (trials === 1) failures.add(result);
    if (result.evalSetId !== set)
      yield [`  ${options.say.line(names.get(result.evalSetId) ?? result.evalSetId)}`];
    set = result.evalSetId;
    yield [caseLine(result, trials, options)];
  }
  const list = await failures.list(summary, cases);
  const faults = await attributionsOf(summary, cases);
  yield [
    "",
    ...failureListLines(list, { ...options, trials, faults }),
    ...totalsLines(summary, context, options.say, faults.counts),
  ];
  yield [
    "",
    `  One conversation whole:  assay runs show ${options.name}${storeWords(options)} --case ID`,
  ];
}

function stateLine(
  { runId, startedAt, resumes, about }: RunSummary,
  { say, state, called, kept }: RunDrawOptions,
): string {
  const facts = [
    `run ${runId}`,
    ...(called === undefined ? [] : [called]),
    ...(kept === true ? ["kept"] : []),
    timeText(startedAt),
    state.replace("-", " "),
    ...(resumes > 0 ? [`resumed ${resumes === 1 ? "once" : `${resumes} times`}`] : []),
    ...(about.scoredRun === undefined ? [] : [`scores run ${about.scoredRun} again`]),
    ...(about.git === undefined
      ? []
      : [`git ${about.git.commit.slice(0, 7)}${about.git.dirty ? " with changes" : ""}`]),
  ];
  return `  ${say.line(facts.join(" · "))}`;
}

function caseLine(
  result: CaseResult,
  trials: number,
  { say, paint, columns }: DrawOptions,
): string {
  const { status } = result;
  const glyph =
    status === "passed" ? paint.good("✓") : status === "failed" ? paint.bad("✗") : paint.doubt("–");
  const trial = trials > 1 ? ` (trial ${result.trial + 1})` : "";
  const time = secondsText(result.duration);
  const isolation = columns - 4 - 6 - 2 - time.length;
  const reason = say.line(shortReason(result) || coverageNote(result));
  const name = truncate(
    say.line(result.evalId) + trial,
    reason === "" ? isolation : Math.floor(isolation / 2),
  );
  const left = reason === "" ? name : `${padEnd(name, 26)} `;
  const text = reason === "" ? left : left + truncate(reason, isolation - widthOf(left));
  return `    ${glyph} ${padEnd(text, isolation)}  ${time}`;
}

/** The reporters' own lines want to know where they are drawn. */
function contextOf({ paint, columns, cwd }: RunDrawOptions): ReporterContext {
  const nowhere = () => {};
  return {
    out: nowhere,
    err: nowhere,
    interactive: false,
    colour: paint.good("x") !== "x",
    columns,
    verbose: true,
    cwd,
    shownCommand: "assay",
    bands: defaultBands,
    env: {},
    secrets: [],
    now: () => performance.now(),
  };
}
