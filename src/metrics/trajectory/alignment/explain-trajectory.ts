import { calledOtherwise } from "../../../core/analysis/called-otherwise.ts";
import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import type { FunctionCall } from "../../../core/content.ts";
import { joinWords } from "../../join-words.ts";
import { valueText } from "../../value-text.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";
import type { Alignment } from "./align-trajectory.ts";
import { explainChanges } from "./explain-arguments.ts";
import { toolName } from "./tool-name.ts";

/** What counts against a turn: IN_ORDER, for one, does not mind extra calls. */
export interface Blame {
  readonly order: boolean;
  readonly extra: boolean;
  readonly missing: boolean;
}

/** A part of the sentence. Clauses with the same verb become one: "a and b were never called". */
interface Clause {
  readonly subject: string;
  readonly verb: Verb;
}

interface Verb {
  readonly one: string;
  readonly many: string;
}

const neverCalled: Verb = { one: "was never called", many: "were never called" };
const otherwiseCalled: Verb = {
  one: "was called otherwise: not in its place, and with other arguments",
  many: "were called otherwise: not in their place, and with other arguments",
};
const notExpected: Verb = {
  one: "was called and not expected",
  many: "were called and not expected",
};
const forbidden: Verb = {
  one: "was called, which is forbidden here",
  many: "were called, which are forbidden here",
};

/** One or two sentences: what went another way, the gravest first. */
export function explainTrajectory(
  turn: TrajectoryTurn,
  { steps, inParts }: Alignment,
  blame: Blame,
): string {
  const clauses: (Clause | string)[] = steps
    .filter(isForbidden)
    .map(({ actual }) => ({ subject: toolName(actual), verb: forbidden }));
  if (inParts) return sentenceOf([...clauses, tooLongClause(turn)]);
  for (const step of steps) {
    const clause = clauseOf(turn, step, steps, blame);
    if (clause !== undefined) clauses.push(clause);
  }
  return sentenceOf(clauses);
}

function clauseOf(
  turn: TrajectoryTurn,
  step: TrajectoryStep,
  steps: readonly TrajectoryStep[],
  blame: Blame,
): Clause | string | undefined {
  switch (step.kind) {
    case "matched":
      return undefined;
    case "changed":
      return explainChanges(turn, step);
    case "missing":
      return blame.missing ? missingClause(turn, step, steps) : undefined;
    case "extra":
      return blame.extra && step.forbidden !== true
        ? (oftenClause(turn, step.actual) ?? extraClause(turn, step.actual))
        : undefined;
    case "moved":
      return blame.order ? movedClause(turn, step, steps) : undefined;
  }
}

type ExtraStep = Extract<TrajectoryStep, { kind: "extra" }>;
type MissingStep = Extract<TrajectoryStep, { kind: "missing" }>;
type MovedStep = Extract<TrajectoryStep, { kind: "moved" }>;

function isForbidden(step: TrajectoryStep): step is ExtraStep {
  return step.kind === "extra" && step.forbidden === true;
}

/** What was compared in parts may have its counterpart in another part, so nothing is said of single calls. */
function tooLongClause({ expected, actual }: TrajectoryTurn): string {
  return `${expected.length} calls were expected and ${actual.length} made, which differ in too many places to name`;
}

/** "Never called" would be wrong of a call that was made, only not often enough. */
function missingClause(
  { expected }: TrajectoryTurn,
  step: MissingStep,
  steps: readonly TrajectoryStep[],
): Clause | string {
  const missing = step.expected;
  const twins = steps.filter(
    (each) => each.kind !== "extra" && callText(each.expected) === callText(missing),
  );
  const met = twins.filter(({ kind }) => kind === "matched" || kind === "moved").length;
  const name = briefCall(missing, expected);
  if (met === 0) {
    return {
      subject: name,
      verb: calledOtherwise(steps).has(step) ? otherwiseCalled : neverCalled,
    };
  }
  return `${name} was called ${times(met)} where ${times(twins.length)} was expected`;
}

