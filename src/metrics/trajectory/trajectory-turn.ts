import type { CaseSettings, MatchType } from "../../core/case-settings.ts";
import type { FunctionCall } from "../../core/content.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import { pythonEquals } from "../../core/json/python-equality.ts";
import { type ArgumentRules, argumentsFit, toolMatchers } from "./matching/match-arguments.ts";
import type { Meanings } from "./matching/meanings.ts";
import { stepsWithSubAgents } from "./sub-agent-steps.ts";
import { isToolsOnly, type StepKind, turnPath } from "./turn-path.ts";

/** How the calls of a case are compared: the config's settings, and over them the case's own. */
export interface TrajectoryRules {
  readonly matchType: MatchType;
  readonly ignoreArgs: boolean;
  readonly matchers: ReturnType<typeof toolMatchers>;
  readonly meanings: Meanings | undefined;
  readonly forbidden: ReadonlySet<string | undefined> | undefined;
  readonly optional: ReadonlySet<string | undefined> | undefined;
  readonly namesOnly: CaseSettings["namesOnly"];
  readonly steps: readonly StepKind[];
}

/** The settings that a config may give for all cases. */
export interface TrajectorySettings {
  readonly matchType?: MatchType | undefined;
  readonly ignoreArgs: boolean;
  readonly args?: CaseSettings["args"];
  readonly forbiddenTools?: readonly string[] | undefined;
  readonly optionalTools?: readonly string[] | undefined;
  /** What counts as a step; tool calls unless given. */
  readonly steps?: readonly StepKind[] | undefined;
}

export function trajectoryRules(
  config: TrajectorySettings,
  own: CaseSettings | undefined,
  meanings?: Meanings | undefined,
): TrajectoryRules {
  return {
    matchType: own?.matchType ?? config.matchType ?? "EXACT",
    ignoreArgs: own?.ignoreArgs ?? config.ignoreArgs,
    matchers: toolMatchers([own?.args, config.args], meanings),
    meanings,
    forbidden: setOf(own?.forbiddenTools ?? config.forbiddenTools),
    optional: setOf(own?.optionalTools ?? config.optionalTools),
    namesOnly: own?.namesOnly,
    steps: config.steps ?? onlyTools,
  };
}

const onlyTools: readonly StepKind[] = ["tools"];

/** The calls of one turn that count, and which expected one is met by which actual one. */
export interface TrajectoryTurn {
  readonly expected: readonly FunctionCall[];
  readonly actual: readonly FunctionCall[];
  /** Where these calls stand among all of the turn. */
  readonly expectedPlaces: readonly number[] | undefined;
  readonly actualPlaces: readonly number[] | undefined;
  /** True when "meets" is plain equality, so that any pairing found first is as good as another. */
  readonly plain: boolean;
  /** A forbidden call meets nothing. */
  meets(expected: number, actual: number): boolean;
  isForbidden(call: FunctionCall): boolean;
  argumentRules(expected: number): ArgumentRules;
  /** For what says why and decides nothing: no judge is asked for it. */
  explain<T>(work: () => T): T;
}

export function trajectoryTurn(
  rules: TrajectoryRules,
  turn: { readonly expected: Invocation; readonly actual: Invocation; readonly place: number },
): TrajectoryTurn {
  const wanted = withoutOptional(turnPath(turn.expected, rules.steps), rules, (call) =>
    isOptional(rules, call),
  );
  const namesOnly = namesOnlyOf(rules, turn.place);
  const got = withoutOptional(
    // a path of bare names may speak of sub-agents, where the config does not say what counts as a step
    namesOnly === undefined || !isToolsOnly(rules.steps)
      ? turnPath(turn.actual, rules.steps)
      : stepsWithSubAgents(turn.actual, namedSteps(turn.expected, namesOnly)),
    rules,
    (call) => isOptional(rules, call) && !isForbidden(rules, call),
  );
  const argumentRules = (place: number): ArgumentRules => {
    const isBare = namesOnly?.has(wanted.places?.[place] ?? place) === true;
    const matchers = rules.matchers?.(wanted.calls[place]?.name);
    return { matchers, ignoreRest: rules.ignoreArgs || isBare, isBare };
  };
  const plain = rules.matchers === undefined && namesOnly === undefined;
  return {
    expected: wanted.calls,
    actual: got.calls,
    expectedPlaces: wanted.places,
    actualPlaces: got.places,
    plain,
    isForbidden: (call) => isForbidden(rules, call),
    argumentRules,
    explain: (work) => rules.meanings?.withoutAsking(work) ?? work(),
    meets(expected, actual) {
      const want = wanted.calls[expected];
      const call = got.calls[actual];
      if (want === undefined || call === undefined || want.name !== call.name) return false;
      if (isForbidden(rules, call)) return false;
      if (plain) return rules.ignoreArgs || pythonEquals(want.args, call.args);
      return argumentsFit(want.args, call.args, argumentRules(expected));
    },
  };
}

function setOf(names: readonly string[] | undefined): ReadonlySet<string | undefined> | undefined {
  return names === undefined || names.length === 0 ? undefined : new Set(names);
}

function isOptional({ optional }: TrajectoryRules, call: FunctionCall): boolean {
  return optional?.has(call.name) === true;
}

function isForbidden({ forbidden }: TrajectoryRules, call: FunctionCall): boolean {
  return forbidden?.has(call.name) === true;
}

function withoutOptional(
  calls: readonly FunctionCall[],
  { optional }: TrajectoryRules,
  isLeftOut: (call: FunctionCall) => boolean,
): { readonly calls: readonly FunctionCall[]; readonly places?: readonly number[] } {
  if (optional === undefined) return { calls };
  const places = [...calls.keys()].filter((place) => !isLeftOut(calls[place] ?? {}));
  return { calls: places.map((place) => calls[place] ?? {}), places };
}

/** The steps that are expected by name alone: tools, or sub-agents. */
function namedSteps(expected: Invocation, places: ReadonlySet<number>): ReadonlySet<string> {
  const calls = toolCallsOf(expected);
  return new Set([...places].flatMap((place) => calls[place]?.name ?? []));
}

function namesOnlyOf(
  { namesOnly }: TrajectoryRules,
  turn: number,
): ReadonlySet<number> | undefined {
  const places = namesOnly?.[String(turn)];
  return places === undefined || places.length === 0 ? undefined : new Set(places);
}
