import type { Invocation } from "../core/invocation.ts";
import type { RecordedEnding, UserSimulator } from "../core/user-simulator.ts";
import { scriptedUser } from "./scripted-user.ts";

/** Says again what was said, and ends the conversation as it had ended. */
export function recordedUser(
  invocations: readonly Invocation[],
  ending?: RecordedEnding,
): UserSimulator {
  const script = scriptedUser(invocations);
  return {
    next(soFar, signal) {
      if (soFar.length < invocations.length) return script.next(soFar, signal);
      return { type: "stop", why: "the recorded conversation is over", recorded: { ending } };
    },
  };
}
