import { expect, test } from "vitest";
import { evalSetName, writeEvalSet } from "./write-eval-set.ts";

const evalSet = { evalSetId: "s", evalCases: [], creationTimestamp: 0 };

test("a set is written as ADK writes it", () => {
  expect(writeEvalSet(evalSet)).toBe('{\n  "eval_set_id": "s",\n  "eval_cases": []\n}');
});

test("a set without a name goes by its id", () => {
  expect(evalSetName(evalSet)).toBe("s");
  expect(evalSetName({ ...evalSet, name: "" })).toBe("s");
  expect(evalSetName({ ...evalSet, name: "Smoke" })).toBe("Smoke");
});
