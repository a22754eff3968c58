import { expect, test } from "vitest";
import type { ReasonCode } from "../../../core/verdict.ts";
import { whyUndecided } from "./majority-vote.ts";

const lost = (...reasons: readonly ReasonCode[]) =>
  reasons.map((reason) => ({ verdict: undefined, reason, promptHash: "" }));

test.each([
  { reasons: ["judge-parse", "judge-parse"], is: "judge-parse" },
  // a judge that stays away: some calls were given up, the case's time ended the others
  { reasons: ["judge-error", "timeout", "timeout"], is: "judge-error" },
  { reasons: ["timeout", "timeout"], is: "timeout" },
  { reasons: ["judge-error", "judge-parse"], is: "judge-no-quorum" },
] as const)("samples that were lost to $reasons are $is", ({ reasons, is }) => {
  expect(whyUndecided(lost(...reasons), 0).reason).toBe(is);
});

test("where one could be used, it is the number that is short", () => {
  expect(whyUndecided(lost("judge-error", "judge-error"), 1).reason).toBe("judge-no-quorum");
});
