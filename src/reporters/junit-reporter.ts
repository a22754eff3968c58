import { passRateOf } from "../analysis/pass-rate.ts";
import { RealDate } from "../core/async/own-timers.ts";
import { guiltyMetrics } from "../core/folds/guilty-metrics.ts";
import { openCounts } from "../core/folds/open-counts.ts";
import type { RunSummary } from "../core/folds/run-summary.ts";
import type { Totals } from "../core/folds/totals.ts";
import { judgeCheckLines } from "../core/judge-check.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult } from "../core/run.ts";
import type { WriteText } from "../files/replace-file.ts";
import { type CaseGroup, caseGroups } from "./case-groups.ts";
import { failureLines } from "./failures/failure-text.ts";
import type { ReportOutput } from "./report-output.ts";
import type { ReporterContext } from "./reporter-context.ts";
import { passRateText } from "./text/amount-text.ts";
import { shortReason } from "./text/case-reason.ts";
import { decidedSentence, gatesOf } from "./text/gate-text.ts";
import { paint } from "./text/paint.ts";
import { setNames } from "./text/run-text.ts";
import { type SafeText, safeText } from "./text/safe-text.ts";
import { unreadLines } from "./text/unread-text.ts";
import { attributes, xml } from "./text/xml-text.ts";

/**
 * JUnit XML: a suite a set, a test a case, and a suite for the gates. What was not evaluated is an `<error>`, never
 * skipped, so that CI turns red; so is each case that never ran, whose id nobody knows.
 */
export function junitReporter(context: ReporterContext, output: ReportOutput): Reporter {
  const say = safeText(context.secrets);
  return {
    onEnd: (run, cases) =>
      output.write(async (write) => {
        await write('<?xml version="1.0" encoding="UTF-8"?>\n');
        const time =
          (RealDate.parse(run.end?.at ?? run.startedAt) - RealDate.parse(run.startedAt)) / 1000;
        const counts = withUnread(withGates(countsOf(run, run.totals), run), run);
        await write(
          `<testsuites${attributes({ name: "assay", ...counts, time: seconds(time) }, say)}>\n`,
        );
        await writeSuites({ run, context, say, write }, cases());
        await write(gateSuite(run, say));
        await write(unreadSuite(run, say));
        await write("</testsuites>\n");
      }),
  };
}

interface Writing {
  readonly run: RunSummary;
  readonly context: ReporterContext;
  readonly say: SafeText;
  readonly write: WriteText;
}

/** Sets follow each other in plan order, so a suite can be closed when the next one begins. */
async function writeSuites(writing: Writing, cases: AsyncIterable<CaseResult>): Promise<void> {
  const { run, write } = writing;
  const waiting = run.about.sets.map(({ evalSetId }) => evalSetId);
  const written = new Map<string, number>();
  let current: string | undefined;
  const close = async () => {
    if (current === undefined) return;
    await writeNotRun(writing, current, written.get(current) ?? 0);
    await writeQuarantined(writing, current);
    await write("  </testsuite>\n");
  };
  const next = async () => {
    await close();
    current = waiting.shift();
    if (current !== undefined) await write(suiteStart(writing, current));
  };
  for await (const group of caseGroups(run, cases)) {
    while (current !== group.evalSetId && waiting.length > 0) await next();
    // some of its trials: as good as not run
    if (run.decided !== undefined && group.trials.length < run.about.trials) continue;
    written.set(group.evalSetId, (written.get(group.evalSetId) ?? 0) + 1);
    await write(testCase(group, writing));
  }
  while (waiting.length > 0) await next();
  await close();
}