/** "Not expected" would be wrong of a call that was expected, only not so often. */
function oftenClause(turn: TrajectoryTurn, extra: FunctionCall): string | undefined {
  const { expected, actual, meets } = turn;
  const made = actual.indexOf(extra);
  const wanted = [...expected.keys()].filter((place) => meets(place, made));
  if (wanted.length === 0) return undefined;
  const same = [...actual.keys()].filter((call) => wanted.some((place) => meets(place, call)));
  if (same.length <= wanted.length) return undefined;
  const name = briefCall(expected[wanted[0] ?? 0] ?? extra, expected);
  return `${name} was called ${times(same.length)} where ${times(wanted.length)} was expected`;
}

function extraClause({ actual, expected }: TrajectoryTurn, extra: FunctionCall): Clause {
  const isKnown = expected.some((call) => call.name === extra.name);
  const subject = isKnown ? briefCall(extra, [...actual, ...expected]) : toolName(extra);
  return { subject, verb: notExpected };
}

/** A call that moved has crossed one that stayed; that one says where it went. */
function movedClause(
  turn: TrajectoryTurn,
  moved: MovedStep,
  steps: readonly TrajectoryStep[],
): string {
  const name = briefCall(moved.expected, turn.expected);
  const place = steps.indexOf(moved);
  const made = turn.actual.indexOf(moved.actual);
  const isAfter = (step: TrajectoryStep) =>
    step.kind === "matched" && turn.actual.indexOf(step.actual) > made;
  const isBefore = (step: TrajectoryStep) =>
    step.kind === "matched" && turn.actual.indexOf(step.actual) < made;
  const overtaken = steps.slice(0, place).find(isAfter);
  if (overtaken?.kind === "matched") {
    return `${name} came before ${briefCall(overtaken.expected, turn.expected)}`;
  }
  const passed = steps.slice(place + 1).findLast(isBefore);
  if (passed?.kind === "matched") {
    return `${name} came after ${briefCall(passed.expected, turn.expected)}`;
  }
  return `${name} came out of order`;
}

const most = 3;

function sentenceOf(clauses: readonly (Clause | string)[]): string {
  const texts = [...new Set(byVerb(clauses))];
  const shown = texts.slice(0, most);
  const left = texts.length - shown.length;
  if (left > 0) shown.push(left === 1 ? "one more call differs" : `${left} more calls differ`);
  const last = shown.pop() ?? "the calls differ";
  const text = shown.length === 0 ? last : `${shown.join(", ")}, and ${last}`;
  // a tool's name keeps its spelling; only our own first word is raised
  return `${text.replace(/^in /, "In ")}.`;
}

function byVerb(clauses: readonly (Clause | string)[]): readonly string[] {
  const subjects = new Map<Verb, Set<string>>();
  for (const clause of clauses) {
    if (typeof clause === "string") continue;
    subjects.set(clause.verb, (subjects.get(clause.verb) ?? new Set()).add(clause.subject));
  }
  return clauses.map((clause) =>
    typeof clause === "string" ? clause : together([...(subjects.get(clause.verb) ?? [])], clause),
  );
}

function together(subjects: readonly string[], { verb }: Clause): string {
  if (subjects.length === 1) return `${subjects[0]} ${verb.one}`;
  const shown = subjects.slice(0, subjects.length > most ? most - 1 : most);
  const left = subjects.length - shown.length;
  return `${joinWords(left > 0 ? [...shown, `${left} more`] : shown)} ${verb.many}`;
}

/** The tool alone where that says it all, else with the arguments that tell this call from the others. */
function briefCall(call: FunctionCall, among: readonly FunctionCall[]): string {
  const others = among.filter((each) => each.name === call.name && each !== call);
  const distinguishing = Object.entries(call.args ?? {}).filter(([name, value]) =>
    others.some((other) => valueText(other.args?.[name]) !== valueText(value)),
  );
  if (distinguishing.length === 0) return toolName(call);
  const shown = distinguishing.slice(0, 2).map(([name, value]) => `${name}: ${valueText(value)}`);
  return `${toolName(call)}(${shown.join(", ")})`;
}

function callText(call: FunctionCall): string {
  return JSON.stringify([call.name, call.args]);
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
