import { expect, test } from "vitest";
import type { CaseResult } from "../../core/run.ts";
import { aCaseEnd, anEvalCase, anInvocation } from "../../testing/builders.ts";
import { compareConversations } from "./compare-conversations.ts";

function trial(at: number, status: CaseResult["status"]): CaseResult {
  const { type: _, runId: __, at: ___, ...end } = aCaseEnd({ trial: at, status });
  return {
    ...end,
    evalCase: anEvalCase(),
    startedAt: "",
    invocations: [anInvocation()],
  } as unknown as CaseResult;
}

test("the first repeat whose verdicts differ is shown, else the first that both have", () => {
  const passed = [0, 1, 2].map((at) => trial(at, "passed"));
  const flaky = [trial(0, "passed"), trial(1, "failed"), trial(2, "failed")];
  expect(compareConversations(passed, flaky)?.trial).toBe(1);
  expect(compareConversations(passed, passed)?.trial).toBe(0);
  expect(compareConversations(passed.slice(1), passed)?.trial).toBe(1);
  expect(compareConversations(passed.slice(0, 1), passed.slice(1))).toBeUndefined();
});
