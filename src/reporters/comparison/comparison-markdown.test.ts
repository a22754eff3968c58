import { expect, test } from "vitest";
import { compareRuns } from "../../analysis/compare/compare-runs.ts";
import { aTable } from "../../testing/table-builders.ts";
import { paint } from "../text/paint.ts";
import { safeText } from "../text/safe-text.ts";
import { comparisonMarkdown } from "./comparison-markdown.ts";

const drawing = {
  say: safeText([]),
  paint: paint(false),
  columns: 100,
  nameOf: (runId: string) => runId,
  timeOf: () => "today",
};

function compared(count: number) {
  const all = (score: number) => aTable(Array.from({ length: count }, () => [score]));
  return compareRuns(all(1), all(0));
}

test("a pull request reads the verdict first, then the figures, and unfolds the cases", () => {
  const text = comparisonMarkdown(compared(12), drawing);
  expect(text).toMatch(/^### ❌ B is worse: −100 points/);
  expect(text).toContain("| 12 cases | A | B | B − A | 95 % interval | p | w/l/tie |  |");
  expect(text).toContain("<summary><code>12 cases changed: 12 broke</code></summary>");
  expect(text).toContain("✓ → ✗ case 0");
});

test("cases without room are counted, so that no comment is too long", () => {
  const [one] = compared(12).cases;
  if (one === undefined) throw new Error("a case changed");
  const answerA = "long ".repeat(2000);
  const turns = Array.from({ length: 3 }, () => ({
    answerA,
    calls: { steps: [], why: "answers nothing" },
  }));
  const cases = Array.from({ length: 5 }, () => ({ ...one, conversation: { trial: 0, turns } }));
  const long = { ...compared(12), cases };
  expect(comparisonMarkdown(long, drawing)).toContain("A says");
  const warnings = Array.from(
    { length: 700 },
    () => ({ kind: "same-run", text: "x".repeat(90) }) as const,
  );
  const full = comparisonMarkdown({ ...long, warnings }, drawing);
  expect(full).not.toContain("<details>");
  expect(full).toContain("5 cases changed: 5 broke.");
});
