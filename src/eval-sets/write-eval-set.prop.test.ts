import fc from "fast-check";
import { expect, test } from "vitest";
import { evalSet } from "../testing/arbitraries.ts";
import { editCases } from "./editing/edit-eval-set.ts";
import { formatEvalSet } from "./editing/format-eval-set.ts";
import { verifiedText } from "./legacy/migrate.ts";
import { readEvalSet } from "./reading/read-eval-set.ts";
import { writeEvalSet } from "./write-eval-set.ts";

test("what is written reads as what it was", () => {
  fc.assert(
    fc.property(evalSet, (set) => {
      const { evalSet: read, adkIncompatibilities } = readEvalSet(writeEvalSet(set));
      expect(read).toEqual(set);
      expect(adkIncompatibilities).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("a second write gives the same bytes", () => {
  fc.assert(
    fc.property(evalSet, (set) => {
      const once = writeEvalSet(set);
      expect(writeEvalSet(readEvalSet(once).evalSet)).toBe(once);
    }),
    { numRuns: 200 },
  );
});

/** A key that is left out, empty, or says something. */
const given = <T>(...values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined });
const sometimesEmpty = fc.record(
  {
    final_session_state: given({}, { cart: 1 }),
    rubrics: given([]),
    conversation: fc.array(
      fc.record({
        user_content: fc.constant({ parts: [{ text: "Hi" }], role: "user" }),
        intermediate_data: fc.oneof(
          given<object>({}, { invocation_events: [] }),
          fc.record({
            tool_uses: given([], [{ name: "look", args: {} }]),
            tool_responses: given([], [{ name: "look", response: {} }]),
            intermediate_responses: given([], [["desk", [{ text: "One moment." }]]]),
          }),
        ),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: ["conversation"] },
);

test("what is empty and says that nothing is expected survives whatever writes a set", () => {
  fc.assert(
    fc.property(sometimesEmpty, sometimesEmpty, (first, second) => {
      const text = JSON.stringify({
        eval_set_id: "s",
        eval_cases: [
          { eval_id: "a", ...first },
          { eval_id: "b", ...second },
        ],
      });
      const read = (each: string) => readEvalSet(each, { file: "s.json" }).evalSet;
      const { evalCases } = read(text);
      const written = [
        writeEvalSet(read(text), { keepEmpty: true }),
        formatEvalSet(text, { file: "s.json", strict: true }).text,
        formatEvalSet(text, { file: "s.json", strict: false }).text,
        verifiedText(read(text)),
        // a new case beside those that stand there, then all of them anew
        editCases(
          text,
          (set) => [...set.evalCases, { ...set.evalCases[0], evalId: "c" } as never],
          "s.json",
        ),
        editCases(text, (set) => set.evalCases.map((each) => ({ ...each })), "s.json"),
      ];
      for (const each of written) {
        const again = read(each).evalCases;
        expect(again.slice(0, 2)).toEqual(evalCases);
        expect({ ...again[2], evalId: "a" }).toEqual(
          again.length > 2 ? evalCases[0] : { evalId: "a" },
        );
      }
    }),
    { numRuns: 300 },
  );
});
