import { expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import type { CaseResult } from "../../core/run.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { failureLines } from "../failures/failure-text.ts";
import { paint } from "./paint.ts";
import { safeText } from "./safe-text.ts";

test("what agents were to say on the way stands beside what they said", async () => {
  const expected = anExpectedTurn({
    user: "Is it open?",
    intermediateData: {
      toolUses: [],
      intermediateResponses: [
        ["researcher", [{ text: "three rooms are free" }]],
        ["writer", [{ text: "drafting" }]],
        ["checker", [{ text: "all is well" }]],
      ],
    },
  });
  const actual = anInvocation({
    user: "Is it open?",
    intermediateData: {
      invocationEvents: [
        { author: "researcher", content: { parts: [{ text: "no rooms are free" }] } },
        { author: "writer", content: { parts: [{ text: "drafting" }] } },
      ],
    },
  });
  const metric = await measureBuiltIn(
    "intermediate_response_match",
    { threshold: 0.9 },
    { actual: [actual], expected: [expected] },
  );
  const result: CaseResult = {
    evalSetId: "set",
    evalId: "rooms",
    trial: 0,
    index: 0,
    status: "failed",
    metrics: [metric],
    invocations: [actual],
    evalCase: anEvalCase({ conversation: [expected] }),
    sessionId: "s",
    userId: "u",
    startedAt: "",
    duration: 0,
  };
  const drawing = { say: safeText([]), paint: paint(false), columns: 80, trials: 1 };
  expect(failureLines(result, drawing).join("\n")).toMatchInlineSnapshot(`
    "  ✗ rooms, turn 1 of 1
        user   Is it open?
        expected  researcher: three rooms are free
        actual    researcher: no rooms are free
        expected  checker: all is well
        actual    checker: (nothing)
        why    researcher: The answer lacks "three" and adds "no". checker: It
               said nothing on the way.
               words on the way 0.58, needs 0.90."
  `);
});
