import type { ArgChange, TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import type { ArgMatcher } from "../../../core/case-settings.ts";
import { pythonEquals } from "../../../core/json/python-equality.ts";
import { joinWords } from "../../join-words.ts";
import { contrastingTexts, valueText } from "../../value-text.ts";
import { isOpen, testFor } from "../matching/match-arguments.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";
import { toolName } from "./tool-name.ts";

type ChangedStep = Extract<TrajectoryStep, { kind: "changed" }>;

const mostArguments = 2;

/** What differs between an expected call and the one that was made in its place. */
export function explainChanges(turn: TrajectoryTurn, step: ChangedStep): string {
  const tool = toolName(step.actual);
  const { matchers } = turn.argumentRules(turn.expected.indexOf(step.expected));
  // where matchers decide, an expected call without args is one with any
  if (
    matchers === undefined &&
    step.expected.args === undefined &&
    step.actual.args !== undefined
  ) {
    return `${tool} was called with args where the expected call has none at all, not even {}`;
  }
  if (step.changes.length === 0) return `${tool} was called without args where {} was expected`;
  const shown = step.changes
    .slice(0, mostArguments)
    .map((change) =>
      isOpenChange(turn, step, change)
        ? `${change.name} is ${valueText(change.actual)}, whose meaning no judge was asked about`
        : explainChange(change, testFor(matchers, change.name)?.matcher),
    );
  const left = step.changes.length - shown.length;
  if (left > 0) shown.push(`${left} more ${left === 1 ? "argument differs" : "arguments differ"}`);
  return `in ${tool}, ${joinWords(shown)}`;
}

/** An argument whose meaning nobody was asked about, since the turn had failed without it. */
export function isOpenChange(
  turn: TrajectoryTurn,
  { expected, actual }: ChangedStep,
  { name }: ArgChange,
): boolean {
  return isOpen(name, expected, actual, turn.argumentRules(turn.expected.indexOf(expected)));
}

function explainChange(change: ArgChange, matcher: ArgMatcher | undefined): string {
  if (!("actual" in change)) {
    return matcher === undefined
      ? `${change.name} was not given where ${valueText(change.expected)} was expected`
      : `${change.name} was not given`;
  }
  if (matcher !== undefined && !("equals" in matcher)) {
    return `${change.name} is ${valueText(change.actual)}, ${unmet(matcher)}`;
  }
  if (!("expected" in change)) {
    return `${change.name} is ${valueText(change.actual)} where it was not expected`;
  }
  const { path, expected, actual } = deepest(change.name, change.expected, change.actual);
  const [wanted, got] = contrastingTexts(expected, actual);
  return `${path} is ${got} where ${wanted} was expected`;
}

function unmet(matcher: Exclude<ArgMatcher, { readonly equals: unknown }>): string {
  if ("oneOf" in matcher) return `which is none of ${matcher.oneOf.map(valueText).join(", ")}`;
  if ("regex" in matcher) return `which does not match ${matcher.regex}`;
  if ("subset" in matcher) return `which does not contain ${valueText(matcher.subset)}`;
  if ("ignore" in matcher) return "which is ignored";
  if ("semantic" in matcher) return otherMeaning(matcher.semantic);
  const { min, max } = matcher.range;
  if (min === undefined) return `which is not at most ${max}`;
  return max === undefined ? `which is not at least ${min}` : `which is not from ${min} to ${max}`;
}

function otherMeaning(semantic: true | string): string {
  return semantic === true
    ? "which means something else"
    : `which does not mean ${valueText(semantic)}`;
}

/** Walks into nested values while exactly one thing in them differs. */
function deepest(
  path: string,
  expected: unknown,
  actual: unknown,
): { readonly path: string; readonly expected: unknown; readonly actual: unknown } {
  const [left, right] = [partsOf(expected), partsOf(actual)];
  if (left === undefined || right === undefined) return { path, expected, actual };
  if (Array.isArray(expected) !== Array.isArray(actual)) return { path, expected, actual };
  const names = [...left.keys()];
  if (left.size !== right.size || names.some((name) => !right.has(name))) {
    return { path, expected, actual };
  }
  const differing = names.filter((name) => !pythonEquals(left.get(name), right.get(name)));
  const [only] = differing;
  if (only === undefined || differing.length > 1) return { path, expected, actual };
  const inner = Array.isArray(expected) ? `${path}[${only}]` : `${path}.${only}`;
  return deepest(inner, left.get(only), right.get(only));
}

function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) return undefined;
  return new Map(Object.entries(value));
}
