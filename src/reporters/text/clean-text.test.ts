import { expect, test } from "vitest";
import { cleanJson, cleanLine, cleanLines, withoutColours, withoutCommands } from "./clean-text.ts";
import { padEnd, truncate, widthOf, wrap } from "./text-width.ts";

test("what a terminal would obey is shown as an escape", () => {
  expect(cleanLine("\x1b[31mred\x1b[0m\r\x07")).toBe("\\x1b[31mred\\x1b[0m\\r\\x07");
  expect(cleanLine("a\u202eb\u2066c\u200bd\u2028e\ud800")).toBe(
    "a\\u202eb\\u2066c\\u200bd\\u2028e\\ud800",
  );
  expect(cleanLine("tag \u{e0041}")).toBe("tag \\u{e0041}");
});

test("colours go, and whatever else a terminal would obey stays to be seen", () => {
  expect(withoutColours("\x1b[32mINFO\x1b[39m: \x1b[1;31mno\x1b[0m\x1b[2K")).toBe(
    "INFO: no\x1b[2K",
  );
});

test("ordinary text of any language stays as it is", () => {
  for (const text of ["plain", "naïve café", "日本語", "👩‍👩‍👧 ok", "می‌خواهم", "क्‍ष", "✓ – −"]) {
    expect(cleanLine(text)).toBe(text);
  }
});

test("line breaks of any kind separate lines, tabs become spaces", () => {
  expect(cleanLines("a\r\nb\tc\rd")).toEqual(["a", "b  c", "d"]);
});

test("cleaned JSON means the same", () => {
  const value = { text: "\u009b31m \u202e \u{e0041} ##[error] é" };
  const json = cleanJson(JSON.stringify(value));
  expect(json).toBe('{"text":"\\u009b31m \\u202e \\udb40\\udc41 \\u0023#[error] é"}');
  expect(JSON.parse(json)).toEqual(value);
});

test("nothing an agent says is a command to a CI service", () => {
  expect(withoutCommands("  ::set-env name=a::b\nx ##[error]y\na::b")).toBe(
    "  \\::set-env name=a::b\nx #\\#[error]y\na::b",
  );
});

test("wide, combining and joined characters take the room a terminal gives them", () => {
  expect(["abc", "日本", "e\u0301", "👩‍👩‍👧", "❤️", "🇩🇪", "✓", "ｱ"].map(widthOf)).toEqual([
    3, 4, 1, 2, 2, 2, 1, 1,
  ]);
  expect(truncate("日本語です", 5)).toBe("日本…");
  expect(truncate("abcdef", 6)).toBe("abcdef");
  expect(padEnd("日本", 6)).toBe("日本  ");
});

test("long words are cut, others are kept whole", () => {
  expect(wrap("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(wrap("abcdefghijklmnopqrst", 8)).toEqual(["abcdefgh", "ijklmnop", "qrst"]);
});

/** What is taken for a column each without a look at how characters join. */
const narrow = Array.from({ length: 0x2718 }, (_, code) => String.fromCharCode(code)).filter(
  (character) =>
    /[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u257f\u2713\u2717]/.test(
      character,
    ),
);

test("no narrow character joins another or takes two columns", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const text = narrow.join("");
  expect([...segmenter.segment(text)].map(({ segment }) => segment)).toEqual(narrow);
  expect(narrow.filter((each) => /^\p{M}|\p{Emoji_Presentation}/u.test(each))).toEqual([]);
  expect(widthOf(text)).toBe(narrow.length);
});

test("wide and joined characters take the columns that a terminal gives them", () => {
  expect(widthOf("≥ 0.8 · ✓")).toBe(9);
  expect(widthOf("東京")).toBe(4);
  expect(widthOf("e\u0301")).toBe(1);
  expect(widthOf("👩‍👩‍👧")).toBe(2);
  expect(widthOf("↔\ufe0f")).toBe(2);
});
