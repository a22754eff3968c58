import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTextFile } from "./read-text-file.ts";

function folder(): string {
  return mkdtempSync(join(tmpdir(), "assay-read-"));
}

test("a file that is nearly there is named, the way the user names files", async () => {
  const place = folder();
  writeFileSync(join(place, "smoke.json"), "{}");
  const read = (name: string) =>
    readTextFile(join(place, name), { name: `sets/${name}`, missing: "eval-set/not-found" });
  expect(await read("smoke.json")).toBe("{}");
  await expect(read("smok.json")).rejects.toMatchObject({
    code: "eval-set/not-found",
    message: expect.stringContaining("Cannot read sets/smok.json."),
    hint: "Did you mean sets/smoke.json?",
  });
  await expect(read("other.json")).rejects.toMatchObject({
    hint: expect.stringContaining("Check the path"),
  });
});

test("a sentence says what the file is for, and why it cannot be read", async () => {
  const place = folder();
  mkdirSync(join(place, "labels"));
  await expect(readTextFile(join(place, "labels"), { what: "labels" })).rejects.toMatchObject({
    code: "file/unreadable",
    message: expect.stringContaining(`Cannot read the labels ${join(place, "labels")}.`),
    hint: "It is a folder; name a file in it.",
  });
});

test("what is not UTF-8 is reported at its place, under the code the reader gives", async () => {
  const file = join(folder(), "latin.json");
  writeFileSync(file, Buffer.from([0x22, 0xe9, 0x22]));
  await expect(readTextFile(file)).rejects.toMatchObject({ code: "file/unreadable" });
  await expect(readTextFile(file, { invalid: "config/invalid" })).rejects.toMatchObject({
    code: "config/invalid",
    place: { line: 1, column: 2 },
  });
});
