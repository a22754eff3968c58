import { expect, test } from "vitest";
import { measure, samples } from "../../../tests/judges/measure-judged.ts";
import { anExpectedTurn, anInvocation } from "../../testing/builders.ts";

const said = (...texts: readonly (readonly [author: string, text: string])[]) => ({
  intermediateData: {
    toolUses: [],
    intermediateResponses: texts.map(([author, text]): [string, { text: string }[]] => [
      author,
      [{ text }],
    ]),
  },
});
const user = "Is a room free?";
const expected = anExpectedTurn({
  user,
  ...said(["researcher", "Three rooms are free."], ["writer", "A draft is made."]),
});

test("a judge compares author by author, and each counts the same", async () => {
  const actual = anInvocation({
    user,
    ...said(["researcher", "3 rooms."], ["writer", "Nothing yet."]),
  });
  const answers = [{ verdict: "valid" }, { rationale: "No draft.", verdict: "invalid" }];
  const input = { actual: [actual], expected: [expected] };
  const { result } = await measure("intermediate_response_match_v2", samples(1), input, answers);
  expect(result).toMatchObject({ status: "passed", score: 0.5 });
  const [turn] = result.perInvocation;
  expect(turn?.why).toBe("writer: 1 of 1 votes say invalid. No draft.");
  expect(turn?.details).toEqual({
    byAuthor: [
      { author: "researcher", score: 1 },
      { author: "writer", score: 0 },
    ],
  });
});

test("whoever said nothing has not said it, and no judge is asked about that", async () => {
  const actual = anInvocation({ user, ...said(["researcher", "3 rooms."]) });
  const input = { actual: [actual], expected: [expected] };
  const answers = [{ verdict: "valid" }];
  const { result } = await measure("intermediate_response_match_v2", samples(1), input, answers);
  expect(result.perInvocation[0]?.why).toBe("writer: It said nothing on the way.");
});

test("one author without a verdict leaves the turn without a score", async () => {
  const actual = anInvocation({
    user,
    ...said(["researcher", "3 rooms."], ["writer", "Nothing yet."]),
  });
  const input = { actual: [actual], expected: [expected] };
  const answers = [{ verdict: "valid" }, { verdict: "perhaps" }];
  const { result } = await measure("intermediate_response_match_v2", samples(1), input, answers);
  expect(result).toMatchObject({ status: "not-evaluated" });
  expect(result.perInvocation[0]?.score).toBeUndefined();
});

test("a turn without intermediate_responses is not asked", async () => {
  const actual = anInvocation({ user, ...said(["researcher", "3 rooms."]) });
  const input = { actual: [actual], expected: [anExpectedTurn({ user })] };
  const { result } = await measure("intermediate_response_match_v2", samples(1), input, []);
  expect(result).toMatchObject({ status: "not-evaluated", reason: "missing-reference" });
});
