import {
  type CallJson,
  type CaseJson,
  type Json,
  type TurnJson,
  withSettings,
} from "./case-json.ts";
import { withTurn } from "./edit-turns.ts";

/** An expected call as the form shows it. */
export interface Step {
  readonly call: CallJson;
  /** Only its name is compared. */
  readonly isNameOnly: boolean;
}

/** The expected calls of a turn; undefined where they are written as recorded events, which the form does not edit. */
export function stepsOf(draft: CaseJson, turn: number): readonly Step[] | undefined {
  const data = draft.conversation?.[turn]?.intermediate_data;
  if (data !== undefined && "invocation_events" in data) return undefined;
  const names = draft.assay?.names_only?.[turn] ?? [];
  return (data?.tool_uses ?? []).map((call, place) => ({
    call,
    isNameOnly: names.includes(place),
  }));
}

export function withSteps(draft: CaseJson, turn: number, steps: readonly Step[]): CaseJson {
  const before = draft.conversation?.[turn];
  if (before === undefined) return draft;
  const after: TurnJson = {
    ...before,
    intermediate_data: { ...before.intermediate_data, tool_uses: steps.map(({ call }) => call) },
  };
  const { [turn]: _, ...others } = draft.assay?.names_only ?? {};
  const places = steps.flatMap(({ isNameOnly }, place) => (isNameOnly ? [place] : []));
  const names = places.length === 0 ? others : { ...others, [turn]: places };
  return withSettings(withTurn(draft, turn, after), { names_only: names });
}

export function withArg({ call, ...step }: Step, name: string, value: unknown): Step {
  return { ...step, call: { ...call, args: { ...call.args, [name]: value } } };
}

export function withoutArg({ call, ...step }: Step, name: string): Step {
  const { [name]: _, ...args } = call.args ?? {};
  return { ...step, call: { ...call, args } };
}

export function renamedCall({ call, ...step }: Step, name: string): Step {
  return { ...step, call: { ...call, name } };
}

/** Arguments that a call or one of its tool's matchers names, those of the call first. */
export function argNames({ call }: Step, matchers: Json): readonly string[] {
  const own = Object.keys(call.args ?? {});
  return [...own, ...Object.keys(matchers).filter((name) => name !== "*" && !own.includes(name))];
}
