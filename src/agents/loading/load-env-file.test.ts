import { execFileSync, spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { borrowEnvFile, loadEnvFile } from "./load-env-file.ts";

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

function folderWith(env: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".env"), env);
  return folder;
}
const seen = () => [process.env.ASSAY_TEST_ONE, process.env.ASSAY_TEST_TWO];

test("what was loaded first is there again when it is used, and gone when nobody uses it", () => {
  const one = borrowEnvFile(folderWith("ASSAY_TEST_ONE=1"));
  one.rest();
  const two = borrowEnvFile(folderWith("ASSAY_TEST_TWO=2"));
  two.rest();
  expect(seen()).toEqual([undefined, "2"]);
  one.use();
  two.use();
  expect(seen()).toEqual(["1", "2"]);
  one.giveBack();
  expect(seen()).toEqual([undefined, "2"]);
  two.giveBack();
  expect(seen()).toEqual([undefined, undefined]);
});

test("an agent that is being loaded keeps its variables, whoever else is loaded", () => {
  const one = borrowEnvFile(folderWith("ASSAY_TEST_ONE=1"));
  const two = borrowEnvFile(folderWith("ASSAY_TEST_TWO=2"));
  expect(seen()).toEqual(["1", "2"]);
  for (const each of [one, two]) each.giveBack();
  expect(seen()).toEqual([undefined, undefined]);
});

test.each(["1", "other"])("of two that run, the one that ends leaves the other %s", (value) => {
  const first = borrowEnvFile(folderWith("ASSAY_TEST_ONE=1"));
  const second = borrowEnvFile(folderWith(`ASSAY_TEST_ONE=${value}`));
  expect(seen()).toEqual(["1", undefined]);
  first.giveBack();
  expect(seen()).toEqual([value, undefined]);
  second.giveBack();
  expect(seen()).toEqual([undefined, undefined]);
});
