import { basename, relative } from "node:path";
import type { Attributions } from "../../analysis/faults/fault.ts";
import { passRateOf } from "../../analysis/pass-rate.ts";
import { RealDate } from "../../core/async/own-timers.ts";
import { openCounts } from "../../core/folds/open-counts.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { judgeCheckLines } from "../../core/judge-check.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import type { RunConfig, RunInfo, RunSet } from "../../core/run-info.ts";
import { agentLabel } from "../../core/text/agent-label.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { plural } from "../../core/text/plural.ts";
import { quarantineText } from "../../core/text/quarantine-text.ts";
import { faultsText } from "../findings/fault-text.ts";
import { trialLines } from "../findings/trial-lines.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { are, countsText, passRateText, roughTime, secondsText } from "./amount-text.ts";
import { gateFacts, gateLines } from "./gate-text.ts";
import { bandWord, criteriaText, scoreText } from "./metric-words.ts";
import { paint } from "./paint.ts";
import type { SafeText } from "./safe-text.ts";
import { padEnd, wrap, wrapFacts } from "./text-width.ts";
import { unreadLines } from "./unread-text.ts";

/** What is run, and by which criteria. Names where they came from unless they are the defaults of every set. */
export function headerLines(run: RunSummary, context: ReporterContext, say: SafeText): string[] {
  const { about } = run;
  const facts = [
    say.line(agentName(about)),
    ...(about.sets.length === 1 ? [] : [plural(about.sets.length, "eval set")]),
    plural(about.caseCount, "case"),
    ...(about.trials > 1 ? [`${about.trials} trials each`] : []),
  ];
  const first = about.sets[0]?.config;
  const same = about.sets.every(({ config }) => sameConfig(config, first));
  const criteria = first !== undefined && same ? [say.line(criteriaText(first.metrics))] : [];
  const lines = wrapFacts([...facts, ...criteria], context.columns);
  const gates = gateFacts(about, say);
  const held =
    gates.length === 0 ? [] : wrapFacts([`gates: ${gates[0]}`, ...gates.slice(1)], context.columns);
  const described = [
    ...held,
    ...quarantineLines(about, context, say),
    ...descriptionLines(about, context, say),
  ];
  if (!same) return [...lines, ...configLines(about, context, say), ...described];
  if (first?.path === undefined) return [...lines, ...described];
  return [...lines, `  config: ${say.line(shownPath(first.path, context.cwd))}`, ...described];
}

const mostDescriptions = 3;

/** What the sets are for, in the words of whoever wrote them. */
function descriptionLines(about: RunInfo, context: ReporterContext, say: SafeText): string[] {
  const names = setNames(about, context.cwd);
  const described = about.sets.filter(({ description }) => description?.trim());
  return described.slice(0, mostDescriptions).flatMap(({ evalSetId, description = "" }) => {
    const who = about.sets.length === 1 ? "about" : (names.get(evalSetId) ?? evalSetId);
    const [first = "", ...rest] = wrap(
      say.line(`${who}: ${description.trim()}`),
      context.columns - 6,
    );
    const second = rest.length > 1 ? `${rest[0]} …` : rest[0];
    return [`  ${first}`, ...(second === undefined ? [] : [`    ${second}`])];
  });
}

/** A run that goes on says how far it had come. */
export function resumedLines(run: RunSummary, at: string, say: SafeText): readonly string[] {
  const { ended, planned } = run.conversations;
  const begun = (RealDate.parse(at) - RealDate.parse(run.startedAt)) / 1000;
  const when = Number.isFinite(begun) && begun > 0 ? `, begun ${roughTime(begun)} ago` : "";
  return [
    `  Run ${say.line(run.runId)}${when}: ${ended} of ${conversations(run, planned)} ${are(planned)} done, ${planned - ended} to go.`,
    "  Nothing that finished is run again.",
    "",
  ];
}

/** Why a run ended before its last case. */
export function stoppedLines(
  detail: string | undefined,
  { columns }: ReporterContext,
  say: SafeText,
): readonly string[] {
  if (detail === undefined || detail === "") return [];
  const lines = say.lines(detail).flatMap((line) => wrap(line, columns - 4));
  return [...lines.map((line) => `  ${line}`), ""];
}

/** The counts, the rate with its interval, whose doing the failures were, the means. */
export function totalsLines(
  run: RunSummary,
  context: ReporterContext,
  say: SafeText,
  faults?: Attributions["counts"],
): readonly string[] {
  const { notRun } = run.totals;
  const { leftOut } = openCounts(run, run.totals);
  const counts = countsText(run, notRun > leftOut ? ` (${grouped(notRun)} not run)` : "");
  const rate = passRateText(passRateOf(run.cases));
  const oneLine = `  ${padEnd(counts, 44)}   ${rate}`;
  const lines = oneLine.length <= context.columns ? [oneLine] : [`  ${counts}`, `  ${rate}`];
  lines[0] = paintCounts(lines[0] ?? "", context.colour);
  return [
    ...lines,
    ...faultLines(faults, context.columns),
    ...trialLines(run, context, say),
    ...tagLines(run, context, say),
    ...meanLines(run, context, say),
    ...unreadLines(run).flatMap((text) =>
      wrap(say.line(text), context.columns - 4).map((line) => `  ${line}`),
    ),
    ...quarantineLines(run.about, context, say),
    ...checkLines(run, context, say),
    ...gateLines(run, context, say),
  ];
}

/** What was left out on purpose is said before the run and after it. */
function quarantineLines(
  about: RunInfo,
  { columns }: ReporterContext,
  say: SafeText,
): readonly string[] {
  const text = quarantineText(about);
  return text === "" ? [] : wrap(say.line(text), columns - 4).map((line) => `  ${line}`);
}

