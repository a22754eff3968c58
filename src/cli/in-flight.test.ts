import { expect, test } from "vitest";
import { runFold } from "../core/folds/run-summary.ts";
import type { RunEvent } from "../core/run.ts";
import { aCaseEnd, aCaseStart, aRunStart, aTurnEnd } from "../testing/builders.ts";
import { inFlightCounter } from "./in-flight.ts";

function countAfter(...events: readonly RunEvent[]): number {
  const { reporter, count } = inFlightCounter();
  const run = runFold();
  for (const event of [aRunStart(), ...events]) {
    run.apply(event);
    reporter.onEvent?.(event, run.summary());
  }
  return count();
}

test("conversations that have begun and not ended are in flight", () => {
  const [one, other] = [{ evalId: "one" }, { evalId: "other" }];
  expect(countAfter(aCaseStart(one), aCaseStart(other), aCaseEnd(one))).toBe(1);
});

test("one that began in an earlier process and ends here takes no other's place", () => {
  expect(countAfter(aCaseEnd({ evalId: "earlier" }), aCaseStart({ evalId: "here" }))).toBe(1);
});

test("one that a resume goes on with is in flight from its next turn on", () => {
  expect(countAfter(aTurnEnd({ evalId: "earlier" }))).toBe(1);
});
