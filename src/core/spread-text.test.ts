import { expect, test } from "vitest";
import { secretMask } from "./secret-mask.ts";

const value = "canary-AAA1bbb2CCC3ddd4EEE5fff6";
const mask = secretMask([{ name: "KEY", value }]);
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
])("a secret is masked as %s", (_, written) => {
  const text = `It is ${written} then.`;
  expect(mask.text(text)).toMatch(/^It is .*\[secret KEY as spread\][\s\S]* then\.$/);
  const { text: json, value: masked } = mask.json({ answer: text, deep: [text] });
  expect(JSON.parse(json)).toEqual({ answer: mask.text(text), deep: [mask.text(text)] });
  expect(masked).toEqual(JSON.parse(json));
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
