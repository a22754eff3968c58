import { expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import type { Invocation } from "../../core/invocation.ts";
import { anInvocation } from "../../testing/builders.ts";

function aTurn(...responses: readonly Record<string, unknown>[]): Invocation {
  const parts = responses.map((response) => ({ functionResponse: { name: "rooms", response } }));
  return anInvocation({
    intermediateData: { invocationEvents: [{ author: "agent", content: { parts } }] },
  });
}

test.each([
  ["an MCP error", { isError: true, content: [] }, 0],
  ["an error text", { error: "no such room" }, 0],
  ["an error object", { error: { code: 404 } }, 0],
  ["a status of error", { status: "error", error_message: "full" }, 0],
  ["no error", { isError: false, error: null, free: 3 }, 1],
  ["an injected error", { error_code: 503, error_message: "down" }, 0],
  ["an error code alone", { errorCode: "E_FULL" }, 0],
  ["an empty error", { error: "", error_code: 0, error_message: "" }, 1],
])("%s", async (_, response, score) => {
  const result = await measureBuiltIn("no_tool_errors", {}, { actual: [aTurn(response)] });
  expect(result.score).toBe(score);
});

test("the score is the share of turns without an error, and an error is reported", async () => {
  const actual = [
    aTurn({ error: "no such room" }, { error: "again" }),
    aTurn(),
    aTurn({ free: 1 }),
    anInvocation(),
  ];
  const result = await measureBuiltIn("no_tool_errors", {}, { actual });
  expect(result).toMatchObject({ status: "failed", score: 0.75 });
  expect(result.perInvocation[0]?.why).toBe(
    'rooms answered with an error: "no such room". 1 more did.',
  );
});

test("errors of the simulated environment are distinguished from the tools' own", async () => {
  const down = { error_code: 503, error_message: "down" };
  const turn = { ...aTurn(down, { error: "full" }, down), simulatedResponses: [0, 2] };
  const result = await measureBuiltIn("no_tool_errors", {}, { actual: [turn] });
  expect(result).toMatchObject({ status: "failed", score: 0 });
  expect(result.perInvocation[0]).toMatchObject({
    why: 'rooms answered with an error of the simulated environment: 503, "down". 2 more did, 1 of them simulated.',
    details: { errors: 3, simulatedErrors: 2 },
  });
});
