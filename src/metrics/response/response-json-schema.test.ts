import { describe, expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { anInvocation } from "../../testing/builders.ts";

async function check(schema: unknown, answer: string) {
  const input = { actual: [anInvocation({ answer })] };
  const result = await measureBuiltIn("response_json_schema", { schema }, input);
  return { score: result.score, why: result.perInvocation[0]?.why };
}

const room = {
  type: "object",
  properties: { name: { type: "string" }, beds: { type: "integer", minimum: 1 } },
  required: ["name"],
  additionalProperties: false,
};

describe("response_json_schema", () => {
  test("takes an answer of the right form, in a code block too", async () => {
    expect(await check(room, '{"name": "blue", "beds": 2}')).toEqual({ score: 1, why: undefined });
    expect((await check(room, '```json\n{"name": "blue"}\n```')).score).toBe(1);
  });

  test.each([
    ["Here you are.", "The answer is not JSON."],
    ["[]", "The answer is an empty array; an object was expected."],
    ["{}", 'The answer has no "name".'],
    ['{"name": "blue", "beds": 0}', "beds is 0; at least 1 was expected."],
    ['{"name": "blue", "view": "sea"}', 'The answer has a key "view", which is not allowed.'],
  ])("says what is wrong with %s", async (answer, why) => {
    expect(await check(room, answer)).toEqual({ score: 0, why });
  });

  test("reads bounds of any length", async () => {
    const schema = { type: "integer", maximum: JSON.rawJSON("9223372036854775807") };
    expect((await check(schema, "12")).score).toBe(1);
  });

  test.each([
    [{ schema: { typ: "object" } }, 'The schema keyword "typ" is not checked here.'],
    [
      { schema: { unevaluatedProperties: false } },
      'keyword "unevaluatedProperties" is not checked',
    ],
    [{ schema: { properties: { a: { type: "text" } } } }, '"type" in the schema is "text"'],
    [{ schema: { items: [{}] } }, "A schema is an array"],
    [{ schema: { $ref: "#/$defs/room" } }, 'The reference "#/$defs/room" points at no schema'],
    [{ schema: { pattern: "(" } }, "is not a regular expression"],
    [{ schema: "object" }, 'A schema is "object"'],
    [{}, 'has no "schema"'],
  ])("refuses %j before the run", (settings, message) => {
    const plan = () => planMetric("response_json_schema", { threshold: 1, ...settings });
    expect(plan).toThrow(message);
  });
});
