import fc from "fast-check";
import { expect, test } from "vitest";
import { secretMask, unmask } from "./secret-mask.ts";

const value = "canary-AAA1bbb2CCC3ddd4EEE5fff6";
const mask = secretMask([{ name: "KEY", value }]);
const tagged = secretMask([{ name: "KEY", value }], "0a1b2c");
const each = (write: (code: string) => string) =>
  [...value].map((one) => write(one.charCodeAt(0).toString(16).padStart(2, "0"))).join("");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = Buffer.from(value).toString("hex");

test.each([
  ["base64 over lines", base64(`so long ${value}`.repeat(4)).replace(/(.{20})/g, "$1\n")],
  ["base64 over lines of mails", base64(value).replace(/(.{16})/g, "$1\r\n  ")],
  ["itself over lines", `${value.slice(0, 8)}\n${value.slice(8)}`],
  ["escapes of an address", each((code) => `%${code}`)],
  ["escapes of JSON", each((code) => `\\u00${code}`)],
  ["escapes of a shell", each((code) => `\\x${code}`)],
  ["entities", [...value].map((one) => `&#${one.charCodeAt(0)};`).join("")],
  ["entities by hexadecimal numbers", each((code) => `&#x${code};`)],
  ["bytes with colons", hex.replace(/(..)(?!$)/g, "$1:")],
  ["bytes with spaces", hex.replace(/(..)(?!$)/g, "$1 ")],
  ["escapes of an address in capitals", each((code) => `%${code.toUpperCase()}`)],
  [
    "entities with zeros",
    [...value].map((one) => `&#0${one.charCodeAt(0)};`.replace("#01", "#1")).join(""),
  ],
  ["entities inside of others", each((code) => `&amp;#x${code};`)],
  ["lines of JSON in JSON", `${value.slice(0, 8)}\\\\n\t${value.slice(8)}`],
])("a secret is masked as %s", (_, written) => {
  const text = `It is ${written} then.`;
  expect(mask.text(text)).toMatch(/^It is .*\[secret KEY as spread\][\s\S]* then\.$/);
  const { text: json, value: masked } = mask.json({ answer: text, deep: [text] });
  expect(JSON.parse(json)).toEqual({ answer: mask.text(text), deep: [mask.text(text)] });
  expect(masked).toEqual(JSON.parse(json));
  const kept = tagged.json({ answer: text, [text]: [text] });
  expect(kept.text).toMatch(/\[secret KEY as spread \S+ \S+ #0a1b2c\]/);
  expect(unmask(kept.value, () => value)).toEqual({ answer: text, [text]: [text] });
});

test("however a secret is broken, what stands for it puts it back", () => {
  const gap = fc.constantFrom("", "", "\n", "\r\n  ", "\n\t", "\\n", "\\\\r\\\\n ");
  const written = fc.constantFrom(
    (code: string) => String.fromCharCode(Number.parseInt(code, 16)),
    (code: string) => `%${code}`,
    (code: string) => `\\x${code.toUpperCase()}`,
    (code: string) => `&#${Number.parseInt(code, 16)};`,
  );
  const codes = [...Buffer.from(value)].map((byte) => byte.toString(16));
  const broken = fc.array(gap, { minLength: codes.length, maxLength: codes.length });
  const ways = fc.array(written, { minLength: codes.length, maxLength: codes.length });
  const base = base64(`ab${value}cd`);
  fc.assert(
    fc.property(broken, ways, (gaps, write) => {
      const lines = [...value].map((one, at) => gaps[at] + one).join("");
      const numbers = codes.map((code, at) => write[at]?.(code)).join("");
      const mail = [...base].map((one, at) => (gaps[at] ?? "") + one).join("");
      for (const spread of [lines, numbers, mail]) {
        const said = { answer: `so: ${spread}.` };
        const { value: kept } = tagged.json(said);
        const back = unmask(kept, () => value);
        expect(back).toEqual(said);
      }
    }),
  );
});

test.each([
  "First line\nsecond line\r\n  third line",
  "%20%C3%A4%20%25%41%42%43%44",
  "00:1a:2b:3c:4d:5e and 2026-11-16 10:20:30",
  "\\u0041\\u0042\\u0043\\u0044\\u0045",
])("without a secret it stays as it is: %j", (text) => {
  const given = { answer: text };
  expect(mask.text(text)).toBe(text);
  expect(mask.json(given).value).toBe(given);
});
