import fc from "fast-check";
import { expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import type { FunctionCall, FunctionResponse } from "../../core/content.ts";
import { countsAs } from "../../core/folds/case-row.ts";
import type { Invocation } from "../../core/invocation.ts";
import { anExpectedTurn, anInvocation } from "../../testing/builders.ts";

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

test("the score is the share that is right, and the first difference is reported", async () => {
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

test("an empty list expects that no tool answers", async () => {
  expect(await match([], [])).toMatchObject({ score: 1 });
  expect(await match([], [rooms(1)])).toMatchObject({
    score: 0,
    why: "rooms answered where no tool was expected to.",
  });
});

const call = (day: string, id?: string): FunctionCall => ({ id, name: "rooms", args: { day } });

function turnOf(calls: readonly FunctionCall[], responses?: readonly FunctionResponse[]) {
  return anExpectedTurn({ intermediateData: { toolUses: calls, toolResponses: responses } });
}

function live(calls: readonly FunctionCall[], responses: readonly FunctionResponse[]) {
  const said = [
    { parts: calls.map((functionCall) => ({ functionCall })) },
    ...responses.map((functionResponse) => ({ parts: [{ functionResponse }] })),
  ];
  const invocationEvents = said.map((content) => ({ author: "agent", content }));
  return anInvocation({ intermediateData: { invocationEvents } });
}

async function scoreOf(expected: Invocation, actual: Invocation) {
  const turns = { actual: [actual], expected: [expected] };
  const result = await measureBuiltIn("tool_response_match", {}, turns);
  return result.score ?? result.reason;
}

test("parallel calls that are answered in the other order are paired with their own answers", async () => {
  const calls = [call("mon", "x1"), call("tue", "x2")];
  const actual = live(calls, [rooms(2, "x2"), rooms(1, "x1")]);
  const asked = [call("mon"), call("tue")];
  expect(await scoreOf(turnOf(asked, [rooms(1), rooms(2)]), actual)).toBe(1);
  expect(await scoreOf(turnOf(asked, [rooms(2), rooms(1)]), actual)).toBe(0);
  // without the calls that they answer, responses stand in the order of the calls
  expect(await scoreOf(turnOf([], [rooms(1), rooms(2)]), actual)).toBe(1);
  expect(await scoreOf(turnOf([], [rooms(2), rooms(1)]), actual)).toBe(0);
});

test("calls made in another order are paired by their arguments, whatever their ids say", async () => {
  const actual = live([call("tue", "1"), call("mon", "2")], [rooms(2, "1"), rooms(1, "2")]);
  const asked = [call("mon", "1"), call("tue", "2")];
  expect(await scoreOf(turnOf(asked, [rooms(1, "1"), rooms(2, "2")]), actual)).toBe(1);
  expect(await scoreOf(turnOf(asked, [rooms(2, "1"), rooms(1, "2")]), actual)).toBe(0);
});

test("a turn that says nothing about responses is not asked", async () => {
  expect(await scoreOf(turnOf([call("mon")]), live([], [rooms(1)]))).toBe("missing-reference");
  const thanks = live([], []);
  const spoken = turnOf([call("mon")], [rooms(1)]);
  const held = live([call("mon", "a")], [rooms(1, "a")]);
  for (const last of [turnOf([]), turnOf([], [])]) {
    const turns = { actual: [held, thanks], expected: [spoken, last] };
    const result = await measureBuiltIn("tool_response_match", {}, turns);
    expect(result).toMatchObject({ status: "passed", score: 1 });
    expect(countsAs(result)).toBe("passed");
  }
});

test("however the responses of a turn come in, they are paired the same", async () => {
  const days = fc.uniqueArray(fc.constantFrom("mon", "tue", "wed", "thu"), { minLength: 1 });
  const shuffledDays = days.chain((all) =>
    fc.record({
      all: fc.constant(all),
      made: fc.shuffledSubarray(all, { minLength: all.length }),
      answered: fc.shuffledSubarray(all, { minLength: all.length }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(shuffledDays, async ({ all, made, answered }) => {
      const expected = turnOf(
        all.map((day) => call(day)),
        all.map((day) => rooms(day)),
      );
      const actual = live(
        made.map((day, place) => call(day, `${place}`)),
        answered.map((day) => rooms(day, `${made.indexOf(day)}`)),
      );
      expect(await scoreOf(expected, actual)).toBe(1);
    }),
  );
});
