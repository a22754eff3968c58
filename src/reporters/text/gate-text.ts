import type { GateOutcome, GateResult } from "../../core/analysis/gate.ts";
import { isGated } from "../../core/analysis/gated-verdict.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { plural } from "../../core/text/plural.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { roughTime } from "./amount-text.ts";
import { paint } from "./paint.ts";
import type { SafeText } from "./safe-text.ts";
import { wrap } from "./text-width.ts";
import type { DrawOptions } from "./trajectory-text.ts";

/** Each of a run's gates, what came of it, and why; for one that has not come to its end, that it is not told. */
export function gatesOf({
  about,
  gates,
}: Pick<RunSummary, "about" | "gates">): readonly ToldGate[] {
  if (!isGated(about)) return [];
  if (gates !== undefined) return gates.map((each) => ({ ...each, word: words[each.outcome] }));
  return (about.gates?.conditions ?? []).map((gate) => ({
    gate,
    outcome: "undecided",
    word: "not told",
    why: "The run has not come to its end.",
  }));
}

interface ToldGate extends Pick<GateResult, "gate" | "outcome" | "why"> {
  readonly word: string;
}

const words: Readonly<Record<GateOutcome, string>> = {
  met: "met",
  "not-met": "not met",
  undecided: "undecided",
};

/** `pass-rate > 0.9: met. The pass rate is …` */
export function gateSentences(run: Pick<RunSummary, "about" | "gates">): readonly string[] {
  return gatesOf(run).map(({ gate, word, why }) => `${gate}: ${word}. ${why}`);
}

/** Why a run ended before its last case, and what that saved; empty where it did not. */
export function decidedSentence({ decided }: Pick<RunSummary, "decided">): string {
  if (decided === undefined) return "";
  const { after, outcome, saved } = decided;
  const amounts = [
    ...(saved.cost === null ? [] : [`about $${Number(saved.cost.toPrecision(2))}`]),
    ...(saved.seconds === null ? [] : [timeText(saved.seconds)]),
  ];
  const about = amounts.length === 0 ? "" : `, which saved ${amounts.join(" and ")}`;
  const were = saved.cases === 1 ? "case was" : "cases were";
  return `Stopped early: ${outcome === "met" ? "met" : "not met"} was decided after ${plural(after, "case")}. ${saved.cases} ${were} not run${about}; nothing is said of them.`;
}

function timeText(seconds: number): string {
  return seconds < 1 ? "less than a second" : `about ${roughTime(seconds)}`;
}

/** For people at a terminal, under the counts. */
export function gateLines(
  run: Pick<RunSummary, "about" | "gates" | "decided">,
  { columns, colour }: Pick<ReporterContext, "columns" | "colour">,
  say: SafeText,
): readonly string[] {
  const told = gatesOf(run);
  if (told.length === 0) return [];
  const lines = toldGateLines(told, { columns, paint: paint(colour), say });
  if (run.decided === undefined) return lines;
  return [...lines, ...wrap(decidedSentence(run), columns - 4).map((line) => `  ${line}`)];
}

/** The same of gates alone. */
export function toldGateLines(
  gates: readonly Omit<ToldGate, "word">[],
  { columns, paint: { good, bad, doubt }, say }: DrawOptions,
): readonly string[] {
  const glyphs = { met: good("✓"), "not-met": bad("✗"), undecided: doubt("–") };
  const lines = gates.flatMap(({ gate, outcome, why, ...told }) => [
    `  ${glyphs[outcome]} ${say.line(gate)}: ${"word" in told ? told.word : words[outcome]}`,
    ...wrap(say.line(why), columns - 8).map((line) => `    ${line}`),
  ]);
  return ["", ...lines];
}

/** What a run is held against, for its head. */
export function gateFacts(about: RunInfo, say: SafeText): readonly string[] {
  if (about.gates === undefined || !isGated(about)) return [];
  const { conditions, by, baseline } = about.gates;
  const compares = conditions.some((text) => /^no-worse/i.test(text));
  return [
    ...conditions.map((text) => say.line(text)),
    ...(by === "point" ? ["by the estimate itself"] : []),
    ...(compares && baseline !== undefined ? [`baseline ${say.line(baseline)}`] : []),
  ];
}
