import type { CaseSettings, MatchType } from "../core/case-settings.ts";
import type { FunctionCall } from "../core/content.ts";
import { type Invocation, toolCallsOf } from "../core/invocation.ts";

/** A call by name, or with the arguments it must have. Without `args`, any will do. */
export type ExpectedCall =
  | string
  | { readonly name: string; readonly args?: Readonly<Record<string, unknown>> | undefined };

/** All calls of a conversation in order, or a list for each of its turns. */
export type ExpectedCalls = readonly ExpectedCall[] | readonly (readonly ExpectedCall[])[];

export interface TrajectoryOptions {
  /** EXACT unless given. */
  readonly matchType?: MatchType | undefined;
  readonly ignoreArgs?: boolean | undefined;
}

/** Turns to be compared side by side. */
export interface ComparedTurns {
  readonly actual: readonly Invocation[];
  readonly expected: readonly Invocation[];
  readonly settings?: CaseSettings | undefined;
}

/** Expected calls as turns; where they are not given turn by turn, the conversation is looked at as one. */
export function expectedTurns(calls: ExpectedCalls, actual: readonly Invocation[]): ComparedTurns {
  const byTurn = isByTurn(calls);
  const turns = byTurn ? calls : [calls as readonly ExpectedCall[]];
  return {
    actual: byTurn ? actual : [asOne(actual)],
    expected: turns.map((turn) => turnWith(turn.map(callOf))),
    settings: { namesOnly: Object.fromEntries(turns.map((turn, at) => [at, nameOnly(turn)])) },
  };
}

function isByTurn(calls: ExpectedCalls): calls is readonly (readonly ExpectedCall[])[] {
  return calls.length > 0 && calls.every((each) => Array.isArray(each));
}

function nameOnly(turn: readonly ExpectedCall[]): readonly number[] {
  return turn.flatMap((call, at) =>
    typeof call === "string" || call.args === undefined ? [at] : [],
  );
}

function callOf(call: ExpectedCall): FunctionCall {
  return typeof call === "string" ? { name: call } : call;
}

function asOne(turns: readonly Invocation[]): Invocation {
  const [only, ...others] = turns;
  return only !== undefined && others.length === 0 ? only : turnWith(turns.flatMap(toolCallsOf));
}

function turnWith(toolUses: readonly FunctionCall[]): Invocation {
  return {
    invocationId: "compared",
    userContent: {},
    creationTimestamp: 0,
    intermediateData: { toolUses },
  };
}
