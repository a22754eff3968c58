import { expect, test } from "vitest";
import { caseStatus, meets, runVerdict } from "./verdict.ts";

test("a threshold is reached inclusively, without any tolerance", () => {
  expect(meets(0.8, 0.8)).toBe(true);
  expect(meets(0.7999999999999999, 0.8)).toBe(false);
  expect(meets(3, 3, "lower")).toBe(true);
  expect(meets(3.0000000000000004, 3, "lower")).toBe(false);
});

test("no score reaches a threshold that is no number", () => {
  expect(meets(1, Number.NaN)).toBe(false);
  expect(meets(1, Number.NaN, "lower")).toBe(false);
});

test("one failed metric fails a case; one not evaluated spoils it; none at all is no pass", () => {
  expect(caseStatus(["passed", "not-evaluated", "failed"])).toBe("failed");
  expect(caseStatus(["passed", "not-evaluated"])).toBe("not-evaluated");
  expect(caseStatus(["informational", "passed"])).toBe("passed");
  expect(caseStatus(["informational"])).toBe("not-evaluated");
  expect(caseStatus([])).toBe("not-evaluated");
});

test("nothing evaluated is incomplete, never a pass", () => {
  expect(runVerdict({ passed: 0, failed: 0, notEvaluated: 0 })).toBe("incomplete");
  expect(runVerdict({ passed: 1, failed: 0, notEvaluated: 1 })).toBe("incomplete");
  expect(runVerdict({ passed: 1, failed: 1, notEvaluated: 1 })).toBe("failed");
  expect(runVerdict({ passed: 1, failed: 0, notEvaluated: 0 })).toBe("passed");
});