function faultLines(
  counts: Attributions["counts"] | undefined,
  columns: number,
): readonly string[] {
  const text = counts && faultsText(counts);
  return text === undefined ? [] : wrap(text, columns - 4).map((line) => `  ${line}`);
}

/** What judges have not shown, or were not asked to. */
export function checkLines(
  run: Pick<RunSummary, "judgeChecks">,
  { columns }: ReporterContext,
  say: SafeText,
): readonly string[] {
  return judgeCheckLines(run).flatMap((text) =>
    wrap(say.line(text), columns - 4).map((line) => `  ${line}`),
  );
}

const mostTags = 6;

/** How each tag fared, the weakest first. */
function tagLines(run: RunSummary, context: ReporterContext, say: SafeText): readonly string[] {
  const all = [...run.tags];
  if (all.length === 0) return [];
  const shown = context.verbose ? all : all.slice(0, mostTags);
  const facts = shown.map(([tag, { passed, failed, notEvaluated }]) => {
    const gap = notEvaluated === 0 ? "" : `, ${grouped(notEvaluated)} not evaluated`;
    return `#${say.line(tag)} ${grouped(passed)} of ${grouped(passed + failed)} passed${gap}`;
  });
  const left = all.length - shown.length;
  return wrapFacts([...facts, ...(left > 0 ? [`${left} more tags`] : [])], context.columns);
}

/** Colours the counts that are not zero, as the glyphs of their cases are. */
export function paintCounts(text: string, colour: boolean): string {
  const { good, bad, doubt } = paint(colour);
  return text
    .replace(/\b[1-9]\d* passed/, good)
    .replace(/\b[1-9]\d* failed/, bad)
    .replace(/\b[1-9]\d* not evaluated/, doubt);
}

/** How sets are called: by file name, by path where two files have the same name, else by id. */
export function setNames(about: RunInfo, cwd: string): ReadonlyMap<string, string> {
  const count = new Map<string, number>();
  for (const set of about.sets) count.set(shortName(set), (count.get(shortName(set)) ?? 0) + 1);
  return new Map(
    about.sets.map((set) => {
      const ambiguous = (count.get(shortName(set)) ?? 0) > 1;
      const long = set.path === undefined ? set.evalSetId : shownPath(set.path, cwd);
      return [set.evalSetId, ambiguous ? long : shortName(set)];
    }),
  );
}

/** Relative to where the command runs, when that is shorter. */
export function shownPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near !== "" && near.length < path.length ? near : path;
}

export function agentName({ agent }: RunInfo): string {
  return agentLabel(agent);
}

function shortName(set: RunSet): string {
  return set.path === undefined ? set.evalSetId : basename(set.path);
}

function sameConfig(a: RunConfig, b: RunConfig | undefined): boolean {
  return a.path === b?.path && JSON.stringify(a.metrics) === JSON.stringify(b?.metrics);
}

const mostConfigs = 8;
const mostNames = 5;

/** The criteria of each config, which sets it is for, and where it was found. */
function configLines(about: RunInfo, context: ReporterContext, say: SafeText): readonly string[] {
  const names = setNames(about, context.cwd);
  const groups: { readonly config: RunConfig; readonly names: string[] }[] = [];
  for (const { evalSetId, config } of about.sets) {
    const name = say.line(names.get(evalSetId) ?? evalSetId);
    const group = groups.find((each) => sameConfig(each.config, config));
    if (group === undefined) groups.push({ config, names: [name] });
    else group.names.push(name);
  }
  const lines = groups.slice(0, mostConfigs).flatMap(({ config, names: ofGroup }) => {
    const from =
      config.path === undefined ? "" : ` (${say.line(shownPath(config.path, context.cwd))})`;
    const text = `${listed(ofGroup)}: ${say.line(criteriaText(config.metrics))}${from}`;
    const [first = "", ...rest] = wrap(text, context.columns - 8);
    return [`    ${first}`, ...rest.map((line) => `      ${line}`)];
  });
  const left = groups.length - mostConfigs;
  return left > 0 ? [...lines, `    and ${plural(left, "more config")}`] : lines;
}

function listed(names: readonly string[]): string {
  const left = names.length - mostNames;
  const shown = names.slice(0, mostNames).join(", ");
  return left > 0 ? `${shown} and ${left} more` : shown;
}

function conversations(run: RunSummary, count: number): string {
  return run.about.trials > 1 ? plural(count, "conversation") : plural(count, "case");
}

function meanLines(run: RunSummary, context: ReporterContext, say: SafeText): readonly string[] {
  const means = run.metrics.flatMap(({ name, mean, passed, failed, notEvaluated }) => {
    const decides = passed + failed + notEvaluated > 0;
    if (mean === undefined || !(decides || context.verbose)) return [];
    const word = bandWord(name, mean, context.bands);
    const shown = say.line(metricName(name));
    return [`${shown} ${scoreText(mean)}${word === undefined ? "" : ` (${word})`}`];
  });
  return wrapFacts(
    [...means, plural(run.toolCalls, "tool call"), ...modelFacts(run), ...wallClock(run)],
    context.columns,
  );
}

/** What judges and simulated users were asked, and what that cost. */
function modelFacts({ modelCalls }: RunSummary): readonly string[] {
  const { calls, input, output, cost } = modelCalls;
  if (calls === 0) return [];
  const price = cost === undefined ? [] : [`$${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`];
  return [
    plural(calls, "model call"),
    `${(input + output).toLocaleString("en-US")} tokens`,
    ...price,
  ];
}

function wallClock({ startedAt, end, resumes }: RunSummary): readonly string[] {
  if (end === undefined || resumes > 0) return [];
  const seconds = (RealDate.parse(end.at) - RealDate.parse(startedAt)) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? [secondsText(seconds)] : [];
}
