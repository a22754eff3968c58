import { guiltyMetrics } from "../../core/folds/guilty-metrics.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { reasonWords } from "../../core/text/reason-words.ts";
import type { KnownAttributions } from "../findings/attributions-of.ts";
import { faultWord } from "../findings/fault-text.ts";
import { withoutColours } from "../text/clean-text.ts";
import { contentText } from "../text/content-text.ts";
import { intermediateTexts } from "../text/intermediate-texts.ts";
import { labelled } from "../text/labelled-lines.ts";
import { shortfall } from "../text/metric-words.ts";
import { truncate, widthOf, wrap } from "../text/text-width.ts";
import { callText, type DrawOptions, trajectoryLines } from "../text/trajectory-text.ts";

export interface FailureOptions extends DrawOptions {
  readonly trials: number;
  /** All that was printed, instead of the beginnings of its last lines. */
  readonly wholeOutput?: boolean | undefined;
  /** Whose doing the failures were, where that is known. */
  readonly faults?: Pick<KnownAttributions, "of"> | undefined;
}

/** A case that did not pass, explained: where, what was expected, what happened, why, and whose doing where not the agent's. */
export function failureLines(result: CaseResult, options: FailureOptions): readonly string[] {
  const { paint } = options;
  const glyph = result.status === "failed" ? paint.bad("✗") : paint.doubt("–");
  const tags = (result.evalCase.assay?.tags ?? []).map((tag) => ` #${options.say.line(tag)}`);
  const name = paint.strong(options.say.line(result.evalId)) + paint.quiet(tags.join(""));
  const trial = options.trials > 1 ? `, trial ${result.trial + 1} of ${options.trials}` : "";
  const lines: string[] = [];
  for (const block of blocksOf(result)) {
    const turn = block.turn === undefined ? "" : `, turn ${block.turn + 1} of ${turnsOf(result)}`;
    if (lines.length > 0) lines.push("");
    lines.push(`  ${glyph} ${name}${trial}${turn}`, ...blockLines(block, result, options));
  }
  return [...lines, ...faultLines(result, options), ...outputLines(result, options)];
}

/** Whose doing it was, where it was not the agent's and what stands above does not say so already. */
function faultLines(result: CaseResult, options: FailureOptions): readonly string[] {
  const found = options.faults?.of(result);
  if (found === undefined || found.fault === "agent") return [];
  const { fault, evidence } = found;
  const said = [result.detail, ...result.metrics.map(({ detail }) => detail)];
  if (said.some((text) => text !== undefined && text !== "" && evidence.endsWith(text))) return [];
  return labelled("fault", [`Not the agent's: ${faultWord(fault)}. ${evidence}`], options);
}

/** What is printed under one heading: a turn that went wrong, or the conversation as a whole. */
interface Block {
  readonly turn?: number;
  readonly scores: readonly { readonly metric: MetricResult; readonly turn?: TurnScore }[];
  readonly more?: number;
}

const mostTurns = 3;
const mostOutput = 10;

function blocksOf(result: CaseResult): readonly Block[] {
  const guilty = guiltyMetrics(result);
  const byTurn = new Map<number, { metric: MetricResult; turn: TurnScore }[]>();
  const whole: { metric: MetricResult }[] = [];
  for (const metric of guilty) {
    const turns = metric.status === "failed" ? failingTurns(metric) : [];
    if (turns.length === 0) whole.push({ metric });
    for (const { at, turn } of turns) {
      const scores = byTurn.get(at) ?? [];
      scores.push({ metric, turn });
      byTurn.set(at, scores);
    }
  }
  const turns = [...byTurn].sort(([a], [b]) => a - b).map(([turn, scores]) => ({ turn, scores }));
  const shown: Block[] = turns.slice(0, mostTurns);
  const left = turns.length - shown.length;
  if (whole.length > 0 || left > 0 || shown.length === 0) {
    shown.push(left > 0 ? { scores: whole, more: left } : { scores: whole });
  }
  return shown;
}

function failingTurns(
  metric: MetricResult,
): readonly { readonly at: number; readonly turn: TurnScore }[] {
  return metric.perInvocation.flatMap((turn, at) =>
    turn.status === "failed" ? [{ at, turn }] : [],
  );
}

function turnsOf(result: CaseResult): number {
  return Math.max(result.evalCase.conversation?.length ?? 0, result.invocations.length);
}

function blockLines(block: Block, result: CaseResult, options: DrawOptions): readonly string[] {
  const lines: string[] = [];
  if (block.turn !== undefined) lines.push(...turnLines(block, block.turn, result, options));
  else if (result.partial !== undefined) lines.push(...partialLines(result.partial, options));
  const whys = new Set(block.scores.flatMap(({ metric, turn }) => whyOf(metric, turn)));
  if (block.scores.length === 0 && block.more === undefined) whys.add(caseWhy(result));
  if (block.more !== undefined) whys.add(`${block.more} more turns failed.`);
  const goals = new Set(block.scores.flatMap(({ metric }) => metric.goal ?? []));
  return [
    ...lines,
    ...labelled("why", [...whys], options),
    ...labelled("goal", [...goals], options),
  ];
}

