import type { GateOutcome, GateResult } from "../../core/analysis/gate.ts";
import { isGated } from "../../core/analysis/gated-verdict.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { ReporterContext } from "../reporter-context.ts";
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

/** For people at a terminal, under the counts. */
export function gateLines(
  run: Pick<RunSummary, "about" | "gates">,
  { columns, colour }: Pick<ReporterContext, "columns" | "colour">,
  say: SafeText,
): readonly string[] {
  const told = gatesOf(run);
  return told.length === 0 ? [] : toldGateLines(told, { columns, paint: paint(colour), say });
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
