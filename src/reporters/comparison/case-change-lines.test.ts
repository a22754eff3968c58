import { expect, test } from "vitest";
import type { ComparedCase, Comparison } from "../../core/analysis/comparison.ts";
import { paint } from "../text/paint.ts";
import { safeText } from "../text/safe-text.ts";
import { widthOf } from "../text/text-width.ts";
import { caseChangeLines } from "./case-change-lines.ts";

const options = { say: safeText([]), paint: paint(false), columns: 80 };

function aCase(changes: Partial<ComparedCase> = {}): ComparedCase {
  const side = { trials: 1, trialsPassed: 1, scores: { response_match_score: 1 } };
  return {
    evalSetId: "set",
    evalId: "two_rooms",
    change: "broke",
    a: { ...side, status: "passed" },
    b: { ...side, status: "failed", trialsPassed: 0, scores: { response_match_score: 0.25 } },
    differences: { response_match_score: -0.75 },
    ...changes,
  };
}

function linesOf(cases: readonly ComparedCase[]): readonly string[] {
  return caseChangeLines({ cases } as Comparison, options);
}

test("a case that changed is a line: its verdicts, what is otherwise, and its scores", () => {
  expect(linesOf([aCase({ what: "no longer calls look" })]).at(-1)).toBe(
    "  ✓ → ✗ two_rooms                no longer calls look · response 1.00 → 0.25",
  );
  const { a, b } = aCase();
  const trials = { a: { ...a, trials: 3, trialsPassed: 3 }, b: { ...b, trials: 3 } };
  expect(linesOf([aCase(trials)]).at(-1)).toContain("3 of 3 → 0 of 3 · response 1.00 → 0.25");
});

test.each(["部屋の電気を消してくださいお願いします", "x".repeat(60), "short"])(
  "%s stays on its line",
  (evalId) => {
    const lines = linesOf([aCase({ evalId, what: "no longer calls set_light, now calls look" })]);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
  },
);

test("five cases are told whole, fifteen in a line, and the others are counted", () => {
  const lines = linesOf(Array.from({ length: 23 }, (_, at) => aCase({ evalId: `case_${at}` })));
  expect(lines[1]).toBe("  23 cases changed: 23 broke");
  expect(lines.filter((line) => line.includes("→ ✗"))).toHaveLength(20);
  expect(lines.at(-1)).toBe("  and 3 more");
  expect(linesOf([])).toEqual(["", "  No case changed."]);
});
