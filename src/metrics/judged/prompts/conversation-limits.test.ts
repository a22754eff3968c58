import { describe, expect, test } from "vitest";
import { measureBuiltIn } from "../../../../tests/measure-built-in.ts";
import { anInvocation } from "../../../testing/builders.ts";

describe("limits on a whole conversation", () => {
  test("response_latency is the slowest turn", async () => {
    const actual = [0.5, 3.2, 1].map((duration) => anInvocation({ duration }));
    const result = await measureBuiltIn("response_latency", { threshold: 2 }, { actual });
    expect(result).toMatchObject({
      status: "failed",
      score: 3.2,
      detail: "Turn 2 of 3 took 3.2 s, the longest.",
      details: { seconds: [0.5, 3.2, 1] },
    });
  });

  test("response_latency is not evaluated while a turn is not timed", async () => {
    const actual = [anInvocation({ duration: 1 }), anInvocation()];
    const result = await measureBuiltIn("response_latency", { threshold: 2 }, { actual });
    expect(result).toMatchObject({ status: "not-evaluated", reason: "unsupported" });
  });

  test("total_tokens adds up all turns, a turn without a model call being free", async () => {
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 20 };
    const turn = anInvocation({
      intermediateData: { invocationEvents: [{ author: "agent", usageMetadata }] },
    });
    const actual = [turn, turn, anInvocation()];
    const result = await measureBuiltIn("total_tokens", { threshold: 240 }, { actual });
    expect(result).toMatchObject({
      status: "passed",
      score: 240,
      details: { tokens: [120, 120, 0] },
    });
  });

  test("total_tokens is not evaluated when nobody told a count", async () => {
    const result = await measureBuiltIn(
      "total_tokens",
      { threshold: 240 },
      { actual: [anInvocation()] },
    );
    expect(result).toMatchObject({ status: "not-evaluated", reason: "unsupported" });
  });

  test("tool_calls counts all turns and says which tools", async () => {
    const actual = [
      anInvocation({ calls: [{ name: "find" }, { name: "find" }] }),
      anInvocation({ calls: [{ name: "book" }] }),
    ];
    const result = await measureBuiltIn("tool_calls", { threshold: 2 }, { actual });
    expect(result).toMatchObject({
      status: "failed",
      score: 3,
      detail: "Called: find 2 times, book once.",
    });
  });
});
