import { execFileSync } from "node:child_process";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readBytes } from "./read-bytes.ts";

const onUnix = test.skipIf(process.platform === "win32");

test("a file is read whole", async () => {
  const path = join(temporaryFolder(), "file.json");
  await writeFile(path, "x".repeat(200_000));
  expect((await readBytes(path)).toString()).toBe("x".repeat(200_000));
});

onUnix("a device has no end and is refused", async () => {
  await expect(readBytes("/dev/zero")).rejects.toMatchObject({
    code: "file/unreadable",
    hint: "It is a device; name a file.",
  });
});

onUnix("a pipe is read to its end", async () => {
  const path = join(temporaryFolder(), "pipe.json");
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
  const reading = readBytes(path);
  await appendFile(path, "y".repeat(200_000));
  expect((await reading).toString()).toBe("y".repeat(200_000));
});

onUnix(
  "a pipe that nobody writes to is reported",
  async () => {
    const path = join(temporaryFolder(), "pipe.json");
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
    await expect(readBytes(path)).rejects.toMatchObject({
      hint: "It is a pipe, and nobody has written to it.",
    });
  },
  30_000,
);
