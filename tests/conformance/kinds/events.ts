import { expect } from "vitest";
import { invocationsFromEvents, type SessionEvent } from "../../../src/core/session-event.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

export const checks: ConformanceKind = {
  inputs: ["events", "app_details", "durations", "model_durations", "tool_durations", "live"],
  hold(vector) {
    const { events, app_details, durations, model_durations, tool_durations, live } = vector.input;
    const invocations = invocationsFromEvents(inCamelCase(events) as readonly SessionEvent[], {
      appDetails: byId(app_details),
      durations,
      modelDurations: model_durations,
      toolDurations: tool_durations,
      live,
    });
    const { invocations: expected } = outcomeOf(vector);
    expect(inCamelCase(invocations)).toEqual(inCamelCase(expected ?? []));
  },
};

/** Values whose keys are the user's own. */
const free = new Set(["args", "response", "stateDelta", "agentDetails"]);
const base64 = new Set(["data", "thoughtSignature"]);

/** Both sides in one spelling, without nulls, whichever JSON they came from. */
function inCamelCase(value: unknown, key = ""): unknown {
  if (typeof value === "string" && base64.has(key)) {
    return value.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  }
  if (Array.isArray(value)) return value.map((each) => inCamelCase(each));
  if (typeof value !== "object" || value === null || free.has(key)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return each === null || each === undefined ? [] : [[camel, inCamelCase(each, camel)]];
    }),
  );
}

function byId(details: object | undefined) {
  return Object.fromEntries(
    Object.entries(details ?? {}).map(([id, each]) => [id, inCamelCase(each) as never]),
  );
}
