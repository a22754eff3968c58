import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const module = pathToFileURL(join(import.meta.dirname, "watch-main-thread.ts")).href;

/** A program that has come to its end, and computes for so long before it has said all. */
function programThat(computesMs: number) {
  const program = `
    import { watchMainThread } from ${JSON.stringify(module)};
    const hang = watchMainThread(() => 70);
    hang.watch(1);
    const beforeItsEnd = 1;
    hang.over(3);
    globalThis[Symbol.for("assay.stuck")](false, false, beforeItsEnd);
    for (const end = Date.now() + ${computesMs}; Date.now() < end; );
    console.log("all is said");
    process.exit(0);`;
  const args = ["--no-warnings", "--input-type=module", "-e", program];
  return spawnSync(process.execPath, args, { encoding: "utf8", timeout: 100_000 });
}

test("a question from before the end does not keep a report from being written whole", () => {
  const { status, stdout } = programThat(0);
  expect([status, stdout]).toEqual([0, "all is said\n"]);
});

test("what never comes to its end is ended with the verdict", () => {
  const { status, stdout } = programThat(60_000);
  expect([status, stdout]).toEqual([3, ""]);
}, 120_000);
