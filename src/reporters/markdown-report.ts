import { passRateOf, passRateOfTag, shareOf } from "../analysis/pass-rate.ts";
import { runReliability, whollyEvaluated } from "../analysis/reliability/run-reliability.ts";
import { openCounts } from "../core/folds/open-counts.ts";
import type { RunSummary } from "../core/folds/run-summary.ts";
import type { Totals } from "../core/folds/totals.ts";
import { judgeCheckLines } from "../core/judge-check.ts";
import type { CaseResult } from "../core/run.ts";
import { quarantineText } from "../core/text/quarantine-text.ts";
import { caseGroups } from "./case-groups.ts";
import { failureLines } from "./failures/failure-text.ts";
import { attributionsOf, type KnownAttributions } from "./findings/attributions-of.ts";
import { faultsText } from "./findings/fault-text.ts";
import { chancesTexts, flakyTexts } from "./findings/reliability-text.ts";
import { runStatus } from "./json-report.ts";
import type { ReporterContext } from "./reporter-context.ts";
import { countsText, passRateText } from "./text/amount-text.ts";
import { shortReason } from "./text/case-reason.ts";
import { decidedSentence, gatesOf } from "./text/gate-text.ts";
import { cell, code, fenced, html } from "./text/markdown-text.ts";
import { bandWord, criteriaText, scoreText } from "./text/metric-words.ts";
import { paint } from "./text/paint.ts";
import { agentName, setNames } from "./text/run-text.ts";
import { type SafeText, safeText } from "./text/safe-text.ts";
import { unreadLines } from "./text/unread-text.ts";

/**
 * A run for a pull request: the verdict, tables of sets and metrics, the failures with their diffs. Never longer than
 * `limit`. Everything foreign stands in code, where GitHub follows no link, mention or markup.
 */
export async function markdownReport(
  run: RunSummary,
  cases: () => AsyncIterable<CaseResult>,
  context: ReporterContext,
  limit = 65_000,
): Promise<string> {
  const say = safeText(context.secrets);
  const head = [
    title(run, say),
    ...gateTable(run, say),
    ...[...unreadLines(run), ...judgeCheckLines(run)].map((text) => `\n⚠️ ${code(say.line(text))}`),
    ...quarantineNote(run, say),
    "",
    ...setTable(run, context, say),
    "",
    ...metricTable(run, context, say),
    ...tagTable(run, say),
  ];
  const faults = await attributionsOf(run, cases);
  const whose = faultsText(faults.counts);
  const start = bounded([...head, ...(whose === undefined ? [] : ["", whose])], limit - reserve);
  const { passed, cases: all } = run.totals;
  if (passed === all) return `${start}\n`;
  return (
    start + (await failures(run, cases, { say, faults, room: limit - start.length - reserve }))
  );
}

function quarantineNote({ about }: RunSummary, say: SafeText): readonly string[] {
  const text = quarantineText(about);
  return text === "" ? [] : [`\n⏭️ ${code(say.line(text))}`];
}

const reserve = 300;

function title(run: RunSummary, say: SafeText): string {
  const rate = passRateOf(run.cases);
  const how = rate.clusters === null ? "by Wilson" : "by clusters";
  const mark = { passed: "✅", failed: "❌", incomplete: "⚠️", interrupted: "⚠️" }[runStatus(run)];
  const counts = countsText(run);
  return `### ${mark} ${code(say.line(agentName(run.about)))}: ${counts}\n\n${passRateText(rate)}, 95 % interval ${how}. Run ${code(say.line(run.runId))}.`;
}

function setTable(run: RunSummary, context: ReporterContext, say: SafeText): readonly string[] {
  const names = setNames(run.about, context.cwd);
  const left = (count: number) => (run.decided === undefined ? "" : ` ${count} |`);
  const rows = run.about.sets.map(({ evalSetId, config }) => {
    const totals = run.sets.get(evalSetId) ?? none;
    const name = cell(say.line(names.get(evalSetId) ?? evalSetId));
    const rate = passRateText(passRateOf(run.cases.filter((each) => each.evalSetId === evalSetId)));
    const criteria = cell(say.line(criteriaText(config.metrics)));
    const open = openCounts(run, totals);
    const counts = `${totals.passed} | ${totals.failed} | ${open.notEvaluated} |${left(open.leftOut)} ${totals.cases}`;
    return `| ${name} | ${counts} | ${rate} | ${criteria} |`;
  });
  const columns = run.decided === undefined ? "" : " not run |";
  const head = `| eval set | passed | failed | not evaluated |${columns} cases | rate | criteria |`;
  const rule = `| --- | ---: | ---: | ---: |${run.decided === undefined ? "" : " ---: |"} ---: | --- | --- |`;
  const goals = run.about.sets.flatMap(({ evalSetId, description }) => {
    const name = cell(say.line(names.get(evalSetId) ?? evalSetId));
    return description?.trim() ? [`${name}: ${code(say.line(description.trim()))}`, ""] : [];
  });
  return [...goals, head, rule, ...rows];
}

