import { describe, expect, test } from "vitest";
import { anInvocation } from "../testing/index.ts";
import { evalMatchers, toFollowTrajectory, toMatchResponse, toScore } from "./eval-matchers.ts";

expect.extend(evalMatchers);

const turn = anInvocation();
const measured = { metrics: [{ name: "response_match_score", score: 0.5 }] };
const anyArguments = (matcher: unknown) => matcher as (...given: unknown[]) => unknown;

describe("a mistake in what a matcher is asked is an error, also behind not", () => {
  test.each<readonly [string, readonly unknown[], string]>([
    ["toScore", ["response_match_score"], "given missing as a bound; a number was expected"],
    ["toScore", ["response_match_score", "0.5"], 'given "0.5" as a bound'],
    ["toScore", ["response_match_score", Number.NaN], "given NaN as a bound"],
    ["toScore", [5, 0.5], "given 5; the name of a metric was expected"],
    ["toMatchResponse", [], "given missing; a string or an array of strings was expected"],
    ["toMatchResponse", [5], "given 5; a string"],
    ["toMatchResponse", [[]], "given an empty array; a string"],
    ["toMatchResponse", ["a", { treshold: 1 }], 'no option "treshold". Did you mean threshold?'],
    ["toMatchResponse", ["a", null], "given null for its options"],
    ["toMatchResponse", ["a", { threshold: "0.9" }], 'given "0.9" as a threshold'],
    ["toMatchResponse", ["a", { threshold: 80 }], "80 as a threshold; a number from 0 to 1"],
    ["toFollowTrajectory", [], "given missing; a list was expected"],
    ["toFollowTrajectory", ["a"], 'given "a"; a list was expected'],
    ["toFollowTrajectory", [[5]], "given 5 as a call; a name, or an object with a name"],
    ["toFollowTrajectory", [[{ tool: "a" }]], "given an object as a call"],
    ["toFollowTrajectory", [[{ name: "a", args: "b" }]], 'The args of a are "b"'],
    ["toFollowTrajectory", [[{ name: "a", arg: { b: 1 } }]], 'has "arg", which means nothing'],
    ["toFollowTrajectory", [["a"], { matchType: "ORDERED" }], "Expected EXACT, IN_ORDER"],
    ["toFollowTrajectory", [["a"], { ignoreArgs: "no" }], 'given "no" as ignoreArgs'],
    ["toFollowTrajectory", [["a", ["b"]]], "given calls beside turns"],
    ["toFollowTrajectory", [[], { matchTyp: "EXACT" }], "Did you mean matchType?"],
  ])("%s(%j)", (name, given, message) => {
    const matcher = { toScore, toMatchResponse, toFollowTrajectory }[name];
    const received = name === "toScore" ? measured : [turn];
    expect(() => anyArguments(matcher)(received, ...given)).toThrow(message);
    const { not } = expect(received) as unknown as {
      not: Record<string, (...all: readonly unknown[]) => void>;
    };
    expect(() => not[name]?.(...given)).toThrow(message);
  });
});

test("what is right is compared", () => {
  expect(measured).toScore("response_match_score", 0.5);
  expect(measured).not.toScore("response_match_score", 0.6);
  expect([turn]).toFollowTrajectory([]);
  expect([turn]).not.toFollowTrajectory([{ name: "a", args: {} }]);
  expect([turn]).not.toFollowTrajectory([["a"]], { matchType: "IN_ORDER" });
});
