import fc from "fast-check";
import { expect, test } from "vitest";
import { maskedNames, maskTag, secretMask, unmask, withoutTags } from "./secret-mask.ts";

const key = "sk-proj-9f8E7d6C5b4A3f2E1d0C";
const mask = secretMask([{ name: "OPENAI_API_KEY", value: key }], "0a1b2c");

test("a placeholder tells the variable and the form", () => {
  expect(mask.text(`Bearer ${key}.`)).toBe("Bearer [secret OPENAI_API_KEY #0a1b2c].");
  const basic = Buffer.from(`user:${key}:x`).toString("base64");
  expect(mask.text(basic)).toMatch(/\[secret OPENAI_API_KEY as base64-\d #0a1b2c\]/);
  expect(withoutTags(mask.text(key))).toBe("[secret OPENAI_API_KEY]");
});

test("a key that was cut off, or written in capitals, is masked too", () => {
  expect(mask.text(`${key.slice(0, 20)}…`)).toBe("[secret OPENAI_API_KEY as first 20 #0a1b2c]…");
  expect(mask.text(`…${key.slice(-17)}`)).toBe("…[secret OPENAI_API_KEY as last 17 #0a1b2c]");
  expect(mask.text(key.toUpperCase())).toBe("[secret OPENAI_API_KEY as UPPER #0a1b2c]");
  expect(mask.text("sk-proj-")).toBe("sk-proj-");
});

test("of a key that begins with words, a cut is masked from where it is no word any more", () => {
  const wordy = secretMask([{ name: "SHOP_KEY", value: "billing-live-key-7712093" }], "0a1b2c");
  expect(wordy.text("billing-live-key-77")).toBe("[secret SHOP_KEY as first 19 #0a1b2c]");
  expect(wordy.text("billing-live-key")).toBe("billing-live-key");
});

test("numbers and keys of objects are masked, and come back as what they were", () => {
  const pin = secretMask([{ name: "PIN", value: "8402917365" }], "0a1b2c");
  const said = { args: { pin: 8402917365, "8402917365": true, other: 84 } };
  const masked = pin.value(said);
  expect(JSON.stringify(masked)).not.toContain("8402917365");
  expect(unmask(masked, () => "8402917365")).toEqual(said);
});

test("a placeholder that an agent made up is left alone", () => {
  const ours = maskTag("20261116-120000-abcdef");
  const made = { text: "[secret OPENAI_API_KEY #ffffff] [secret OPENAI_API_KEY]" };
  const valueFor = (_name: string, tag: string) => (tag === ours ? key : undefined);
  expect(unmask(made, valueFor)).toEqual(made);
  expect(unmask(`[secret OPENAI_API_KEY #${ours}]`, valueFor)).toBe(key);
});

test("what a key begins with to say what it is stays a word", () => {
  const stripe = secretMask([{ name: "STRIPE", value: "sk_test_9f8E7d6C5b4A3f2E" }], "0a1b2c");
  const sentence = "The secret of this test was a token.";
  expect(stripe.words(sentence)).toBe(sentence);
});

test("sentences about a text are also free of its single words", () => {
  const words = secretMask([
    { name: "PHRASE", value: "correct-horse-battery-9f8e7d6c5b4a39281706aa" },
  ]);
  expect(words.words('The answer adds "Horse", "battery", "9f8e7d6c5b4a3928…" and "cat".')).toBe(
    'The answer adds "[secret PHRASE as part]", "[secret PHRASE as part]", "[secret PHRASE as part]…" and "cat".',
  );
});

test("and of what a sentence that was cut has left of a word, at either end", () => {
  const cut = secretMask([{ name: "PIN_TOKEN", value: "fromfile77x" }]);
  expect(cut.words('It adds "dup fromfil…".')).toBe('It adds "dup [secret PIN_TOKEN as part]…".');
  expect(cut.words('k is "…ile77x" and "…file7…".')).toBe(
    'k is "…[secret PIN_TOKEN as part]" and "…[secret PIN_TOKEN as part]…".',
  );
  expect(cut.words('It adds "fromfil" and "frost…".')).toBe('It adds "fromfil" and "frost…".');
});

test("and of all its words in a row, however short they are", () => {
  const words = secretMask([{ name: "PAIR", value: "tk-55-xYz.qq" }]);
  expect(words.words('The answer adds "tk 55 xyz qq" and "tk 55".')).toBe(
    'The answer adds "[secret PAIR as part]" and "tk 55".',
  );
  expect(words.words("It is [secret PAIR] and 155 xyz.")).toBe("It is [secret PAIR] and 155 xyz.");
});

test("words of a secret that was encoded are its words too, also within the base64 of a longer text", () => {
  const value = "zq81+kd9/Lw02ppQ-Tw7";
  const mask = secretMask([{ name: "KEY", value }]);
  const said = [btoa(value), btoa(`token=${value};`), encodeURIComponent(value)];
  const added = said.flatMap((text) => text.toLowerCase().match(/[a-z0-9]{4,}/g) ?? []);
  const sentence = mask.words(`The answer adds ${added.join(", ")} and dGVh.`);
  expect(sentence).not.toMatch(/lw02|enE4|mstrzd|tHcw/i);
  expect(sentence).toContain("and dGVh.");
});

test("of two secrets where one is in the other, the longer one is reported", () => {
  const both = secretMask([
    { name: "SHORT", value: "abcdef123456" },
    { name: "LONG", value: "abcdef123456-and-more" },
  ]);
  expect(both.text("x abcdef123456-and-more abcdef123456")).toBe("x [secret LONG] [secret SHORT]");
});

test("single words are not looked for inside a placeholder", () => {
  const pair = secretMask([
    { name: "CONN", value: "Server=db;Password=q8Zr2LmX0pW4" },
    { name: "CONN.Password", value: "q8Zr2LmX0pW4" },
  ]);
  expect(pair.words("q8Zr2LmX0pW4 is a password")).toBe(
    "[secret CONN.Password] is a [secret CONN as part]",
  );
});

test("whatever a secret is called, its placeholder is read again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.boolean(), (name, isNumber) => {
      const value = isNumber ? "8402917365" : key;
      const said = { text: `It is ${value}.`, number: isNumber ? 8402917365 : 1 };
      const masked = secretMask([{ name, value }], "0a1b2c").value(said);
      expect(JSON.stringify(masked)).not.toContain(value);
      expect(maskedNames(JSON.stringify(masked), "0a1b2c")).toEqual([name]);
      expect(unmask(masked, (asked) => (asked === name ? value : undefined))).toEqual(said);
      expect(withoutTags(masked.text)).not.toContain("0a1b2c");
    }),
  );
  const named = secretMask([{ name: "SERVICE.my key", value: key }], "0a1b2c");
  expect(named.text(key)).toBe("[secret SERVICE.my%20key #0a1b2c]");
});
