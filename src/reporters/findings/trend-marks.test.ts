import { expect, test } from "vitest";
import { paint } from "../text/paint.ts";
import { barcode, sparkline } from "./trend-marks.ts";

test("the least value is lowest, the largest highest, and a gap has no column", () => {
  expect(sparkline([0, null, 0.5, 1])).toBe("▁ ▅█");
  expect(sparkline([0.3, 0.3])).toBe("▅▅");
  expect(sparkline([null])).toBe(" ");
});

test("a mark a run", () => {
  const verdicts = ["passed", "failed", "not-evaluated", null] as const;
  const marks = (drawn: boolean) => barcode(verdicts, { drawn, paint: paint(false) });
  expect(marks(true)).toEqual({ painted: "▁█▄ ", width: 4 });
  expect(marks(false)).toEqual({ painted: "✓✗–·", width: 4 });
});
