import { describe, expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import type { Invocation, InvocationEvent, UsageMetadata } from "../../core/invocation.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";

function aTurn(
  events: readonly Partial<InvocationEvent>[],
  rest: Partial<Invocation> = {},
): Invocation {
  const invocationEvents = events.map((event) => ({ author: "agent", ...event }));
  return anInvocation({ intermediateData: { invocationEvents }, ...rest });
}

const using = (usageMetadata: UsageMetadata) => ({ usageMetadata });

describe("efficiency metrics", () => {
  test("inform when they have no threshold", async () => {
    const actual = [anInvocation({ calls: [{ name: "find" }, { name: "book" }] }), anInvocation()];
    const result = await measureBuiltIn("tool_call_count_v1", undefined, { actual });
    expect(result).toMatchObject({ status: "informational", score: 1 });
    expect(result.perInvocation.map((turn) => turn.status)).toEqual([
      "informational",
      "informational",
    ]);
  });

  test("with a threshold allow at most that much", async () => {
    const actual = [anInvocation({ calls: [{ name: "find" }, { name: "book" }] })];
    const status = async (threshold: number) =>
      (await measureBuiltIn("tool_call_count_v1", { threshold }, { actual })).status;
    expect([await status(1), await status(2)]).toEqual(["failed", "passed"]);
  });

  test("with a threshold on what the agent does not report are not evaluated, with a reason", async () => {
    const result = await measureBuiltIn(
      "token_usage_v1",
      { threshold: 100 },
      { actual: [anInvocation()] },
    );
    expect(result).toMatchObject({
      status: "not-evaluated",
      reason: "unsupported",
      detail:
        "token_usage_v1 needs token counts, and the agent reports none. Leave its threshold out.",
    });
  });

  test("with a threshold on model calls decide nothing for an agent that tells of none", async () => {
    const silent = [aTurn([{}]), anInvocation()];
    const limit = { threshold: 0 };
    const result = await measureBuiltIn("inference_call_count_v1", limit, { actual: silent });
    expect(result).toMatchObject({
      status: "not-evaluated",
      reason: "unsupported",
      detail:
        "inference_call_count_v1 needs model calls, and the agent reports none. Leave its threshold out.",
      perInvocation: [{ score: undefined }, { score: undefined }],
    });
    const evalCase = anEvalCase({ assay: { thresholds: { inference_call_count_v1: 3 } } });
    const ofCase = await measureBuiltIn("inference_call_count_v1", undefined, {
      actual: silent,
      evalCase,
    });
    expect(ofCase.status).toBe("not-evaluated");
    const informing = await measureBuiltIn("inference_call_count_v1", undefined, {
      actual: silent,
    });
    expect(informing).toMatchObject({ status: "informational", score: 0 });
    const telling = [aTurn([using({})]), aTurn([{}])];
    const told = await measureBuiltIn(
      "inference_call_count_v1",
      { threshold: 1 },
      { actual: telling },
    );
    expect(told).toMatchObject({ status: "passed", score: 0.5 });
  });

  test("count an event with usage or a model's version as a model call, even empty ones", async () => {
    const actual = [aTurn([using({}), { modelVersion: "" }, {}]), anExpectedTurn()];
    const result = await measureBuiltIn("inference_call_count_v1", undefined, { actual });
    expect(result.score).toBe(2);
    expect(result.perInvocation.map((turn) => turn.score)).toEqual([2, undefined]);
  });

  test("add up tokens in and out, and share a count over all turns", async () => {
    const first = using({ promptTokenCount: 9, candidatesTokenCount: 3, thoughtsTokenCount: 6 });
    const second = using({ promptTokenCount: 1, toolUsePromptTokenCount: 2, totalTokenCount: 99 });
    const actual = [aTurn([first, second]), aTurn([{ modelVersion: "m" }])];
    const result = await measureBuiltIn("token_usage_v1", undefined, { actual });
    expect(result.score).toBe(10.5);
    expect(result.perInvocation[0]?.details).toEqual({
      tokenUsageDetails: {
        totalTokens: 21,
        inputTokens: 12,
        promptTokens: 10,
        cachedTokens: undefined,
        toolUseTokens: 2,
        outputTokens: 9,
        candidatesTokens: 3,
        reasoningTokens: 6,
      },
    });
    expect(result.details).toMatchObject({ tokenUsageDetails: { reasoningTokens: 3 } });
  });

  test("round the mean of seconds to thousandths, ties to even, and no turn's own", async () => {
    const timed = (duration: number) => anInvocation({ duration });
    const measure = (actual: readonly Invocation[]) =>
      measureBuiltIn("invocation_duration_v1", undefined, { actual });
    expect((await measure([timed(0.125), timed(0)])).score).toBe(0.062);
    const one = await measure([timed(1.23456)]);
    expect([one.score, one.perInvocation[0]?.score]).toEqual([1.235, 1.23456]);
  });

  test("give the framework what models and tools leave, and never less than nothing", async () => {
    const actual = [
      anInvocation({ duration: 2, modelDuration: 1.25, toolDuration: 0.5 }),
      anInvocation({ duration: 1, modelDuration: 0.75, toolDuration: 0.5 }),
      anInvocation({ duration: 1, modelDuration: 0.75 }),
      anInvocation({ modelDuration: 0.75 }),
    ];
    const result = await measureBuiltIn("invocation_duration_v1", undefined, { actual });
    expect(result.perInvocation.map((turn) => turn.details)).toMatchObject(
      [0.25, 0, undefined, undefined].map((frameworkSeconds) => ({
        durationDetails: { frameworkSeconds },
      })),
    );
  });
});
