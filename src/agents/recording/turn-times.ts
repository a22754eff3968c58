import type { Step, TurnRecord } from "../../core/agent.ts";
import type { StepTime, TurnTimes } from "../../core/invocation.ts";
import type { Draft } from "./draft-events.ts";
import { isOutermost } from "./turn-steps.ts";

const UNKNOWN: StepTime = [null, null];

/** When a turn's tools and models worked, in whole milliseconds. Undefined where there is nothing to tell. */
export function turnTimes(record: TurnRecord, drafts: readonly Draft[]): TurnTimes | undefined {
  const last = Math.round(record.milliseconds);
  // a turn that took no time has all its steps at once, and most scripted ones are such
  if (last === 0) return undefined;
  const inTurn = ([from, to]: StepTime): StepTime => [whole(from, last), whole(to, last)];
  const tools = toolTimes(record.steps).map(inTurn);
  const models = drafts.flatMap(({ event, time = UNKNOWN }) =>
    event.usageMetadata === undefined ? [] : [inTurn(time)],
  );
  const known = models.some(([from]) => from !== null);
  if (tools.length === 0 && !known) return undefined;
  return { ...(tools.length > 0 && { tools }), ...(known && { models }) };
}

/** Of each call that the agent itself made, in order; of two with one id, the first result is the first one's. */
function toolTimes(steps: readonly Step[]): readonly StepTime[] {
  const results = new Map<string, number[]>();
  for (const step of steps) {
    if (step.type !== "result" || !isOutermost(step)) continue;
    const known = results.get(step.id);
    if (known === undefined) results.set(step.id, [step.at]);
    else known.push(step.at);
  }
  const times: StepTime[] = [];
  for (const step of steps) {
    if (step.type !== "call" || !isOutermost(step)) continue;
    times.push([step.at, results.get(step.id)?.shift() ?? null]);
  }
  return times;
}

function whole(time: number | null, last: number): number | null {
  return time === null ? null : Math.min(last, Math.round(time));
}