function turnLines(
  block: Block,
  at: number,
  result: CaseResult,
  options: DrawOptions,
): readonly string[] {
  const actual = result.invocations[at];
  const expected = result.evalCase.conversation?.[at];
  const lines = userLines(actual ?? expected, options);
  const diffs = block.scores.flatMap(({ turn }) => turn?.trajectory ?? []);
  for (const diff of diffs.slice(0, 1)) lines.push("", ...trajectoryLines(diff, options), "");
  for (const said of block.scores.flatMap((score) => intermediateTexts(score, expected, actual))) {
    lines.push(...labelled("expected", [said.expected], options));
    lines.push(...labelled("actual", [said.actual], options));
  }
  if (block.scores.some((score) => isAboutAnswer(score))) {
    // a turn without a reference answer expects nothing that could be shown
    if (expected?.finalResponse !== undefined) {
      lines.push(...answerLines("expected", expected, options));
    }
    lines.push(...answerLines("actual", actual, options));
  }
  return lines;
}

/** A metric about tools, or about what was said on the way, is not explained by what was answered. */
function isAboutAnswer({ metric, turn }: Block["scores"][number]): boolean {
  const isOther = metric.name.includes("tool") || turn?.details?.byAuthor !== undefined;
  return turn?.trajectory === undefined && !isOther;
}

function partialLines(partial: Invocation, options: DrawOptions): readonly string[] {
  const calls = toolCallsOf(partial).map((call) => callText(call, options.say));
  const shown = calls.length > 5 ? [...calls.slice(0, 4), `and ${calls.length - 4} more`] : calls;
  return [...userLines(partial, options), ...labelled("called", shown, options)];
}

function userLines(invocation: Invocation | undefined, options: DrawOptions): string[] {
  const text = contentText(invocation?.userContent);
  return text === undefined || text === "" ? [] : labelled("user", [text], options);
}

function answerLines(
  label: string,
  invocation: Invocation | undefined,
  options: DrawOptions,
): readonly string[] {
  if (invocation === undefined) return [];
  const text = contentText(invocation.finalResponse);
  return labelled(label, [text === undefined || text === "" ? "(no answer)" : text], options);
}

/** The reason first, the number after it. */
function whyOf(metric: MetricResult, turn: TurnScore | undefined): readonly string[] {
  const said = turn?.trajectory?.why ?? turn?.why ?? metric.detail;
  if (said !== undefined && said !== "") {
    const share = shareText(turn?.trajectory);
    if (share !== undefined) return [said, share];
    return turn?.trajectory === undefined && metric.status === "failed"
      ? [said, `${shortfall({ ...metric, score: turn?.score ?? metric.score })}.`]
      : [said];
  }
  if (metric.status === "failed") {
    return [`${shortfall({ ...metric, score: turn?.score ?? metric.score })}.`];
  }
  const reason = metric.reason === undefined ? "" : `: ${reasonWords(metric.reason)}`;
  return [`${metricName(metric.name)} was not evaluated${reason}.`];
}

/** Steps are worth printing one by one where there are several. */
function shareText(diff: TurnScore["trajectory"]): string | undefined {
  if (diff?.share === undefined || diff.share.expected < 2) return undefined;
  const { matched, expected } = diff.share;
  return `${matched} of ${expected} steps went as expected.`;
}

function caseWhy({ reason, detail, status }: CaseResult): string {
  if (detail !== undefined && detail !== "") return detail;
  if (reason !== undefined) return `${reasonWords(reason)}.`;
  return status === "failed" ? "It failed and no metric says why." : "No metric looked at it.";
}

/** What the agent printed. */
export function outputLines(
  result: CaseResult,
  options: DrawOptions & Pick<FailureOptions, "wholeOutput">,
): readonly string[] {
  if (result.output === undefined || result.output.trim() === "") return [];
  const all = options.say.lines(withoutColours(result.output.trimEnd()));
  const { quiet } = options.paint;
  const room = options.columns - 6;
  const isWhole = options.wholeOutput === true;
  const kept = isWhole ? all : all.slice(-mostOutput);
  const head = all.length > kept.length ? `its last ${kept.length} lines of ${all.length}:` : "";
  // what fits keeps its indentation
  const fit = (line: string) =>
    isWhole && widthOf(line) > room ? wrap(line, room) : [truncate(line, room)];
  const shown = kept.flatMap(fit);
  return [
    quiet(`    printed ${head}`.trimEnd()),
    ...shown.map((line) => quiet(`    │ ${line}`.trimEnd())),
  ];
}
