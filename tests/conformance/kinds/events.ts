import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import type { Invocation } from "../../../src/core/invocation.ts";
import { array, number, record } from "../../../src/core/schema/schema.ts";
import { invocationsFromEvents, type SessionEvent } from "../../../src/core/session-event.ts";
import { sessionDetailsSchema } from "../../../src/eval-sets/results/session-details-schema.ts";
import { appDetailsSchema } from "../../../src/eval-sets/schema/app-details-schema.ts";
import { invocationSchema } from "../../../src/eval-sets/schema/invocation-schema.ts";
import { readShape } from "../compare.ts";
import { type ConformanceKind, outcomeOf, type Vector } from "../vector.ts";

export const checks: ConformanceKind = {
  inputs: ["events", "app_details", "durations", "model_durations", "tool_durations", "live"],
  hold(vector) {
    const outcome = outcomeOf(vector);
    if (outcome.error !== undefined) {
      expect(refusal(() => convert(vector))).toSatisfy(isUserFacingError);
      return;
    }
    const expected = readShape(array(invocationSchema), outcome.invocations) ?? [];
    expect(inCamelCase(convert(vector))).toEqual(inCamelCase(expected));
  },
};

/** Events are read as those of a stored session are, then made into turns. */
function convert({ input }: Vector): readonly Invocation[] {
  const { events, app_details, durations, model_durations, tool_durations, live } = input;
  const session = readShape(sessionDetailsSchema, { id: "s", app_name: "a", user_id: "u", events });
  const seconds = record(number);
  return invocationsFromEvents((session?.events ?? []) as unknown as readonly SessionEvent[], {
    appDetails: readShape(record(appDetailsSchema), app_details),
    durations: readShape(seconds, durations),
    modelDurations: readShape(seconds, model_durations),
    toolDurations: readShape(seconds, tool_durations),
    live,
  });
}

function refusal(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

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
