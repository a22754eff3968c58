import { expect, test } from "vitest";
import { measureBuiltIn } from "../../tests/measure-built-in.ts";
import type { FunctionResponse } from "../core/content.ts";
import { anExpectedTurn, anInvocation } from "../testing/builders.ts";

async function match(expected: readonly FunctionResponse[], actual: readonly FunctionResponse[]) {
  const parts = actual.map((functionResponse) => ({ functionResponse }));
  const result = await measureBuiltIn(
    "tool_response_match",
    {},
    {
      actual: [
        anInvocation({
          intermediateData: { invocationEvents: [{ author: "agent", content: { parts } }] },
        }),
      ],
      expected: [
        anExpectedTurn({
          intermediateData: { toolUses: [], toolResponses: expected, intermediateResponses: [] },
        }),
      ],
    },
  );
  return { score: result.score, why: result.perInvocation[0]?.why, reason: result.reason };
}

const rooms = (free: unknown, id?: string): FunctionResponse => ({
  id,
  name: "rooms",
  response: { free },
});

test("responses are paired by id where both sides have it", async () => {
  expect((await match([rooms(1, "a"), rooms(2, "b")], [rooms(2, "b"), rooms(1, "a")])).score).toBe(
    1,
  );
});

test("without common ids they are paired by order within each tool", async () => {
  const book: FunctionResponse = { name: "book", response: { ok: true } };
  const actual = [book, rooms(1, "x1"), rooms(2, "x2")];
  expect((await match([rooms(1, "a"), rooms(2, "b"), book], actual)).score).toBe(1);
});

test("values are compared as Python does", async () => {
  expect((await match([rooms(1)], [rooms(true)])).score).toBe(1);
});

test("the score is the share that is right, and the first difference is told", async () => {
  expect(await match([rooms(1), rooms(2)], [rooms(1), rooms(3)])).toMatchObject({
    score: 0.5,
    why: 'rooms answered {"free":3} where {"free":2} was expected.',
  });
  expect((await match([rooms(1)], [])).why).toBe("rooms never answered.");
});

test("an id that belongs to another tool's response is a difference", async () => {
  const other: FunctionResponse = { id: "a", name: "book", response: { free: 1 } };
  expect((await match([rooms(1, "a")], [other])).why).toBe(
    "book answered where rooms was expected.",
  );
});

test("without expected responses there is nothing to compare", async () => {
  expect((await match([], [rooms(1)])).reason).toBe("missing-reference");
});
