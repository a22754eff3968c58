import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { listeningTimeout } from "./listening-timeout.ts";

/** Computes without a pause, as a framework does while it is loaded. */
function compute(milliseconds: number): void {
  for (const end = Date.now() + milliseconds; Date.now() < end; );
}

test("what came while the process computed is heard before time is up", async () => {
  const heard = await new Promise((resolve) => {
    const stop = listeningTimeout(200, () => resolve("too late"));
    execFile(process.execPath, ["--version"], (_, stdout) => {
      stop();
      resolve(stdout.trim());
    });
    compute(800);
  });
  expect(heard).toBe(process.version);
});

test("it rings where nothing comes, and not once it was stopped", async () => {
  await new Promise<void>((resolve) => void listeningTimeout(20, resolve));
  let rang = false;
  listeningTimeout(20, () => {
    rang = true;
  })();
  await new Promise<void>((resolve) => void listeningTimeout(60, resolve));
  expect(rang).toBe(false);
});
