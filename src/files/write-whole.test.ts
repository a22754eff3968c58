import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "./replace-file.ts";
import { writeNew } from "./write-new.ts";
import { writeWhole } from "./write-whole.ts";

const text = '{ "eval_set_id": "s" }';

function folder(): string {
  return mkdtempSync(join(tmpdir(), "assay-whole-"));
}

test("a text is written whole, and nothing else is left behind", async () => {
  const place = folder();
  await writeWhole(join(place, "s.json"), text);
  expect(readFileSync(join(place, "s.json"), "utf8")).toBe(text);
  expect(readdirSync(place)).toEqual(["s.json"]);
});

test("pieces are put together in their order, however many there are", async () => {
  const file = join(folder(), "s.txt");
  const pieces = Array.from({ length: 5_000 }, (_, index) => `${index} ${"x".repeat(100)}\n`);
  await writeWhole(file, async (write) => {
    for (const piece of pieces) await write(piece);
  });
  expect(readFileSync(file, "utf8")).toBe(pieces.join(""));
});

test("a text that breaks off leaves the old one, and what broke it is thrown as it came", async () => {
  const place = folder();
  const file = join(place, "s.txt");
  writeFileSync(file, "old");
  const broken = new Error("half way");
  const halfWay = (write: (text: string) => unknown) => {
    write("new");
    throw broken;
  };
  await expect(writeWhole(file, halfWay)).rejects.toBe(broken);
  await expect(replaceFile(file, halfWay)).rejects.toBe(broken);
  expect(readFileSync(file, "utf8")).toBe("old");
  expect(readdirSync(place)).toEqual(["s.txt"]);
});

test("a file keeps its permissions, and a link stays a link", async () => {
  const place = folder();
  const file = join(place, "real.json");
  writeFileSync(file, "old");
  chmodSync(file, 0o640);
  symlinkSync(file, join(place, "link.json"));
  await writeWhole(join(place, "link.json"), text);
  expect(readFileSync(file, "utf8")).toMatch(/eval_set_id/);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a place that cannot be written is reported, and nothing is left behind", async () => {
  const place = folder();
  await expect(writeWhole(join(place, "none", "s.json"), text)).rejects.toMatchObject({
    code: "file/unwritable",
    hint: "Its folder does not exist.",
  });
  await expect(writeWhole(place, text)).rejects.toMatchObject({ code: "file/unwritable" });
  expect(readdirSync(place)).toEqual([]);
});

test("of two who create a file one is refused, and nobody reads half of it", async () => {
  const place = folder();
  const file = join(place, "s.json");
  const texts = ["a".repeat(100_000), "b".repeat(100_000)];
  const outcomes = await Promise.all(texts.map((each) => writeNew(file, each)));
  expect(outcomes.toSorted()).toEqual([false, true]);
  expect(readFileSync(file, "utf8")).toBe(texts[outcomes.indexOf(true)]);
  expect(readdirSync(place)).toEqual(["s.json"]);
});
