import { UserFacingError } from "../../core/errors.ts";
import type { GateComparison } from "../../statistics/gates/comparison.ts";

/** A gate that was understood. */
export type Gate = ComparedGate | NoWorseGate;

export interface ComparedGate extends GateComparison {
  /** As it was written, without what is too much of space. */
  readonly text: string;
  readonly figure: GateFigure;
}

export interface NoWorseGate {
  readonly text: string;
  readonly figure: { readonly kind: "no-worse"; readonly metric?: string | undefined };
  readonly margin: number;
}

type GateFigure =
  | { readonly kind: "pass-rate" }
  /** The pass rate without what was not the agent's doing. */
  | { readonly kind: "agent-pass-rate" }
  | { readonly kind: "metric"; readonly metric: string }
  | { readonly kind: "pass-hat"; readonly k: number }
  | { readonly kind: "cost" }
  /** A quantile of seconds a turn, as a share. */
  | { readonly kind: "latency"; readonly share: number };

/** Reads what a gate asks; a mistake is told with what it could have been. */
export function parseGate(given: string): Gate {
  const text = given.trim().replace(/\s+/g, " ");
  const noWorse = /^no-worse(?: (\S+)(?: (\S+))?)?$/i.exec(text);
  if (noWorse !== null) return parseNoWorse(text, noWorse[1], noWorse[2]);
  const parts = /^(.+?) ?(>=|<=|>|<|≥|≤) ?(\S+)$/.exec(text);
  if (parts === null) throw notUnderstood(given);
  const [, name = "", sign = "", number = ""] = parts;
  const operator = (sign === "≥" ? ">=" : sign === "≤" ? "<=" : sign) as GateComparison["operator"];
  const figure = figureOf(name, given);
  const gate = { text, figure, operator, threshold: numberOf(number, given, figure) };
  refuseUnreachable(gate);
  return gate;
}

function parseNoWorse(text: string, margin: string | undefined, metric: string | undefined): Gate {
  if (margin === undefined) {
    throw refused(
      text,
      "no-worse needs a margin",
      'Say how much worse is still borne:  --gate "no-worse 0.02"',
    );
  }
  const value = numberOf(margin, text, { kind: "metric", metric: metric ?? "" });
  if (value < 0) {
    throw refused(
      text,
      "A margin cannot be less than 0",
      "0 bears nothing at all, 0.02 bears two points.",
    );
  }
  if (metric === undefined && value >= 1) {
    const hint = value > 1 && value < 100 && !margin.endsWith("%") ? `Did you mean ${value}%?` : "";
    throw refused(
      text,
      "Every run meets it: a rate cannot fall by more than 1",
      hint || CANNOT_FAIL,
    );
  }
  return { text, figure: { kind: "no-worse", metric }, margin: value };
}

function figureOf(name: string, given: string): GateFigure {
  const known = name.toLowerCase().replaceAll("_", "-");
  if (known === "pass-rate") return { kind: "pass-rate" };
  if (known === "agent-pass-rate") return { kind: "agent-pass-rate" };
  if (known === "cost") return { kind: "cost" };
  const [, k] = /^pass\^(\d+)$/.exec(known) ?? [];
  if (k !== undefined) {
    if (Number(k) < 1)
      throw refused(
        given,
        "pass^k needs a k of 1 or more",
        "pass^5 asks that five trials all pass.",
      );
    return { kind: "pass-hat", k: Number(k) };
  }
  const [, percent] = /^latency-p(\d+(?:\.\d+)?)$/.exec(known) ?? [];
  if (percent !== undefined) {
    const share = hundredth(percent);
    if (share > 0 && share < 1) return { kind: "latency", share };
    throw refused(
      given,
      `There is no percentile ${percent}`,
      "latency-p95 is the time that 95 of 100 cases stay under.",
    );
  }
  if (!/^[\w.@/-]+$/.test(name)) throw notUnderstood(given);
  return { kind: "metric", metric: name };
}

/** What a threshold may be written with; a metric may be about anything. */
const units: Readonly<Record<GateFigure["kind"], RegExp>> = {
  "pass-rate": /^%?$/,
  "agent-pass-rate": /^%?$/,
  "pass-hat": /^%?$/,
  cost: /^\$?$/,
  latency: /^s?$/i,
  metric: /^[$%s]?$/i,
};

function numberOf(text: string, given: string, { kind }: GateFigure): number {
  const [, dollar = "", digits, sign = ""] =
    /^(\$?)([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|s)?$/i.exec(text) ?? [];
  const isNumber = digits !== undefined && Number.isFinite(Number(digits));
  if (!isNumber || !units[kind].test(dollar + sign)) {
    const example = { cost: "2 or $2", latency: "3 or 3s" }[kind as string] ?? "0.9 or 90%";
    const what = isNumber ? `"${text}" has another unit` : `"${text}" is no number`;
    throw refused(given, what, `Write it as ${example}.`);
  }
  return sign === "%" ? hundredth(digits) : Number(digits);
}

/** Read as one number: 29.1 / 100 is a little more than 0.291. */
function hundredth(digits: string): number {
  const [mantissa = "", exponent = "0"] = digits.toLowerCase().split("e");
  return Number(`${mantissa}e${Number(exponent) - 2}`);
}

/** A rate that would have to leave 0 to 1 is never reached, whatever the agent does. */
function refuseUnreachable({ text, figure, operator, threshold }: ComparedGate): void {
  const isRate =
    figure.kind === "pass-rate" || figure.kind === "agent-pass-rate" || figure.kind === "pass-hat";
  if (!isRate) {
    if (figure.kind !== "metric") refuseBelowNothing({ text, operator, threshold });
    return;
  }
  const isMet = {
    ">": threshold < 1,
    ">=": threshold <= 1,
    "<": threshold > 0,
    "<=": threshold >= 0,
  };
  if (!isMet[operator]) {
    const isPercent = threshold > 1 && threshold <= 100 && !text.endsWith("%");
    const hint = isPercent ? `Did you mean ${threshold}%?` : "Ask for something between.";
    throw refused(text, "Nobody can meet it: a rate lies between 0 and 1", hint);
  }
  const isAlways = {
    ">": threshold < 0,
    ">=": threshold <= 0,
    "<": threshold > 1,
    "<=": threshold >= 1,
  };
  if (isAlways[operator]) {
    throw refused(text, "Every run meets it: a rate lies between 0 and 1", CANNOT_FAIL);
  }
}

function refuseBelowNothing({
  text,
  operator,
  threshold,
}: Pick<ComparedGate, "text" | "operator" | "threshold">): void {
  const rises = operator.startsWith(">");
  const isPast = threshold < 0 || (threshold === 0 && (operator === "<" || operator === ">="));
  if (!isPast) return;
  const whose = rises ? "Every run meets it" : "Nobody can meet it";
  const why = `${whose}: neither money nor time can be less than nothing`;
  throw refused(text, why, rises ? CANNOT_FAIL : undefined);
}

export const CANNOT_FAIL = "A gate that cannot fail says nothing.";

function notUnderstood(given: string): UserFacingError {
  return refused(
    given,
    "It is not understood",
    "Write pass-rate > 0.9, METRIC > 0.8, pass^5 > 0.7, cost < 2, latency-p95 < 3 or no-worse 0.02.",
  );
}

export function refused(gate: string, what: string, hint?: string): UserFacingError {
  return new UserFacingError("gate/invalid", `The gate "${gate}" cannot be used. ${what}.`, {
    hint,
  });
}
