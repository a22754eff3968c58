import { expect, test } from "vitest";
import type { TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";
import { whatChanged } from "./what-changed.ts";

const call = (name: string, args: Readonly<Record<string, unknown>> = {}) => ({ name, args });
const lost = (name: string): TrajectoryStep => ({ kind: "missing", expected: call(name) });
const gained = (name: string): TrajectoryStep => ({ kind: "extra", actual: call(name) });
const kept = (name: string): TrajectoryStep => {
  return { kind: "matched", expected: call(name), actual: call(name) };
};

test.each<[string, readonly TrajectoryStep[]]>([
  ["now calls look", [gained("look")]],
  ["no longer calls look", [lost("look")]],
  ["calls look twice, not once", [kept("look"), gained("look")]],
  ["calls look once, not 3 times", [kept("look"), lost("look"), lost("look")]],
  ["now calls a, now calls b, now calls c, 2 more", ["a", "b", "c", "d", "e"].map(gained)],
  ["", [kept("look")]],
])("%s", (text, steps) => {
  expect(whatChanged({ steps })).toBe(text);
});

test("arguments are told with what they were, and what moved is told so", () => {
  const [expected, actual] = [call("look", { room: "a" }), call("look", { room: "b" })];
  const changed = (change: Readonly<Record<string, unknown>>): TrajectoryStep => {
    return { kind: "changed", expected, actual, changes: [{ name: "room", ...change }] };
  };
  const told = (step: TrajectoryStep) => whatChanged({ steps: [step] });
  expect(told(changed({ expected: "a", actual: "b" }))).toBe('room is "b", not "a"');
  expect(told(changed({ actual: "b" }))).toBe('room is "b"');
  expect(told(changed({ expected: "a" }))).toBe("leaves out room");
  expect(told({ kind: "moved", expected, actual, expectedAt: 0, actualAt: 1 })).toBe(
    "calls look in another place",
  );
});

test("answers are only told where no call differs", () => {
  const answers = { answerA: "yes", answerB: "no" };
  expect(whatChanged({ steps: [], ...answers })).toBe("answers differently");
  expect(whatChanged({ steps: [], answerA: "yes" })).toBe("answers nothing");
  expect(whatChanged({ steps: [], answerB: "no" })).toBe("answers now");
  expect(whatChanged({ steps: [gained("look")], ...answers })).toBe("now calls look");
});
