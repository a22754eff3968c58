import { expect, test } from "vitest";
import { anInvocation } from "../testing/builders.ts";
import { acceptTurn } from "./accept-turn.ts";

const unmeasured = { callsMatched: false, callsDiffered: false };

test("a turn that said nothing at all takes the answer, and no calls where none were made", () => {
  const expected = anInvocation({ finalResponse: undefined });
  const actual = anInvocation({ finalResponse: { role: "model", parts: [{ text: "Hello." }] } });
  const after = acceptTurn({ user_content: "Hi" }, { expected, actual, ...unmeasured });
  expect(Object.keys(after ?? {})).toEqual(["user_content", "final_response"]);
});
