import { expect, test } from "vitest";
import {
  changeText,
  efficiencyUnit,
  pText,
  rangeText,
  rateUnit,
  scoreUnit,
  valueText,
} from "./figure-text.ts";

test("a difference of rates has a tenth of a point below ten, and none where it is whole", () => {
  const change = (share: number) => changeText(share, rateUnit);
  expect([0.0833, -0.05, 0.1667, -0.0004, 0].map(change)).toEqual([
    "+8.3 pts",
    "−5 pts",
    "+17 pts",
    "0.0 pts",
    "0 pts",
  ]);
  expect(rangeText([-0.0123, 0.031], rateUnit)).toBe("−1.2 to +3.1");
  expect(rangeText([-0.0123, 0.31], rateUnit)).toBe("−1 to +31");
  expect(rangeText(null, rateUnit)).toBe("none");
});

test("scores, money and seconds each have their digits", () => {
  const score = scoreUnit(2);
  expect([valueText(0.5, score), changeText(-0.25, score)]).toEqual(["0.50", "−0.25"]);
  expect(changeText(0.001, score)).toBe("0.00");
  expect(valueText(123.4, scoreUnit(0))).toBe("123");
  expect(rangeText([-0.0012, 0.0034], efficiencyUnit("cost"))).toBe("−$0.0012 to +$0.0034");
  expect(valueText(1234.4, efficiencyUnit("tokens"))).toBe("1234");
  expect(changeText(0.0123, efficiencyUnit("latency"))).toBe("+0.012 s");
  expect(rangeText([0.0011, 0.0123], efficiencyUnit("latency"))).toBe("+0.0011 to +0.012");
});

test("p has as many digits as anybody decides by", () => {
  expect([0.0004, 0.001, 0.0123, 0.0999, 0.31, 1, null].map(pText)).toEqual([
    "<0.001",
    "0.001",
    "0.012",
    "0.100",
    "0.31",
    "1.00",
    "–",
  ]);
});
