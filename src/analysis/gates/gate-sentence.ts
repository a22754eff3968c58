import type { RunGates } from "../../core/analysis/gate.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { isNear } from "../../core/numbers/is-near.ts";
import { figurePlaces } from "../../core/text/figure-places.ts";
import { plural } from "../../core/text/plural.ts";
import type { MeasuredGate } from "./gate-request.ts";
import type { Gate } from "./parse-gate.ts";

/** What a gate asked and what was found, for somebody who reads nothing else. */
export function gateSentence(gate: Gate, measured: MeasuredGate, by: RunGates["by"]): string {
  const { outcome, estimate } = measured;
  if (measured.missing !== undefined) return measured.missing;
  if (estimate === null) return "Nothing was evaluated that it could be told from.";
  const found = `${nounOf(gate)} is ${shown(gate, estimate)}${countsText(measured)}`;
  if (gate.figure.kind === "cost") return costSentence(found, measured);
  const bound = boundText(gate, measured);
  const sentences =
    by === "point"
      ? [`${found}.`, ...(bound === "" ? [] : [`By the estimate alone, as ADK does: ${bound}.`])]
      : [`${found}${bound === "" ? "" : `, and ${bound}`}${isOpen(measured)}.`];
  const missing = missingText(gate, measured, by);
  const more = outcome === "undecided" && by === "bound" ? neededText(measured) : "";
  return [...sentences, missing, more].filter((each) => each !== "").join(" ");
}

function isOpen({ outcome, bound }: MeasuredGate): string {
  if (outcome !== "undecided") return "";
  return bound === null ? ": too little to tell" : ": too close to tell";
}

/** The end of the interval that decided, or could not. */
function boundText(gate: Gate, measured: MeasuredGate): string {
  const { bound } = measured;
  if (bound === null) return "";
  return `with 95 % confidence it is ${limit(gate, measured)} ${shown(gate, bound)}`;
}

function countsText({ counts, excused, unpaired = 0, cases }: MeasuredGate): string {
  const facts = [
    ...(unpaired === 0
      ? []
      : [`${grouped(cases)} of ${plural(cases + unpaired, "case")}, which both runs have`]),
    ...(counts === undefined ? [] : [`${grouped(counts.passed)} of ${grouped(counts.of)}`]),
    ...(excused === undefined
      ? []
      : [`${grouped(excused)} left out, which ${be(excused)} not the agent's doing`]),
  ];
  return facts.length === 0 ? "" : ` (${facts.join("; ")})`;
}

function missingText(
  { figure }: Gate,
  { notEvaluated, cases, outcome, needed }: MeasuredGate,
  by: RunGates["by"],
): string {
  if (notEvaluated === 0) return "";
  // one that failed before it was measured has a verdict, and no score
  const isOfScores =
    ("metric" in figure && figure.metric !== undefined) || figure.kind === "latency";
  const lacks = isOfScores
    ? `${notEvaluated === 1 ? "has" : "have"} no score`
    : `${be(notEvaluated)} not evaluated`;
  const all = `${grouped(notEvaluated)} of ${plural(cases, "case")} ${lacks}`;
  if (outcome !== "undecided") return `${all}, and could not change it.`;
  const settles = by === "point" || (needed !== null && needed <= cases);
  return settles
    ? `${all}; it would be decided if they came out like the others.`
    : `${all}, and could turn it either way.`;
}

function neededText({ needed, cases }: MeasuredGate): string {
  if (needed === null) return "No number of cases like these would decide it.";
  if (needed <= cases) return "";
  return `About ${plural(needed, "case")} would decide it, if the others are like these.`;
}

function costSentence(found: string, { outcome, isSilent }: MeasuredGate): string {
  const whole =
    outcome === "undecided" ? `${found} so far, and not all of it is known.` : `${found}.`;
  return isSilent === true
    ? `${whole} The agent told of no model call, so only those of judges and simulated users count.`
    : whole;
}

function nounOf({ figure }: Gate): string {
  switch (figure.kind) {
    case "pass-rate":
      return "The pass rate";
    case "agent-pass-rate":
      return "The agent's pass rate";
    case "metric":
      return `The mean of ${figure.metric}`;
    case "pass-hat":
      return `pass^${figure.k}`;
    case "cost":
      return "The cost";
    case "latency":
      return `The ${ordinal(Number((figure.share * 100).toFixed(4)))} percentile of latency`;
    case "no-worse":
      return figure.metric === undefined
        ? "The difference of the pass rates"
        : `The difference of ${figure.metric}`;
  }
}

/** Which side the bound holds. */
function limit(gate: Gate, { outcome, estimate, bound }: MeasuredGate): string {
  if ("operator" in gate) {
    return gate.operator.startsWith(">") === (outcome !== "not-met") ? "at least" : "at most";
  }
  // a difference may rise to the worse, where lower is better
  return (bound ?? 0) > (estimate ?? 0) ? "at most" : "at least";
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
]);

/** 50th, 92nd, 99.9th. */
function ordinal(number: number): string {
  const ending = Number.isInteger(number) ? ENDINGS.get(ordinals.select(number)) : undefined;
  return `${number}${ending ?? "th"}`;
}

function shown(gate: Gate, value: number): string {
  const limit = "operator" in gate ? gate.threshold : gate.margin;
  const { kind } = gate.figure;
  if (kind === "cost" || kind === "latency") {
    const text = apart(value, limit, 3, (each, digits) => `${Number(each.toPrecision(digits))}`);
    return kind === "cost" ? `$${text}` : `${text} s`;
  }
  const places = Math.max(3, figurePlaces(null, value));
  const text = apart(Math.abs(value), limit, places, (each, digits) => each.toFixed(digits));
  const sign = value < 0 && Number(text) !== 0 ? "−" : kind === "no-worse" && value > 0 ? "+" : "";
  return `${sign}${text}`;
}

/** With as many digits as it takes to see on which side of the limit it lies. */
function apart(
  value: number,
  limit: number,
  least: number,
  write: (each: number, digits: number) => string,
): string {
  let digits = least;
  while (
    digits < MOST_DIGITS &&
    !isNear(value, limit) &&
    write(value, digits) === write(limit, digits)
  ) {
    digits += 1;
  }
  return write(value, digits);
}

const MOST_DIGITS = 9;

function be(count: number): string {
  return count === 1 ? "was" : "were";
}
