import fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson } from "./format-json.ts";
import { parseJsonText } from "./json-text.ts";

test("one rule for blanks; comments, order and what fits in a line stay", () => {
  const text = `// head
{"a":1, // one
   /* two */ "b" : [ 1,2,
 3, // three

   4,],

  "c":{"d":{}, "e":[ ]},
 "f": { // inside
   },
} // tail`;
  expect(formatJson(text)).toBe(`// head
{
  "a": 1, // one
  /* two */
  "b": [
    1,
    2,
    3, // three

    4
  ],

  "c": { "d": {}, "e": [] },
  "f": {
    // inside
  }
}
// tail
`);
});

const blank = fc
  .array(fc.constantFrom(" ", "\n", "\r\n", "\n\n", "/* c */", "// c\n", "# c\n", "/* c\n c */"), {
    maxLength: 3,
  })
  .map((pieces) => pieces.join(""));
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("1", '"a // b"', "null", "12345678901234567890"),
    fc
      .tuple(fc.array(fc.tuple(blank, tie("value"), blank), { maxLength: 3 }), fc.boolean(), blank)
      .map(([items, comma, end]) => {
        const entries = items.map((each) => each.join("")).join(",");
        return `[${entries}${comma && items.length > 0 ? "," : ""}${end}]`;
      }),
    fc
      .tuple(fc.array(fc.tuple(blank, blank, blank, tie("value"), blank), { maxLength: 3 }), blank)
      .map(([items, end]) => {
        const entries = items.map(
          ([a, b, c, each, d], place) => `${a}"k${place}"${b}:${c}${each}${d}`,
        );
        return `{${entries.join(",")}${end}}`;
      }),
  ),
}));

test("a formatted text says the same with the same comments, and is formatted", () => {
  fc.assert(
    fc.property(blank, value, blank, (before, inner, after) => {
      const text = `${before}${inner}${after}`;
      const formatted = formatJson(text);
      const comments = (source: string) =>
        parseJsonText(source).extended.filter((each) => each.what === "comment").length;
      expect(JSON.stringify(parseJsonText(formatted).value)).toBe(
        JSON.stringify(parseJsonText(text).value),
      );
      expect(comments(formatted)).toBe(comments(text));
      expect(formatJson(formatted)).toBe(formatted);
    }),
    { numRuns: 1500 },
  );
});
