import { expect, test } from "vitest";
import type { Trend, TrendCase, TrendRun } from "../../analysis/trends/trend.ts";
import { trendCase } from "../../analysis/trends/trend-case.ts";
import { wilson } from "../../statistics/rates/wilson.ts";
import { paint } from "../text/paint.ts";
import { safeText } from "../text/safe-text.ts";
import { widthOf } from "../text/text-width.ts";
import { type TrendOptions, trendLines } from "./trend-lines.ts";

const marks = { "1": "passed", "0": "failed", "-": "not-evaluated" } as const;

function aTrend(rows: readonly string[], changes: Partial<Trend> = {}): Trend {
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, at) =>
    rows.map((row) => row[at] ?? " "),
  );
  const runs = columns.map((column, at) => aRun(at, column));
  const cases = rows.map((row, at): TrendCase => {
    const verdicts = [...row].map((mark) => marks[mark as keyof typeof marks] ?? null);
    return trendCase(`case_${at}`, verdicts, runs);
  });
  return {
    schemaVersion: 1,
    evalSetId: "smoke",
    agent: "lights",
    sentence: "No drift.",
    drift: null,
    runs,
    cases,
    leftOut: { older: 0, unfinished: 0, stoppedEarly: 0, otherAgents: 0 },
    ...changes,
  };
}

function aRun(at: number, column: readonly string[]): TrendRun {
  const count = (mark: string) => column.filter((each) => each === mark).length;
  const [passed, failed] = [count("1"), count("0")];
  return {
    runId: `20261101-00000${at}-a00${at}`,
    startedAt: "2026-11-01T10:00:00.000Z",
    trials: 1,
    passed,
    failed,
    notEvaluated: count("-"),
    passRate: passed + failed === 0 ? null : passed / (passed + failed),
    interval: wilson(passed, passed + failed),
    clusters: null,
    metrics: [],
    partial: column.includes(" "),
    changes: [],
  };
}

function drawn(trend: Trend, options: Partial<TrendOptions> = {}): readonly string[] {
  return trendLines(trend, {
    say: safeText([]),
    paint: paint(false),
    columns: 80,
    drawn: true,
    nameOf: (runId) => runId.slice(-4),
    timeText: (iso) => iso.slice(0, 16).replace("T", " "),
    ...options,
  });
}

const rows = ["1110", "1-1-", "0-00", "----", "0111", "1111", "101 "];

test("a trend in a pipe", () => {
  expect(drawn(aTrend(rows), { drawn: false }).join("\n")).toMatchInlineSnapshot(`
    "
      smoke · lights · 4 runs

      No drift.

      run      when              pass rate, 95 % interval
      a000     2026-11-01 10:00  67 % of 6 (30 to 90 %), 1 not evaluated
      a001     2026-11-01 10:00  75 % of 4 (30 to 95 %), 3 not evaluated
      a002     2026-11-01 10:00  83 % of 6 (44 to 97 %), 1 not evaluated
      a003     2026-11-01 10:00  only some cases: 2 of 4 passed, 2 not evaluated

      pass rate  83 % of 6 (44 to 97 %)

      cases, latest change first, by run:  ✓ passed  ✗ failed  – not evaluated
      · not part of that run
        case_0    ✓✓✓✗  broke at a003
        case_1    ✓–✓–  not evaluated in 2 of 4 runs
        case_2    ✗–✗✗  failed whenever it was evaluated
        case_3    ––––  never evaluated
        case_4    ✗✓✓✓  fixed at a001
        case_6    ✓✗✓·  fixed at a002
        1 case passed every time: case_5

      Look closer:  assay compare a002 a003
    "
  `);
});

test.each([80, 100, 120])("in %d columns nothing is cut off that was counted", (columns) => {
  const lines = drawn(aTrend(rows), { columns });
  expect(lines.filter((line) => line.includes("2026-11-01")).join("\n")).not.toContain("…");
  expect(lines.filter((line) => line.includes("1 not evaluated"))).not.toEqual([]);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
});

test("a bar is as wide as there is room, and its point stands where the rate does", () => {
  const [line = ""] = drawn(aTrend(["0", "1", "0", "1"]), { columns: 120 }).filter((each) =>
    each.includes("a000"),
  );
  const bar = line.slice(29, 49);
  expect(bar).toBe("   ───────█──────   ");
  expect(line.slice(49)).toBe("  50 % of 4 (15 to 85 %)");
});

test("what somebody may do next compares the last run that passed with the one that broke", () => {
  expect(drawn(aTrend(["11-0", "0001"])).at(-2)).toBe("  Look closer:  assay compare a001 a003");
  expect(drawn(aTrend(["11-0"]), { store: "our runs.db" }).at(-2)).toBe(
    "  Look closer:  assay compare a001 a003 --store 'our runs.db'",
  );
  expect(drawn(aTrend(["0001"])).join("\n")).not.toContain("Look closer");
});

test("what was left out is told", () => {
  const leftOut = { older: 3, unfinished: 1, stoppedEarly: 2, otherAgents: 0 };
  expect(drawn(aTrend(["11"], { leftOut }))[1]).toBe(
    "  smoke · lights · 2 runs, 3 older, 1 unfinished, 2 stopped early left out",
  );
});
