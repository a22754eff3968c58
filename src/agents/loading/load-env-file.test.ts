import { execFileSync, spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { loadEnvFile } from "./load-env-file.ts";

const onUnix = test.skipIf(process.platform === "win32");

onUnix("a pipe in its place is read, as keepers of passwords make them", () => {
  const folder = temporaryFolder();
  const path = join(folder, ".env");
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
  spawn("sh", ["-c", 'echo GREETING=hello > "$1"', "sh", path], { stdio: "ignore" });
  expect(loadEnvFile(folder, {})).toEqual({ GREETING: "hello" });
});

onUnix(
  "a pipe that nobody writes to, or a device, is no such file",
  () => {
    const folder = temporaryFolder();
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(folder, ".env")]);
    expect(loadEnvFile(folder, {})).toEqual({});
    const other = temporaryFolder();
    symlinkSync("/dev/zero", join(other, ".env"));
    expect(loadEnvFile(other, {})).toEqual({});
  },
  30_000,
);
