import type { Environment } from "../core/environment.ts";
import { type Invocation, toolResponsesOf } from "../core/invocation.ts";
import { pythonEquals } from "../core/json/python-equality.ts";

/** Says in a turn's record which of its tool responses were simulated. */
export function markSimulated(
  invocation: Invocation,
  environment: Environment | undefined,
  turn: number,
): Invocation {
  const left = [...(environment?.answersIn(turn) ?? [])];
  if (left.length === 0) return invocation;
  const simulatedResponses: number[] = [];
  for (const [place, { name, response }] of toolResponsesOf(invocation).entries()) {
    const found = left.findIndex(
      ({ tool, result }) => tool === name && pythonEquals(result, response),
    );
    if (found === -1) continue;
    left.splice(found, 1);
    simulatedResponses.push(place);
  }
  return simulatedResponses.length === 0 ? invocation : { ...invocation, simulatedResponses };
}
