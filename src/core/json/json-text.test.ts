import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUserFacingError } from "../errors.ts";
import { locateProblems, placeOf } from "./json-place.ts";
import { parseJson, parseJsonText } from "./json-text.ts";

/** What a user is told about a text: place, message, hint and excerpt. */
function told(text: string): string {
  try {
    parseJsonText(text, { file: "set.json" });
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    const { file, line, column, excerpt } = error.place ?? {};
    return `\n${file}:${line}:${column}\n${error.message}\n${error.hint}\n${excerpt}\n`;
  }
  return "read";
}

test("integers beyond 2^53 keep their digits", () => {
  const text = '{"a":9007199254740993,"b":[-1180591620717411303424],"c":1.5,"d":1e22}';
  expect(JSON.stringify(parseJson(text))).toBe(text.replace("1e22", "1e+22"));
});

test("long numbers are found wherever they stand, and strings of digits are none", () => {
  const number = fc.oneof(
    fc.bigInt().map(String),
    fc.integer({ min: 0, max: 290 }).map((power) => `-1.5E+${power}`),
    fc.constantFrom("-9007199254740993", "1e200", "0", "12.00000000000000001"),
  );
  const text = fc.oneof(
    fc.bigInt({ min: 0n }).map((digits) => JSON.stringify(`${digits}`)),
    fc.constantFrom('"4e104bd2"', '": 1234567890123456789"', '"\\"1e400"'),
  );
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      number,
      text,
      fc.array(tie("json")).map((all) => `[${all.join(" ,\n")}]`),
      fc.array(tie("json")).map((all) => `{${all.map((each, at) => `"${at}":${each}`).join(",")}}`),
    ),
  }));
  fc.assert(
    fc.property(json, (written) => {
      // a list of one long number is read the careful way, whatever else is in it
      const [careful] = parseJson(`[${written},12345678901234567890]`) as unknown[];
      expect(JSON.stringify(parseJson(written))).toBe(JSON.stringify(careful));
    }),
  );
});

test("a key __proto__ is data, with long integers and without", () => {
  for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":12345678901234567890}}']) {
    const value = parseJson(text) as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(JSON.stringify(value)).toBe(text);
  }
});

test("of a key given twice the last one counts", () => {
  expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
});

test("comments and trailing commas are read and reported", () => {
  const { value, extended } = parseJsonText(
    '// set\n{"a": [1, 2,], # two\n "url": "http://x/#y", /* done */}',
  );
  expect(value).toEqual({ a: [1, 2], url: "http://x/#y" });
  expect(extended.map((each) => each.what)).toEqual([
    "comment",
    "trailing comma",
    "comment",
    "trailing comma",
    "comment",
  ]);
});

test("strict JSON reports nothing", () => {
  expect(parseJsonText('{"a": "// no comment"}').extended).toEqual([]);
});

describe("mistakes are reported with their place", () => {
  test("a string from a PDF that is broken over two lines", () => {
    expect(told('{\n  "a": 1,\n  "text": "Is the heat\n  on?"\n}')).toMatchInlineSnapshot(`
      "
      set.json:3:11
      A string is broken over two lines.
      Put it back on one line; a line break inside a string is written \\n.
          1 | {
          2 |   "a": 1,
          3 |   "text": "Is the heat
            |           ^^^^^^^^^^^^
      "
    `);
  });

  test("a quote that was forgotten", () => {
    expect(told('{\n  "text": "hello,\n  "b": 1\n}')).toMatchInlineSnapshot(`
      "
      set.json:2:11
      A string is not closed in its line.
      Is its closing quote (") missing?
          1 | {
          2 |   "text": "hello,
            |           ^^^^^^^
      "
    `);
  });

  test("NaN", () => {
    expect(told('{"score": NaN}')).toMatchInlineSnapshot(`
      "
      set.json:1:11
      NaN is not a number in JSON.
      Write a number, or null.
          1 | {"score": NaN}
            |           ^^^
      "
    `);
  });

  test("a file cut short", () => {
    expect(told('{\n  "cases": [\n    1,\n')).toMatchInlineSnapshot(`
      "
      set.json:3:6
      The file ends inside the list that began in line 2.
      Was it cut short? The list needs its "]".
          1 | {
          2 |   "cases": [
          3 |     1,
            |      ^
      "
    `);
  });

  test("a comma missing", () => {
    expect(told('{\n  "a": 1\n  "b": 2\n}')).toMatchInlineSnapshot(`
      "
      set.json:3:3
      A comma is missing before this.
      Put one after the value above.
          1 | {
          2 |   "a": 1
          3 |   "b": 2
            |   ^
      "
    `);
  });

  test("a line too long for the terminal is shown around the mistake", () => {
    const text = `{"a": "${"x".repeat(100)}", "b": True, "c": "${"y".repeat(100)}"}`;
    expect(told(text)).toMatchInlineSnapshot(`
      "
      set.json:1:116
      True is not a value in JSON.
      Write true.
          1 | …xxxxxxxxxxxx", "b": True, "c": "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
            |                      ^^^^
      "
    `);
  });

  test("typographic quotes", () => {
    expect(told("{“a”: 1}")).toMatchInlineSnapshot(`
      "
      set.json:1:2
      A text stands in typographic quotes.
      Write straight ones: "…". Word processors and PDF files change them.
          1 | {“a”: 1}
            |  ^
      "
    `);
  });

  test("control characters of a file do not reach the terminal", () => {
    expect(told('{"a": \u001b[31m}')).not.toContain("\u001b");
  });

  test.each([
    ["", "The file is empty."],
    ["  // nothing\n", "The file is empty."],
    ["\ufeff{}", "The file begins with a byte order mark."],
    ['{"a": -Infinity}', "-Infinity is not a number in JSON."],
    ['{"a": 1e999}', "1e999 is too large for a number."],
    ["{a: 1}", "A key is not in double quotes."],
    ["{'a': 1}", "A key is not in double quotes."],
    ['{"a": None}', "None is not a value in JSON."],
    ['{"a": 01}', "01 is not a number in JSON."],
    ['{"a": [1, 2}', '"}" cannot close the list that began in line 1.'],
    ['{"a" 1}', "A colon is missing after the key."],
    ['{"a":}', "The value of a key is missing."],
    ["[1,,2]", "There is a comma too many."],
    ["[,1]", "There is a comma too many."],
    ["[1] 2", "There is something after the end of the JSON value."],
    ['{"a": "\\x"}', "\\x is not an escape in JSON."],
    ['{"a": "\t"}', "A string contains a control character."],
    ['{"a": "x', "The file ends inside a string."],
    ["/* open", "A comment is not closed."],
    ["@", '"@" is not expected here.'],
    ["[".repeat(201), "The file is nested deeper than 200 levels."],
    [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "The file is nested deeper than 200 levels."],
  ])("%j", (text, message) => {
    expect(told(text).split("\n")[2]).toBe(message);
  });

  test("200 levels are read", () => {
    expect(told(`${"[".repeat(200)}${"]".repeat(200)}`)).toBe("read");
  });
});

