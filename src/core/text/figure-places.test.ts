import { expect, test } from "vitest";
import { figurePlaces } from "./figure-places.ts";

test("figures have two digits of the interval beside them, scores at least two places", () => {
  const written = (low: number, high: number, figure: number) =>
    figure.toFixed(figurePlaces([low, high], figure));
  expect(written(-0.1, 0.34, 0.127)).toBe("0.13");
  expect(written(-0.001, 0.0012, 0.00012)).toBe("0.0001");
  expect(written(-0.000015, 0.000026, 0.0000054)).toBe("0.000005");
  expect(written(-81.4, 138.1, 28.47)).toBe("28");
  expect(written(2.1, 5.4, 3.123)).toBe("3.12");
});

test("without an interval a figure is never written as nothing that is something", () => {
  const written = (figure: number) => figure.toFixed(figurePlaces(null, figure));
  expect([0, 0.5, 0.0137, 0.000137, 12.345, 649.23].map(written)).toEqual([
    "0.00",
    "0.50",
    "0.01",
    "0.00014",
    "12.35",
    "649",
  ]);
});
