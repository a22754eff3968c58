import { describe, expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import { anEvalCase, anInvocation } from "../../testing/builders.ts";

type State = Readonly<Record<string, unknown>>;

function compare(
  expected: State | undefined,
  finalState: State | undefined,
  settings: object = {},
) {
  return measureBuiltIn(
    "final_session_state",
    { ...settings },
    {
      evalCase: anEvalCase({ finalSessionState: expected }),
      actual: [anInvocation()],
      finalState,
    },
  );
}

describe("final_session_state", () => {
  test("as a subset asks for what is expected and allows more, at any depth", async () => {
    const result = await compare(
      { cart: { items: [1] } },
      { cart: { items: [1], total: 3 }, user: "u" },
    );
    expect(result).toMatchObject({ status: "passed", score: 1 });
  });

  test("exactly allows nothing more", async () => {
    const result = await compare(
      { cart: { items: [1] } },
      { cart: { items: [1], total: 3 } },
      { mode: "exact" },
    );
    expect(result).toMatchObject({
      status: "failed",
      detail: "cart.total is 3, which nobody expected.",
    });
  });

  test("tells what is missing and what differs", async () => {
    const result = await compare({ a: 1, b: { c: [1] }, d: "x" }, { b: { c: [2] }, d: "x" });
    expect(result.detail).toBe("a is missing; 1 was expected. b.c is [2] where [1] was expected.");
  });

  test("compares as Python does, long integers included", async () => {
    const long = JSON.rawJSON("12345678901234567890");
    expect((await compare({ a: 1, n: long }, { a: true, n: long })).score).toBe(1);
    expect((await compare({ n: long }, { n: JSON.rawJSON("12345678901234567891") })).score).toBe(0);
  });

  test("has nothing to compare with when the case expects no state", async () => {
    expect(await compare(undefined, { a: 1 })).toMatchObject({
      status: "not-evaluated",
      reason: "missing-reference",
    });
  });

  test("an empty object is a reference: nothing is expected", async () => {
    expect(await compare({}, { a: 1 })).toMatchObject({ status: "passed", score: 1 });
    expect(await compare({}, { a: 1 }, { mode: "exact" })).toMatchObject({ status: "failed" });
  });

  test("cannot be measured for an agent that tells no state", async () => {
    expect(await compare({ a: 1 }, undefined)).toMatchObject({
      status: "not-evaluated",
      reason: "unsupported",
    });
  });
});