describe("places", () => {
  const text = '{\n  "a": [1, {"b": "x", // {"b"\n    "c\\n": [true]}]\n}';

  test("of keys and values, whatever comments and escapes are around", () => {
    expect(
      placeOf(text, ["a", 1, "c\n", 0], { file: "f.json", mark: "value" }),
    ).toMatchInlineSnapshot(`
      {
        "column": 13,
        "excerpt": "    1 | {
          2 |   "a": [1, {"b": "x", // {"b"
          3 |     "c\\n": [true]}]
            |             ^^^^",
        "file": "f.json",
        "line": 3,
        "path": "a[1].c
      [0]",
      }
    `);
    expect(placeOf(text, ["a", 1, "b"], { mark: "key" })).toMatchObject({ line: 2, column: 13 });
  });

  test("of what is not there are those of what holds it", () => {
    expect(placeOf(text, ["a", 1, "nothing"], { mark: "value" })).toMatchObject({ column: 12 });
    expect(placeOf(text, ["none"], { mark: "key" })).toMatchObject({ line: 1, column: 1 });
  });

  test("of a key given twice are those of the last one", () => {
    expect(placeOf('{"a": 1,\n"a": 2}', ["a"], { mark: "key" })).toMatchObject({ line: 2 });
  });

  test("ten thousand remarks are located in one walk", () => {
    const long = JSON.stringify(
      Array.from({ length: 10_000 }, (_, index) => ({ index })),
      null,
      1,
    );
    const problems = Array.from({ length: 10_000 }, (_, index) => ({
      path: [index, "index"],
      message: "",
      mark: "value" as const,
    }));
    const found = locateProblems(long, problems);
    expect(found[9_999]?.place?.line).toBe(3 + 9_999 * 3);
  });
});

test.each([
  '{\n  "a": 1, // what every\n  release must do\n  "b": 2\n}',
  '{\n  # what every\n  release, must do\n  "b": 2\n}',
  '{\r\n  "a": [ // what every\r\n  "good" release must do\r\n  1]}',
  '{"a": // the\n first\n 1}',
  '{"a": 1} // this\nis all',
])("the rest of a comment that was wrapped is told as such: %j", (text) => {
  expect(() => parseJsonText(text)).toThrow("This seems to be the rest of the comment above.");
});

test.each(["{ // why\n  name: 1}", '{"a": 1 // why\n "b": 2}', '{"a": [ // why\n None, 2]}'])(
  "a mistake below a comment stays what it is: %j",
  (text) => {
    expect(() => parseJsonText(text)).not.toThrow("comment above");
  },
);

test.each([
  String.raw`{"a": "x\ud83d"}`,
  String.raw`{"a": "\\\ude00 x"}`,
  String.raw`{"a": "\ude00\ud83d"}`,
  String.raw`{"\uD83D": 1}`,
  `{"a": "\ud83d"}`,
  String.raw`{"a": [{"b": "\ud83d\ude00\ud83d"}] /* c */}`,
])("half of a character is refused where it stands: %j", (text) => {
  const act = () => parseJsonText(text, { file: "s.json" });
  expect(act).toThrow("A string contains half of a character.");
});

test("whole pairs, and what only looks like a half, are read", () => {
  const text = String.raw`{"a": "\ud83d\ude00", "b": "\\ud83d", "c": 1 /* \ud83d */ }`;
  expect(parseJsonText(text).value).toEqual({ a: "😀", b: "\\ud83d", c: 1 });
});
