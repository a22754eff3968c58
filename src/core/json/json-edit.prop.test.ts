import fc from "fast-check";
import { expect, test } from "vitest";
import { editJson } from "./json-edit.ts";
import { parseJsonText } from "./json-text.ts";

const value = fc.jsonValue({ maxDepth: 3 });
const eol = fc.constantFrom("\n", "\r\n");
const unit = fc.constantFrom(0, 2, 4, "\t");

test("whatever is changed, the text says the new value afterwards", () => {
  fc.assert(
    fc.property(value, value, unit, eol, (before, after, indent, lineEnd) => {
      const text = JSON.stringify(before, null, indent).replaceAll("\n", lineEnd);
      const edited = editJson(text, [], after);
      expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify(after)));
    }),
    { numRuns: 1000 },
  );
});

test("nothing is touched when nothing changes", () => {
  fc.assert(
    fc.property(value, unit, (same, indent) => {
      const text = JSON.stringify(same, null, indent);
      expect(editJson(text, [], JSON.parse(JSON.stringify(same)))).toBe(text);
    }),
  );
});

/** A list as people write it: any mix of comments, blanks, trailing commas and line ends. */
const blank = fc
  .array(
    fc.constantFrom(
      " ",
      "  ",
      "\t",
      "\n",
      "\r\n",
      "/* why */",
      "// why\n",
      "# why\r\n",
      "/* a\n b */",
    ),
    { maxLength: 3 },
  )
  .map((pieces) => pieces.join(""));
const item = fc.oneof(
  fc.constantFrom('"a"', "1", "[]", "{}"),
  fc.constant('{"b": [1, 2] /* b */ }'),
);
const written = fc
  .tuple(blank, fc.array(fc.tuple(blank, item, blank), { maxLength: 4 }), fc.boolean(), blank)
  .map(([lead, items, trailing, close]) => {
    const entries = items.map((each) => each.join("")).join(",");
    return `${lead}{"n": 1, "list": [${entries}${trailing && items.length > 0 ? "," : ""}${close}]${close}}`;
  });

test("an addition is only that: without it, the file is what it was", () => {
  fc.assert(
    fc.property(written, fc.array(value, { minLength: 1, maxLength: 2 }), (text, added) => {
      const before = parseJsonText(text).value as { list: unknown[] };
      const list = [...before.list, ...JSON.parse(JSON.stringify(added))];
      const edited = editJson(text, ["list"], list);
      expect(JSON.stringify(parseJsonText(edited).value)).toBe(JSON.stringify({ ...before, list }));
      expect(parseJsonText(edited).extended.length).toBe(parseJsonText(text).extended.length);
      expect(isWithin(text, edited)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("a removal takes the entry and leaves every comment", () => {
  fc.assert(
    fc.property(written, fc.nat(4), (text, place) => {
      const before = parseJsonText(text).value as { list: unknown[] };
      const list = before.list.toSpliced(place, 1);
      const edited = editJson(text, ["list"], list);
      expect(parseJsonText(edited).value).toEqual({ ...before, list });
      expect(isWithin(edited, text)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

/** Whether a text is another one with pieces put in. */
function isWithin(small: string, large: string): boolean {
  let at = 0;
  for (const letter of large) if (letter === small[at]) at += 1;
  return at === small.length;
}
