import { expect, test } from "vitest";
import type { TrajectoryDiff } from "../../core/analysis/trajectory-diff.ts";
import { paint } from "./paint.ts";
import { safeText } from "./safe-text.ts";
import { trajectoryLines } from "./trajectory-text.ts";

const options = { say: safeText([]), paint: paint(false), columns: 80 };
const drawn = (diff: Omit<TrajectoryDiff, "why">) =>
  `\n${trajectoryLines({ why: "", ...diff }, options).join("\n")}\n`;

test("the head says how calls are matched, unless it is exactly", () => {
  const missing = { kind: "missing", expected: { name: "look", args: { at: "sky" } } } as const;
  expect(drawn({ matchType: "EXACT", steps: [missing] })).toMatchInlineSnapshot(`
    "
               expected                          actual
          −    look(at: "sky")                   never called
    "
  `);
  expect(
    drawn({ matchType: "IN_ORDER", steps: [{ ...missing, namesOnly: true }] }),
  ).toMatchInlineSnapshot(`
    "
               expected (IN_ORDER, names only)   actual
          −    look                              never called
    "
  `);
});

test("a matcher stands where its argument would", () => {
  const expected = { name: "book", args: { from: "Oslo", seats: 2, id: "x", note: "a" } };
  const actual = { name: "book", args: { from: "Rome", seats: 9, id: "y", day: "Mon", note: "b" } };
  const matchers = {
    from: { regex: "^O" },
    seats: { range: { min: 1, max: 4 } },
    id: { ignore: true },
    day: { oneOf: ["Sat", "Sun"] },
  } as const;
  const changes = [{ name: "from" }, { name: "seats" }, { name: "day" }, { name: "note" }];
  expect(
    drawn({
      matchType: "ANY_ORDER",
      steps: [{ kind: "changed", expected, actual, changes, matchers }],
    }),
  ).toMatchInlineSnapshot(`
    "
               expected (ANY_ORDER)              actual
          ~    book(from: matches ^O,            book(from: "Rome", seats: 9,
                 seats: 1 to 4, note: "a",         id: "y", day: "Mon", note: "b")
                 day: one of "Sat", "Sun", …)
    "
  `);
});
