import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFileLock } from "./lock-file.ts";

function aFile(): { readonly file: string; readonly lock: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "assay-lock-"));
  return { folder, file: join(folder, "s.json"), lock: join(folder, ".s.json.lock") };
}

test("one at a time, and the lock is gone afterwards", async () => {
  const { file, folder } = aFile();
  writeFileSync(file, "0");
  const add = () =>
    withFileLock(file, async () => {
      const before = Number(readFileSync(file, "utf8"));
      await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(file, String(before + 1));
    });
  await Promise.all(Array.from({ length: 20 }, add));
  expect(readFileSync(file, "utf8")).toBe("20");
  expect(readdirSync(folder)).toEqual(["s.json"]);
});

test("a lock whose process is gone, or that is old, is taken away", async () => {
  const { file, lock } = aFile();
  writeFileSync(lock, JSON.stringify({ pid: 2 ** 30, host: hostname() }));
  expect(await withFileLock(file, async () => "done")).toBe("done");
  writeFileSync(lock, JSON.stringify({ pid: process.pid, host: "elsewhere" }));
  utimesSync(lock, 0, 0);
  expect(await withFileLock(file, async () => "done")).toBe("done");
  writeFileSync(lock, "");
  utimesSync(lock, Date.now() / 1000 - 5, Date.now() / 1000 - 5);
  expect(await withFileLock(file, async () => "done")).toBe("done");
  expect(existsSync(lock)).toBe(false);
});

test("a lock that somebody holds is waited for, and then told", async () => {
  const { file, lock } = aFile();
  writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname() }));
  await expect(withFileLock(file, async () => "done", { patience: 50 })).rejects.toMatchObject({
    code: "file/unwritable",
    hint: expect.stringContaining(lock),
  });
  expect(existsSync(lock)).toBe(true);
});

test("what fails inside gives the lock back", async () => {
  const { file, lock } = aFile();
  const broken = async () => {
    throw new Error("broken");
  };
  await expect(withFileLock(file, broken)).rejects.toThrow("broken");
  expect(existsSync(lock)).toBe(false);
});