const gateMarks = { met: "✅", "not-met": "❌", undecided: "⚠️" } as const;

/** What decides, before what it was made of. */
function gateTable(run: RunSummary, say: SafeText): readonly string[] {
  const rows = gatesOf(run).map(
    ({ gate, outcome, word, why }) =>
      `| ${gateMarks[outcome]} ${cell(say.line(gate))} | ${word} | ${cell(say.line(why))} |`,
  );
  const early = run.decided === undefined ? [] : ["", decidedSentence(run)];
  return rows.length === 0 ? [] : ["", "| gate | | |", "| --- | --- | --- |", ...rows, ...early];
}

const none: Totals = { cases: 0, passed: 0, failed: 0, notEvaluated: 0, flaky: 0, notRun: 0 };

function metricTable(run: RunSummary, context: ReporterContext, say: SafeText): readonly string[] {
  if (run.metrics.length === 0) return [];
  const rows = run.metrics.map(({ name, mean, passed, failed, notEvaluated }) => {
    const word = mean === undefined ? undefined : bandWord(name, mean, context.bands);
    const shown = mean === undefined ? "none" : scoreText(mean);
    return `| ${cell(say.line(name))} | ${shown} | ${word ?? ""} | ${passed} | ${failed} | ${notEvaluated} |`;
  });
  const head = "| metric | mean | | passed | failed | not evaluated |";
  return [head, "| --- | ---: | --- | ---: | ---: | ---: |", ...rows, ...trialRow(run, say)];
}

/** Where least passed first. */
function tagTable({ tags }: RunSummary, say: SafeText): readonly string[] {
  if (tags.size === 0) return [];
  const rows = [...tags].map(([tag, total]) => {
    const { passed, failed, notEvaluated } = total;
    const rate = passRateText(passRateOfTag(total));
    return `| ${cell(say.line(tag))} | ${passed} | ${failed} | ${notEvaluated} | ${rate} |`;
  });
  const head = "| tag | passed | failed | not evaluated | rate |";
  return ["", head, "| --- | ---: | ---: | ---: | --- |", ...rows];
}

function trialRow(run: RunSummary, say: SafeText): readonly string[] {
  const found = runReliability(run);
  if (found === undefined) return [];
  const { about, totals } = run;
  const every = shareOf(whollyEvaluated(run), (row) => row.trialsPassed === row.trials);
  const flaky = flakyTexts(found, 20).map((text) => `- ${code(say.line(text))}`);
  return [
    "",
    `${about.trials} trials a case: every one passed in ${passRateText(every)}; ${totals.flaky} flaky.`,
    ...chancesTexts(found).flatMap((text) => ["", text]),
    ...(found.sentence === null ? [] : ["", found.sentence]),
    ...(flaky.length === 0 ? [] : ["", ...flaky]),
  ];
}

async function failures(
  run: RunSummary,
  cases: () => AsyncIterable<CaseResult>,
  {
    say,
    faults,
    room,
  }: { readonly say: SafeText; readonly faults: KnownAttributions; readonly room: number },
): Promise<string> {
  const { trials } = run.about;
  const drawing = { say, paint: paint(false), columns: 100, trials, faults };
  const { notEvaluated, leftOut } = openCounts(run, run.totals);
  const wanted = run.totals.failed + notEvaluated;
  if (wanted === 0) return "\n";
  const parts: string[] = [];
  let size = 0;
  let written = 0;
  for await (const group of caseGroups(run, cases())) {
    if (group.status === "passed") continue;
    const mark = group.status === "failed" ? "❌" : "➖";
    const reason = shortReason(group.shown) || "the trials together fall short";
    const text = fenced(
      failureLines(group.shown, drawing).map((line) => line.replace(/^ {2}/, "")),
    );
    const part = `\n\n<details><summary>${mark} ${html(say.line(group.evalId))}: ${html(say.line(reason))}</summary>\n\n${text}\n\n</details>`;
    if (size + part.length > room) break;
    size += part.length;
    written += 1;
    parts.push(part);
    if (written === wanted) break;
  }
  const left = wanted - written;
  const rest =
    left === 0 ? "" : `\n\n${left} more did not pass${leftOut > 0 ? "" : notRunText(run)}.`;
  return `${parts.join("")}${rest}\n`;
}

function notRunText({ totals }: RunSummary): string {
  return totals.notRun === 0 ? "" : `, ${totals.notRun} of them were not run`;
}

/** Whole lines, as many as there is room for. */
function bounded(lines: readonly string[], room: number): string {
  let size = 0;
  const kept: string[] = [];
  for (const line of lines) {
    size += line.length + 1;
    if (size > room) {
      kept.push("", "The rest of the tables is left out here.");
      break;
    }
    kept.push(line);
  }
  return kept.join("\n");
}
