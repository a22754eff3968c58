import { expect, test } from "vitest";
import { compareRuns } from "../../analysis/compare/compare-runs.ts";
import type { ComparedEfficiency } from "../../core/analysis/comparison.ts";
import { aTable } from "../../testing/table-builders.ts";
import { paint } from "../text/paint.ts";
import { safeText } from "../text/safe-text.ts";
import { widthOf } from "../text/text-width.ts";
import { comparisonLines } from "./comparison-lines.ts";
import { figureRows } from "./figure-rows.ts";

function medians(size: number, columns: number): readonly string[] {
  const compared = compareRuns(aTable([[1], [0]]), aTable([[1], [1]]));
  const efficiency = (["cost", "tokens", "latency"] as const).map(
    (name): ComparedEfficiency => ({
      name,
      a: { median: 0.0012 * size, n: 1000, interval: null },
      b: { median: 0.0013 * size, n: 1000, interval: null },
      difference: {
        estimate: 0.0001 * size,
        interval: [-0.0012, 0.0034 * size],
        p: 0.0001,
        method: "sign-flip",
      },
      wins: 41 * size,
      losses: 38,
      ties: 21,
    }),
  );
  const lines = comparisonLines(
    { ...compared, efficiency },
    {
      say: safeText([]),
      paint: paint(false),
      columns,
      nameOf: (runId) => runId,
      timeOf: (iso) => iso,
    },
  );
  const head = lines.findIndex((line) => line.startsWith("  median"));
  return lines.slice(head, head + 4);
}

test.each([1, 3, 10])("the names of medians are never cut at 80 columns (%i)", (size) => {
  const lines = medians(size, 80);
  expect(lines.join("\n")).not.toContain("…");
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
});

test("they are written out where there is room", () => {
  expect(medians(1, 100).map((line) => line.slice(2, 16).trim())).toEqual([
    "median",
    "dollars a case",
    "tokens a turn",
    "seconds a turn",
  ]);
  expect(medians(1, 80).map((line) => line.slice(2, 8))).toEqual([
    "median",
    "$/case",
    "tokens",
    "s/turn",
  ]);
});

test("sums of money that are small have digits, and as many as leave the names room", () => {
  const cents = (few: number) =>
    aTable(Array.from({ length: 40 }, (_, at) => [(few + (at % 7)) / 1e5]));
  const named = (run: ReturnType<typeof aTable>) => ({
    ...run,
    metrics: [{ name: "total_cost", direction: "lower", informational: false } as const],
  });
  const compared = compareRuns(named(cents(11)), named(cents(14)));
  const drawing = {
    say: safeText([]),
    paint: paint(false),
    nameOf: (runId: string) => runId,
    timeOf: (iso: string) => iso,
  };
  const rowAt = (columns: number) =>
    comparisonLines(compared, { ...drawing, columns }).find((line) => /^ {2}dollars/.test(line));
  expect(rowAt(100)).toMatch(/ 0\.00014 +0\.00017 +\+0\.00003 /);
  for (const columns of [100, 80])
    expect(widthOf(rowAt(columns) ?? "")).toBeLessThanOrEqual(columns);
});

test("cases that were chosen by how they came out before are given no word, too few or other", () => {
  const words = (warnings: ReturnType<typeof compareRuns>["warnings"]) => {
    const compared = compareRuns(aTable([[1], [0]]), aTable([[1], [1]]));
    const rows = figureRows({ ...compared, warnings }, safeText([]));
    return rows.map(({ cells, verdict }) => [cells.at(-1), verdict]);
  };
  expect(words([])).toEqual([
    ["too few", "too-few"],
    ["too few", "too-few"],
  ]);
  expect(words([{ kind: "chosen-cases", text: "B ran only cases that had not passed." }])).toEqual([
    ["", undefined],
    ["", undefined],
  ]);
});

test("what a run is takes a second line where it is long, and ids keep what tells them apart", () => {
  const compared = compareRuns(aTable([[1], [1]]), aTable([[1], [0]]));
  const a = { ...compared.a, name: "before-the-prompt-was-made-shorter-2", trials: 3 };
  const cases = compared.cases.map((each) => ({ ...each, evalId: `${"very_long_".repeat(8)}17` }));
  const lines = comparisonLines(
    { ...compared, a: { ...a, git: { commit: "77c0e1bb", dirty: true } }, cases },
    {
      say: safeText([]),
      paint: paint(false),
      columns: 80,
      nameOf: () => "4c1e",
      timeOf: () => "2026-11-14 09:15",
    },
  );
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
  expect(lines.slice(1, 4)).toEqual([
    "  A  4c1e · before-the-prompt-was-made-shorter-2 · agent-1 · 2026-11-14 09:15",
    "     3 trials · git 77c0e1b with changes",
    "  B  4c1e · agent-1 · 2026-11-14 09:15",
  ]);
  expect(lines.find((line) => line.includes("✓ → ✗"))).toMatch(/very_long_17/);
});
