import { expect, test } from "vitest";
import type { FunctionCall } from "../../core/content.ts";
import { textContent } from "../../core/content.ts";
import type { Invocation } from "../../core/invocation.ts";
import { evalMatchers } from "./matchers.ts";

expect.extend(evalMatchers);

function turn(calls: readonly FunctionCall[], answer = "Done."): Invocation {
  return {
    invocationId: "i",
    userContent: textContent("user", "please"),
    finalResponse: textContent("model", answer),
    creationTimestamp: 0,
    intermediateData: { toolUses: calls, toolResponses: [], intermediateResponses: [] },
  };
}

const get = { name: "get_device", args: { room: "kitchen" } };
const off = { name: "set_light", args: { room: "kitchen", on: false } };
const lamp = turn([get, off], "The kitchen light is off now.");
const messageOf = (check: () => void) => {
  try {
    check();
  } catch (error) {
    return (error as Error).message;
  }
  return "it passed";
};

test("calls are compared in the way asked for, by name where no arguments are given", () => {
  expect(lamp).toFollowTrajectory([get, off]);
  expect(lamp).toFollowTrajectory(["get_device", { name: "set_light" }]);
  expect(lamp).not.toFollowTrajectory(["set_light"]);
  expect(lamp).toFollowTrajectory(["set_light"], { matchType: "IN_ORDER" });
  expect(lamp).toFollowTrajectory([off, get], { matchType: "ANY_ORDER" });
  const hall = { name: "set_light", args: { room: "hall" } };
  expect(lamp).toFollowTrajectory(["get_device", hall], { ignoreArgs: true });
  expect(turn([])).toFollowTrajectory([]);
  expect(lamp).not.toFollowTrajectory([]);
});

test("a conversation is compared as one, or turn by turn", () => {
  const talk = { invocations: [turn([get]), turn([off])] };
  expect(talk).toFollowTrajectory([get, off]);
  expect(talk.invocations).toFollowTrajectory([[get], [off]]);
  expect(talk).not.toFollowTrajectory([[get, off], []]);
  expect(messageOf(() => expect(talk).toFollowTrajectory([[get]]))).toContain(
    "1 turn was expected, and there are 2.",
  );
});

test("a trajectory that went another way is drawn", () => {
  const on = { name: "set_light", args: { room: "kitchen", on: true } };
  expect(messageOf(() => expect(lamp).toFollowTrajectory([get, on, "log"]))).toMatchInlineSnapshot(`
    "The agent did not follow the trajectory (EXACT).

               expected                                    actual
          ✓    get_device(room: "kitchen")                 get_device(room: "kitchen")
          ~    set_light(room: "kitchen", on: true)        set_light(room: "kitchen", on: false)
          −    log                                         never called

        why    In set_light, on is false where true was expected, and log was never called."
  `);
});

test("answers are compared by their words", () => {
  expect(lamp).toMatchResponse("The kitchen light is off.");
  expect(lamp).not.toMatchResponse("The kitchen light is off.", { threshold: 0.95 });
  expect([turn([], "Hello"), turn([], "Bye")]).toMatchResponse(["Hello", "Bye"]);
  expect(messageOf(() => expect(lamp).toMatchResponse("It is dark."))).toMatchInlineSnapshot(`
    "The answer matches 0.222; 0.8 was asked for.

        expected  It is dark.
        actual    The kitchen light is off now.
        why       The answer lacks "it", "dark" and adds "the kitchen light", "off now"."
  `);
});

const result = (metric: object) => ({
  metrics: [{ name: "response_latency", perInvocation: [], ...metric }],
});

test("a score is held to its bound in the direction of its metric", () => {
  expect(result({ name: "response_match_score", score: 0.9, direction: "higher" })).toScore(
    "response_match_score",
    0.9,
  );
  const slow = result({ score: 4, direction: "lower" });
  expect(slow).toScore("response_latency", 5);
  expect(messageOf(() => expect(slow).toScore("response_latency", 3))).toBe(
    "response_latency was to be at most 3, and it is 4.",
  );
});

test("a run of one case and a case held once stand for their only conversation", () => {
  const conversation = {
    invocations: [lamp],
    ...result({ name: "response_match_score", score: 0.5, direction: "higher" }),
  };
  const pooled = result({ name: "response_match_score", score: 0.7 });
  const once = { evalId: "a", ...pooled, trials: [conversation] };
  for (const held of [conversation, once, { cases: [once], trials: [[conversation]] }]) {
    expect(held).toFollowTrajectory([get, off]);
    expect(held).toMatchResponse("The kitchen light is off.");
    expect(held).toScore("response_match_score", 0.5);
    expect(held).not.toScore("response_match_score", 0.6);
  }
  const twice = { evalId: "a", ...pooled, trials: [conversation, conversation] };
  for (const held of [twice, { cases: [twice], trials: [[conversation], [conversation]] }]) {
    expect(held).toScore("response_match_score", 0.7);
    expect(messageOf(() => expect(held).toFollowTrajectory([get, off]))).toContain("one trial");
  }
});

test("of a run and of a case of several trials, a metric where lower is better is held to at most", () => {
  const conversation = result({ name: "cost_of_mine", score: 0.2, direction: "lower" });
  const pooled = result({ name: "cost_of_mine", score: 0.2 });
  const twice = { evalId: "a", ...pooled, trials: [conversation, conversation] };
  const run = { cases: [twice, twice], ...pooled, trials: [[conversation], [conversation]] };
  for (const held of [twice, run]) {
    expect(held).toScore("cost_of_mine", 0.3);
    expect(held).not.toScore("cost_of_mine", 0.1);
  }
});

test("a conversation that ended before its first turn says why, also behind not", () => {
  const threw = { invocations: [], metrics: [], detail: "Turn 1: The agent failed: boom." };
  expect(messageOf(() => expect(threw).not.toMatchResponse("hi"))).toBe(
    "toMatchResponse found no turn to look at: Turn 1: The agent failed: boom.",
  );
});

test("what was not measured is neither at least nor below: even not does not pass", () => {
  const missing = result({ reason: "missing-reference" });
  expect(messageOf(() => expect(missing).not.toScore("response_latency", 1))).toBe(
    "response_latency was not evaluated: no reference to compare with",
  );
  expect(messageOf(() => expect(missing).not.toScore("response_latencies", 1))).toBe(
    "response_latencies was not measured in this case. Did you mean response_latency?",
  );
  expect(messageOf(() => expect("text").not.toFollowTrajectory([]))).toContain(
    "toFollowTrajectory looks at an invocation",
  );
});