function suiteStart({ run, context, say }: Writing, evalSetId: string): string {
  const set = run.about.sets.find((each) => each.evalSetId === evalSetId);
  const totals = run.sets.get(evalSetId);
  const name = setNames(run.about, context.cwd).get(evalSetId) ?? evalSetId;
  const counts = totals === undefined ? {} : countsOf(run, totals, evalSetId);
  const start = {
    name,
    ...counts,
    timestamp: run.startedAt.replace(/\.\d+Z$/, ""),
    file: set?.path,
  };
  const description = set?.description?.trim();
  const cases = run.cases.filter((each) => each.evalSetId === evalSetId);
  const facts = [
    ["pass_rate", passRateText(passRateOf(cases))] as const,
    ...(description ? [["description", description] as const] : []),
    // what judges have not shown belongs to every suite they judged
    ...judgeCheckLines(run).map((value) => ["judge_check", value] as const),
  ];
  return `  <testsuite${attributes(start, say)}>\n${propertyList(facts, "    ", say)}`;
}

function testCase(group: CaseGroup, writing: Writing): string {
  const { say } = writing;
  const time = group.trials.reduce((sum, trial) => sum + trial.duration, 0);
  const start = { name: group.evalId, classname: group.evalSetId, time: seconds(time) };
  const body = [properties(group, writing), verdict(group, writing), systemOut(group, say)].join(
    "",
  );
  return `    <testcase${attributes(start, say)}>\n${body}    </testcase>\n`;
}

function properties(group: CaseGroup, { run, say }: Writing): string {
  const trials = run.about.trials;
  const facts: [string, string | number][] =
    trials === 1
      ? []
      : [
          ["trials", group.trials.length],
          ["trialsPassed", group.trials.filter(({ status }) => status === "passed").length],
          ["flaky", String(group.flaky)],
        ];
  for (const trial of group.trials) {
    for (const { name, score } of trial.metrics) {
      if (score !== undefined) facts.push([trials === 1 ? name : `${name}.${trial.trial}`, score]);
    }
  }
  for (const tag of group.shown.evalCase.assay?.tags ?? []) facts.push(["tag", tag]);
  return propertyList(facts, "      ", say);
}

function propertyList(
  facts: readonly (readonly [name: string, value: string | number])[],
  indent: string,
  say: SafeText,
): string {
  if (facts.length === 0) return "";
  const rows = facts.map(([name, value]) => {
    return `${indent}  <property${attributes({ name, value }, say)}/>\n`;
  });
  return `${indent}<properties>\n${rows.join("")}${indent}</properties>\n`;
}

function verdict(group: CaseGroup, { run, say }: Writing): string {
  if (group.status === "passed") return "";
  const element = group.status === "failed" ? "failure" : "error";
  const missing = group.trials.length < run.about.trials;
  const message = missing
    ? `only ${group.trials.length} of ${run.about.trials} trials ended`
    : shortReason(group.shown) || "the trials together fall short";
  const [guilty] = guiltyMetrics(group.shown);
  const type = group.shown.reason ?? guilty?.reason ?? guilty?.name ?? group.status;
  const drawing = { say, paint: paint(false), columns: 100, trials: run.about.trials };
  const text =
    group.shown.status === "passed" ? message : failureLines(group.shown, drawing).join("\n");
  return `      <${element}${attributes({ message, type }, say)}>${xml(text)}</${element}>\n`;
}

function systemOut(group: CaseGroup, say: SafeText): string {
  const output = group.trials.map((trial) => trial.output ?? "").join("");
  if (output === "") return "";
  return `      <system-out>${xml(say.lines(output).join("\n"))}</system-out>\n`;
}

async function writeNotRun(
  { run, say, write }: Writing,
  set: string,
  written: number,
): Promise<void> {
  const left = (run.sets.get(set)?.cases ?? 0) - written;
  for (let at = 1; at <= left; at += 1) {
    const start = attributes({ name: `not run, ${at} of ${left}`, classname: set }, say);
    await write(`    <testcase${start}>\n      ${whyNotRun(run, say)}\n    </testcase>\n`);
  }
}

/** What a run left out on purpose is no error of it. */
function whyNotRun({ decided }: RunSummary, say: SafeText): string {
  return decided === undefined
    ? `<error${attributes({ message: "the run ended before this case", type: "cancelled" }, say)}/>`
    : `<skipped${attributes({ message: "not run: the gates were decided" }, say)}/>`;
}

