import { expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import type { Invocation } from "../../core/invocation.ts";
import { anExpectedTurn, anInvocation } from "../../testing/builders.ts";

type Said = readonly (readonly [author: string, text: string])[];

function authored(said: Said): Invocation {
  const intermediateResponses = said.map(([author, text]) => [author, [{ text }]] as const);
  return anExpectedTurn({
    intermediateData: { toolUses: [], toolResponses: [], intermediateResponses },
  });
}

function recorded(said: Said): Invocation {
  const invocationEvents = said.map(([author, text]) => ({
    author,
    content: { parts: [{ text }] },
  }));
  return anInvocation({ intermediateData: { invocationEvents } });
}

function match(expected: Said, actual: Said) {
  const turns = { actual: [recorded(actual)], expected: [authored(expected)] };
  return measureBuiltIn("intermediate_response_match", {}, turns);
}

test("each author is compared with what was expected of them", async () => {
  const expected: Said = [
    ["researcher", "three rooms are free"],
    ["writer", "drafting"],
  ];
  const actual: Said = [
    ["writer", "drafting"],
    ["researcher", "three rooms"],
    ["researcher", "are free"],
  ];
  expect(await match(expected, actual)).toMatchObject({ status: "passed", score: 1 });
});

test("an author who says nothing scores 0 and is named", async () => {
  const result = await match(
    [
      ["researcher", "three rooms"],
      ["writer", "drafting"],
    ],
    [["writer", "drafting"]],
  );
  expect(result.perInvocation[0]).toMatchObject({
    score: 0.5,
    why: "researcher: It said nothing on the way.",
    details: {
      byAuthor: [
        { author: "researcher", score: 0 },
        { author: "writer", score: 1 },
      ],
    },
  });
});

test("what nobody expected to be said changes nothing", async () => {
  expect(
    (
      await match(
        [["a", "yes"]],
        [
          ["a", "yes"],
          ["b", "no"],
        ],
      )
    ).score,
  ).toBe(1);
});

test("without any expected intermediate response there is nothing to compare", async () => {
  const turns = { actual: [recorded([["a", "yes"]])], expected: [anExpectedTurn()] };
  const result = await measureBuiltIn("intermediate_response_match", {}, turns);
  expect(result).toMatchObject({ status: "not-evaluated", reason: "missing-reference" });
  expect(result.detail).toContain("needs intermediate_responses in at least one turn.");
});

test("an empty list expects that nothing is said on the way", async () => {
  expect(await match([], [])).toMatchObject({ status: "passed", score: 1 });
  expect(await match([], [["a", "yes"]])).toMatchObject({ status: "failed", score: 0 });
});
