import fc from "fast-check";
import { expect, test } from "vitest";
import type { EvalCase, EvalSet } from "../../core/eval-set.ts";
import { parseJson } from "../../core/json/json-text.ts";
import { evalSet as evalSets } from "../../testing/arbitraries.ts";
import { readEvalSet } from "../reading/read-eval-set.ts";
import { writeEvalSet } from "../write-eval-set.ts";
import { editCases } from "./edit-eval-set.ts";

const evalCases = evalSets.filter((each) => each.evalCases.length > 0).map(firstOf);

const layouts = fc.record({
  indent: fc.constantFrom(0, 2, 4, "\t"),
  eol: fc.constantFrom("\n", "\r\n"),
  comment: fc.constantFrom("", "// by hand", "/* by hand */"),
});

test("a set with a case more is the old text and the case, and reads as the old set and the case", () => {
  fc.assert(
    fc.property(evalSets, evalCases, layouts, (evalSet, added, { indent, eol, comment }) => {
      const value = parseJson(writeEvalSet(evalSet));
      const plain = JSON.stringify(value, null, indent).replaceAll("\n", eol);
      const text = comment === "" ? plain : `${comment}${eol}${plain}${eol}`;
      const before = readEvalSet(text, { duplicates: "allow" }).evalSet;
      const edited = editCases(text, ({ evalCases: old }) => [...old, added], "s");
      const after = readEvalSet(edited, { duplicates: "allow" }).evalSet;
      expect(writeEvalSet(after)).toBe(
        writeEvalSet({ ...before, evalCases: [...before.evalCases, added] }),
      );
      const start = sharedStart(text, edited);
      const end = sharedStart(reversed(text), reversed(edited));
      expect(start + end).toBeGreaterThanOrEqual(text.length);
    }),
    { numRuns: 300 },
  );
});

function firstOf({ evalCases: [first] }: EvalSet): EvalCase {
  return first as EvalCase;
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function reversed(text: string): string {
  return text.split("").reverse().join("");
}
