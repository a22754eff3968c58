import { expect, test } from "vitest";
import { passRateOfTag } from "../../analysis/pass-rate.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { percent } from "../../core/text/percent.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import { defaultBands } from "../reporter-context.ts";
import { passRateText, roughTime, secondsText } from "./amount-text.ts";
import { bandWord, scoreText, shortfall } from "./metric-words.ts";

test("of the metrics that have a plain name, those from 0 to 1 get a word, and no others", () => {
  const worded = (name: string) => bandWord(name, 0.95, defaultBands) !== undefined;
  const wrong = metricDefinitions.filter(({ name, range, direction }) => {
    const fraction = range.min === 0 && range.max === 1 && direction === "higher";
    return worded(name) !== (fraction && hasPlainName(name));
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(worded("somebody_elses_metric")).toBe(false);
});

test("every metric of ADK's has a plain name", () => {
  const adk = metricDefinitions.slice(0, 17).map(({ name }) => name);
  expect(adk.filter((name) => !hasPlainName(name))).toEqual([]);
});

test("no metric that had a plain name has lost it", () => {
  // one that is added may come without, and is called by its identifier then
  const without = metricDefinitions.filter(({ name }) => !hasPlainName(name));
  expect(metricDefinitions.length - without.length).toBeGreaterThanOrEqual(37);
});

/** Without one, a metric is called by its identifier on screen. */
function hasPlainName(name: string): boolean {
  return metricName(name) !== name || name === "composite";
}

test("the four bands begin where they say", () => {
  const word = (score: number) => bandWord("response_match_score", score, defaultBands);
  expect([0.9, 0.8999, 0.7, 0.5, 0.4999, 0].map(word)).toEqual([
    "excellent",
    "good",
    "good",
    "needs work",
    "problematic",
    "problematic",
  ]);
});

test("a shortfall shows as many digits as it takes to see it", () => {
  const metric = { name: "response_match_score", threshold: 0.8, direction: "higher" } as const;
  expect(shortfall({ ...metric, score: 0.5 })).toBe("response 0.50, needs 0.80");
  expect(shortfall({ ...metric, score: 0.79996 })).toBe("response 0.79996, needs 0.80000");
  expect(shortfall({ ...metric, score: 2, direction: "lower" })).toBe("response 2.00, allows 0.80");
  expect(scoreText(-0.5)).toBe("−0.50");
});

test("a rate carries its n and its interval, and is never rounded to all or nothing", () => {
  const counted = { failed: 0, cases: 8, notEvaluated: 0, flaky: 0, notRun: 0 };
  const told = (passed: number, failed: number) =>
    passRateText(passRateOfTag({ ...counted, passed, failed }));
  expect(told(7, 1)).toBe("88 % of 8 (53 to 98 %)");
  expect(told(1, 0)).toBe("100 % of 1 (too few for an interval)");
  expect(told(0, 0)).toBe("nothing was evaluated");
  expect([percent(0.9999), percent(0.997), percent(0.0001), percent(1)]).toEqual([
    "99.9",
    "99.7",
    "0.1",
    "100",
  ]);
});

test("times read as people say them", () => {
  expect([0.021, 9.999, 61, 185].map(secondsText)).toEqual([
    "0.02 s",
    "10.0 s",
    "61.0 s",
    "3 min 5 s",
  ]);
  expect([40, 185, 1260, 7800].map(roughTime)).toEqual([
    "40 s",
    "3 min 5 s",
    "21 min",
    "2 h 10 min",
  ]);
});
