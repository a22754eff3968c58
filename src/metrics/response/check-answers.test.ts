import { describe, expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { anInvocation } from "../../testing/builders.ts";

function check(
  name: string,
  settings: Readonly<Record<string, unknown>>,
  ...answers: readonly string[]
) {
  const actual = answers.map((answer) => anInvocation({ answer }));
  return measureBuiltIn(name, settings, { actual });
}

describe("response_contains", () => {
  test("scores the share of texts that are there and names the others", async () => {
    const result = await check("response_contains", { texts: ["17", "°C"] }, "It is 17 degrees.");
    expect(result.score).toBe(0.5);
    expect(result.perInvocation[0]?.why).toBe('The answer lacks "°C".');
  });

  test("is content with any of them when asked to be", async () => {
    expect((await check("response_contains", { texts: ["17", "°C"], any: true }, "17")).score).toBe(
      1,
    );
  });

  test("ignores case only when asked to", async () => {
    expect((await check("response_contains", { texts: "Yes" }, "yes")).score).toBe(0);
    expect(
      (await check("response_contains", { texts: "Yes", ignore_case: true }, "yes")).score,
    ).toBe(1);
  });

  test("looks at each answer, at the last one, or for any one that is right", async () => {
    const score = async (turns: string) =>
      (await check("response_contains", { texts: ["yes"], turns }, "yes", "no", "no")).score;
    expect(await score("each")).toBeCloseTo(1 / 3);
    expect(await score("last")).toBe(0);
    expect(await score("any")).toBe(1);
  });

  test.each([
    [{}],
    [{ texts: [] }],
    [{ texts: [""] }],
    [{ texts: ["a"], ignorecase: 1 }],
    [{ texts: 3 }],
  ])("refuses the settings %j before the run", (settings) => {
    const plan = () => planMetric("response_contains", { threshold: 1, ...settings });
    expect(plan).toThrow(/criteria\.response_contains/);
  });
});

describe("response_regex", () => {
  test("matches anywhere in the answer", async () => {
    expect(
      (await check("response_regex", { pattern: "room \\d+" }, "Your room 12 is free")).score,
    ).toBe(1);
    const result = await check("response_regex", { pattern: "^ROOM", flags: "i" }, "a room");
    expect(result.perInvocation[0]).toMatchObject({
      score: 0,
      why: "The answer does not match ^ROOM.",
    });
  });

  test("refuses a pattern that is none before the run", () => {
    expect(() => planMetric("response_regex", { threshold: 1, pattern: "(" })).toThrow(
      /not a regular expression/,
    );
    expect(() => planMetric("response_regex", { threshold: 1, pattern: "" })).toThrow(
      "The pattern is empty",
    );
    expect(() =>
      planMetric("response_regex", { threshold: 1, pattern: "a", flags: "q" }),
    ).toThrow();
  });

  test("gives no score when a pattern does not end in time", async () => {
    const result = await check("response_regex", { pattern: "^(a+)+$" }, `${"a".repeat(40)}!`);
    expect(result).toMatchObject({ status: "not-evaluated", reason: "metric-error" });
    expect(result.detail).toContain("took too long");
  });
});

describe("response_language", () => {
  test("is the share of letters in the language's script", async () => {
    expect((await check("response_language", { language: "ko" }, "안녕하세요, 17도!")).score).toBe(
      1,
    );
    const mixed = await check("response_language", { language: "ko" }, "안녕 ok");
    expect(mixed.perInvocation[0]).toMatchObject({
      score: 0.5,
      why: '2 of 4 letters are not of "ko".',
    });
    expect((await check("response_language", { language: "ja" }, "ラーメンを食べる")).score).toBe(
      1,
    );
  });

  test("refuses a language that shares its letters with many", () => {
    const plan = () => planMetric("response_language", { threshold: 1, language: "fr" });
    expect(plan).toThrow(/cannot be recognised by its letters/);
  });
});
