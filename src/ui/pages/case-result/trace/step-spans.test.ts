import { expect, test } from "vitest";
import type { TrajectoryStep } from "../../../../core/analysis/trajectory-diff.ts";
import { stepSpans } from "./step-spans.ts";

const call = (name: string) => ({ name, args: {} });
const tool = (name: string, span: string) => ({ name, span });
const made = (...names: string[]) =>
  names.map((name) => ({ expected: undefined, actual: call(name) }));

test("a step has the span of its own call, also where it came late or stands beside others", () => {
  const steps: readonly TrajectoryStep[] = [
    { kind: "moved", expected: call("check"), actual: call("check"), expectedAt: 0, actualAt: 2 },
    { kind: "matched", expected: call("find"), actual: call("find") },
    { kind: "missing", expected: call("convert") },
    { kind: "extra", actual: call("find") },
  ];
  const tools = [tool("find", "a"), tool("retry", "b"), tool("find", "c"), tool("check", "d")];
  const turn = { steps, calls: made("find", "find", "check") };
  expect(stepSpans(turn, tools)).toEqual(["d", "a", undefined, "c"]);
});

test("calls that nothing is said of have spans too, and what no span tells of has none", () => {
  const calls = made("find", "refund", "find");
  expect(stepSpans({ calls }, [tool("find", "a"), { name: "refund" }])).toEqual([
    "a",
    undefined,
    undefined,
  ]);
});