/** Skipped with the words of who put it into quarantine: no error, and no pass either. */
async function writeQuarantined({ run, say, write }: Writing, evalSetId: string): Promise<void> {
  for (const { evalId, reason } of quarantinedOf(run, evalSetId)) {
    const start = attributes({ name: evalId, classname: evalSetId }, say);
    const skipped = attributes({ message: `quarantined: ${reason}` }, say);
    await write(`    <testcase${start}>\n      <skipped${skipped}/>\n    </testcase>\n`);
  }
}

/** Of one set, or of all. */
function quarantinedOf({ about }: RunSummary, evalSetId?: string) {
  const sets = about.sets.filter((set) => (evalSetId ?? set.evalSetId) === set.evalSetId);
  return sets.flatMap(({ quarantined = [] }) => quarantined);
}

function countsOf(run: RunSummary, totals: Totals, evalSetId?: string) {
  const { notEvaluated, leftOut } = openCounts(run, totals);
  const quarantined = quarantinedOf(run, evalSetId).length;
  return {
    tests: totals.cases + quarantined,
    failures: totals.failed,
    errors: notEvaluated,
    skipped: leftOut + quarantined,
  };
}

/** A suite of its own: a test that is red where a gate is not met, or cannot be told. */
function gateSuite(run: RunSummary, say: SafeText): string {
  const gates = gatesOf(run);
  if (gates.length === 0) return "";
  const counts = withGates({ tests: 0, failures: 0, errors: 0, skipped: 0 }, run);
  const tests = gates.map(({ gate, outcome, word, why }) => {
    const start = attributes({ name: gate, classname: "gates" }, say);
    if (outcome === "met") {
      const out = `      <system-out>${xml(say.line(why))}</system-out>\n`;
      return `    <testcase${start}>\n${out}    </testcase>\n`;
    }
    const element = outcome === "not-met" ? "failure" : "error";
    const told = attributes({ message: word, type: outcome }, say);
    const verdict = `      <${element}${told}>${xml(say.line(why))}</${element}>\n`;
    return `    <testcase${start}>\n${verdict}    </testcase>\n`;
  });
  const head = attributes({ name: "gates", ...counts }, say);
  const early = run.decided === undefined ? [] : [["decided", decidedSentence(run)] as const];
  return `  <testsuite${head}>\n${propertyList(early, "    ", say)}${tests.join("")}  </testsuite>\n`;
}

/** Traces that could not be read whole: a test that is red, as the run is. */
function unreadSuite(run: RunSummary, say: SafeText): string {
  const why = unreadLines(run).map((line) => say.line(line));
  if (why.length === 0) return "";
  const head = attributes({ name: "traces", tests: 1, failures: 0, errors: 1, skipped: 0 }, say);
  const test = attributes({ name: "everything could be read", classname: "traces" }, say);
  const told = attributes({ message: "incomplete", type: "unread" }, say);
  const error = `      <error${told}>${why.map(xml).join("\n")}</error>\n`;
  return `  <testsuite${head}>\n    <testcase${test}>\n${error}    </testcase>\n  </testsuite>\n`;
}

function withUnread(counts: ReturnType<typeof countsOf>, run: RunSummary) {
  const unread = unreadLines(run).length;
  return { ...counts, tests: counts.tests + unread, errors: counts.errors + unread };
}

function withGates(counts: ReturnType<typeof countsOf>, run: RunSummary) {
  const gates = gatesOf(run);
  const count = (word: string) => gates.filter(({ outcome }) => outcome === word).length;
  return {
    ...counts,
    tests: counts.tests + gates.length,
    failures: counts.failures + count("not-met"),
    errors: counts.errors + count("undecided"),
  };
}

function seconds(value: number): string {
  return Number.isFinite(value) ? Math.max(0, value).toFixed(3) : "0.000";
}
