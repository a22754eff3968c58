import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startThread } from "./start-thread.ts";

/** A program that tells how much room its thread has for what is new. */
function tellingFile(): URL {
  const path = join(temporaryFolder(), "telling.mjs");
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { parentPort } from "node:worker_threads";
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
    parentPort.postMessage(young.space_used_size + young.space_available_size);
  `;
  writeFileSync(path, program);
  return pathToFileURL(path);
}

async function youngIn(worker: Worker): Promise<number> {
  const told = Promise.withResolvers<number>();
  worker.once("message", told.resolve);
  worker.once("error", told.reject);
  const size = await told.promise;
  await worker.terminate();
  return size;
}

test("a thread of ours begins with room for what is new, and no other thread that comes after it", async () => {
  const file = tellingFile();
  expect(await youngIn(startThread(file))).toBeGreaterThanOrEqual(4 * 2 ** 20);
  expect(await youngIn(new Worker(file))).toBeLessThan(4 * 2 ** 20);
}, 30_000);
