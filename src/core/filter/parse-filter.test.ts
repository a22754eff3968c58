import { expect, test } from "vitest";
import { filterText } from "./filter-text.ts";
import { parseFilter } from "./parse-filter.ts";

const again = (text: string) => filterText(parseFilter(text).terms);
const problems = (text: string) => parseFilter(text).problems.map(({ message }) => message);

test("keys, numbers, metrics and words are told apart", () => {
  expect(again('status:fail tag:billing metric.tool_trajectory<0.8 text:"so sorry" rep:any')).toBe(
    'status:fail tag:billing metric.tool_trajectory<0.8 text:"so sorry" rep:any',
  );
  expect(again("flaky:>20% cost:>$0.05 delta:<-0.1 delta:<−0.1 seconds>500ms")).toBe(
    "flaky:>0.2 cost:>0.05 delta:<-0.1 delta:<-0.1 seconds:>0.5",
  );
  expect(again('refund "two words" -status:passed')).toBe(
    'text:refund text:"two words" -status:passed',
  );
  expect(again("metric.safety:failed")).toBe("metric.safety:failed");
});

test("what looks like a key and is none is a word, or is asked about", () => {
  expect(again("https://example.com a=b 12:30")).toBe(
    "text:https://example.com text:a=b text:12:30",
  );
  expect(problems("stauts:failed")).toEqual([
    'There is no filter "stauts:". Did you mean status:?',
  ]);
});

test("a term that is not whole says what is missing", () => {
  expect(problems("flaky:often status: metric.x")).toEqual([
    "flaky needs a number, such as flaky:>20%.",
    "status: needs a word after the colon.",
  ]);
  expect(problems("metric<1")).toEqual([
    "metric. needs the name of a metric, such as metric.tool_trajectory<0.8.",
  ]);
});
