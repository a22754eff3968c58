import type { TurnView } from "../../trace/trace-types.ts";
import { diffRows } from "../diff-rows.ts";
import type { ShownTurn } from "../turns.ts";

type Turn = Pick<ShownTurn, "steps" | "calls">;

/** The span of every step of a turn, in their order; undefined for one that was never made, or that no span tells of. */
export function stepSpans(
  { steps, calls }: Turn,
  tools: TurnView["tools"],
): readonly (string | undefined)[] {
  const made = calls.flatMap(({ actual }) => (actual === undefined ? [] : [actual.name ?? ""]));
  const spans = callSpans(made, tools);
  if (steps === undefined) {
    return calls.map(({ actual }, at) => (actual === undefined ? undefined : spans[at]));
  }
  const places = new Map(
    diffRows(steps).flatMap(({ at, actualAt }) => (actualAt === undefined ? [] : [[at, actualAt]])),
  );
  return steps.map((step, at) => {
    const place = places.get(at) ?? -1;
    return "actual" in step && made[place] === step.actual.name ? spans[place] : undefined;
  });
}

/** A trace may have more than the calls that are compared: the nth call of a tool is the nth span of that name. */
function callSpans(
  made: readonly string[],
  tools: TurnView["tools"],
): readonly (string | undefined)[] {
  const left = Map.groupBy(tools, ({ name }) => name);
  return made.map((name) => left.get(name)?.shift()?.span);
}
