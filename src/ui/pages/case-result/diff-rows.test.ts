import { expect, test } from "vitest";
import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import { type DiffRow, diffRows, folded } from "./diff-rows.ts";

const call = (name: string) => ({ name, args: {} });
const matched = (name: string): TrajectoryStep => {
  return { kind: "matched", expected: call(name), actual: call(name) };
};
const moved = (name: string, expectedAt: number, actualAt: number): TrajectoryStep => {
  return { kind: "moved", expected: call(name), actual: call(name), expectedAt, actualAt };
};
const extra = (name: string): TrajectoryStep => ({ kind: "extra", actual: call(name) });

function textOf({ step, side, connector }: DiffRow): string {
  const name = "expected" in step ? step.expected.name : step.actual.name;
  return [name, side, connector].filter(Boolean).join(" ");
}

test("a call that came late stands where it was expected and where it was made, with a line between", () => {
  const rows = diffRows([moved("check", 0, 2), matched("find"), matched("refund")]);
  expect(rows.map(textOf)).toEqual([
    "check expected from",
    "find through",
    "refund through",
    "check actual to",
  ]);
});

test("a call that came early does, too", () => {
  const rows = diffRows([matched("find"), matched("refund"), moved("check", 2, 0)]);
  expect(rows.map(textOf)).toEqual([
    "check actual from",
    "find through",
    "refund through",
    "check expected to",
  ]);
});

test("what was called beside it keeps its place", () => {
  const rows = diffRows([moved("check", 0, 2), matched("find"), extra("search"), matched("end")]);
  expect(rows.map(textOf)).toEqual([
    "check expected from",
    "find through",
    "search through",
    "check actual to",
    "end",
  ]);
});

test("three equal steps in a row are folded, two are not", () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => matched(`${at}`));
  const shape = (steps: readonly TrajectoryStep[]) =>
    folded(diffRows(steps)).map((each) => ("rows" in each ? each.rows.length : textOf(each)));
  expect(shape([...names(3), extra("search")])).toEqual([3, "search"]);
  expect(shape([...names(2), extra("search")])).toEqual(["0", "1", "search"]);
});
