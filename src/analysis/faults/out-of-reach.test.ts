import { expect, test } from "vitest";
import type { ReasonCode } from "../../core/verdict.ts";
import { aCaseEnd, aCaseStart, aMetricResult } from "../../testing/builders.ts";
import { faultOfConversation } from "./fault-of-conversation.ts";

/** Whose doing it is that a judge of these replies found no majority: a reason for each that was no verdict. */
function faultOf(...reasons: readonly (ReasonCode | undefined)[]): string {
  const metric = aMetricResult({
    status: "not-evaluated",
    score: undefined,
    reason: "judge-no-quorum",
    perInvocation: [
      {
        status: "not-evaluated",
        score: undefined,
        reason: "judge-no-quorum",
        details: { judge: { replies: reasons.map((reason) => ({ reason })) } },
      },
    ],
  });
  const end = aCaseEnd({ status: "not-evaluated", metrics: [metric] });
  return faultOfConversation({ ...aCaseStart(), ...end, invocations: [] } as never).fault;
}

const yes = undefined;

test("answers that were lost on the way, and would have been enough, are not the judge's", () => {
  const lost = ["judge-error", "judge-error", "judge-error"] as const;
  expect(faultOf(yes, ...lost, "judge-parse")).toBe("infrastructure");
  expect(faultOf(yes, "timeout", "cancelled", "timeout", "judge-error")).toBe("infrastructure");
});

test("a judge that babbled so often that the lost ones would not have helped is to blame", () => {
  expect(faultOf(yes, yes, "judge-parse", "judge-parse", "judge-refused")).toBe("judge");
  expect(faultOf(yes, "judge-error", "judge-parse", "judge-parse", "judge-parse")).toBe("judge");
});
