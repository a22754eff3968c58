import { expect, test } from "vitest";
import { completed, completionsOf, type FilterHint } from "./complete-filter.ts";

const hints: readonly FilterHint[] = [
  { key: "status:", about: "verdict", values: ["failed", "passed"] },
  { key: "tag:", about: "tag", values: ["money back", "smoke"] },
  { key: "tool:", about: "tool" },
  { key: "metric.", about: "score", values: ["response_match_score<"] },
];
const offered = (text: string, caret = text.length) =>
  completionsOf(text, caret, hints).map((each) => each.text);
const after = (text: string, at = 0, caret = text.length) => {
  const completion = completionsOf(text, caret, hints)[at];
  return completion && completed(text, caret, completion);
};

test("keys are offered first, and what is known of a key behind it", () => {
  expect(offered("t")).toEqual(["tag:", "tool:"]);
  expect(offered("status:")).toEqual(["status:failed", "status:passed"]);
  expect(offered("status:pa")).toEqual(["status:passed"]);
  expect(offered("status:passed")).toEqual([]);
  expect(offered("refund")).toEqual([]);
});

test("a term that leaves out, and one among others, is completed where it stands", () => {
  expect(offered("status:failed -ta")).toEqual(["-tag:"]);
  expect(after("ta status:failed", 0, 2)).toEqual({ text: "tag: status:failed", caret: 4 });
  expect(after("status:fai tool:x", 0, 10)).toEqual({ text: "status:failed tool:x", caret: 14 });
});

test("what has a space is quoted, and what needs more stays open", () => {
  expect(after("tag:mon")).toEqual({ text: 'tag:"money back" ', caret: 17 });
  expect(after("metric.resp")).toEqual({ text: "metric.response_match_score<", caret: 28 });
  expect(after("tag:sm")).toEqual({ text: "tag:smoke ", caret: 10 });
});
