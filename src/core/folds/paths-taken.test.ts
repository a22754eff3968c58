import { expect, test } from "vitest";
import { anInvocation } from "../../testing/builders.ts";
import { pathsTaken } from "./paths-taken.ts";

const held = (status: string, ...turns: readonly (readonly string[])[]) => ({
  status,
  invocations: turns.map((tools) => anInvocation({ calls: tools.map((name) => ({ name })) })),
});

test("trials that went the same way are one path, the most frequent first", () => {
  expect(
    pathsTaken([
      held("failed", ["find"]),
      held("passed", ["find", "book"], []),
      held("failed", ["find", "book"], []),
      held("passed", ["find"], ["book"]),
    ]),
  ).toEqual([
    { turns: [["find", "book"], []], trials: 2, passed: 1 },
    { turns: [["find"]], trials: 1, passed: 0 },
    { turns: [["find"], ["book"]], trials: 1, passed: 1 },
  ]);
  expect(pathsTaken([])).toEqual([]);
});
