import fs, { appendFileSync, readFileSync, write, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { captureWrites } from "./capture-writes.ts";

test("what is written to the numbers of the standard streams is kept, in every way there is", async () => {
  const kept: string[] = [];
  const release = captureWrites(() => (text) => void kept.push(text));
  onTestFinished(release);
  expect(writeSync(1, "one ")).toBe(4);
  expect(fs.writeSync(2, Buffer.from("xxtwo yy"), 2, 4)).toBe(4);
  const options = { offset: 0, length: 6 } as never;
  expect(writeSync(1, Buffer.from("three "), options)).toBe(6);
  writeFileSync(1, "four ");
  appendFileSync(2, "five ");
  const count = await new Promise((done) => write(1, "six", (_error, bytes) => done(bytes)));
  expect(count).toBe(3);
  expect(kept.join("")).toBe("one two three four five six");
});

test("files are written as ever, and so is everything once it is over", () => {
  const path = join(temporaryFolder(), "log");
  const before = fs.writeSync;
  const release = captureWrites(() => () => {
    throw new Error("a file is no standard stream");
  });
  const file = fs.openSync(path, "w");
  writeSync(file, "to a file");
  fs.closeSync(file);
  writeFileSync(`${path}2`, "and another");
  release();
  expect(readFileSync(path, "utf8") + readFileSync(`${path}2`, "utf8")).toBe(
    "to a fileand another",
  );
  expect(fs.writeSync).toBe(before);
});
