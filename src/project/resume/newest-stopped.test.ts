import { expect, test } from "vitest";
import type { RunInfo } from "../../core/run-info.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { aRunEnd, aRunStart } from "../../testing/builders.ts";
import { newestStopped } from "./newest-stopped.ts";

const strict = infoWith("strict");
const loose = infoWith("loose");

function infoWith(criteria: string): RunInfo {
  return aRunStart({ inputs: { files: {}, settings: { criteria } } }).about;
}

async function storeOf(...runs: readonly (readonly [string, RunInfo, "ended" | "stopped"])[]) {
  const store = memoryStore();
  for (const [runId, about, end] of runs) {
    await store.append({ ...aRunStart({ runId }), about });
    if (end === "ended") await store.append(aRunEnd({ runId }));
  }
  return store;
}

test("of runs that differ in their criteria, each goes on with its own, and one that ended begins anew", async () => {
  const store = await storeOf(["first", strict, "ended"], ["second", loose, "stopped"]);
  expect(await newestStopped(store, loose)).toBe("second");
  expect(await newestStopped(store, strict)).toBeUndefined();
});

test("of two runs that were stopped, each is gone on with by what began it", async () => {
  const store = await storeOf(["first", strict, "stopped"], ["second", loose, "stopped"]);
  expect(await newestStopped(store, strict)).toBe("first");
  expect(await newestStopped(store, loose)).toBe("second");
});

test("where every run differs, the newest is handed over, so that what changed is reported", async () => {
  const store = await storeOf(["first", strict, "stopped"], ["second", loose, "stopped"]);
  expect(await newestStopped(store, infoWith("edited"))).toBe("second");
});

test("blocks of other names are other work, whatever else they have in common", async () => {
  const store = await storeOf(["small", { ...strict, block: "small" }, "stopped"]);
  expect(await newestStopped(store, { ...strict, block: "large" })).toBeUndefined();
  expect(await newestStopped(store, { ...strict, block: "small" })).toBe("small");
  expect(await newestStopped(store, strict)).toBe("small");
});

test("so are runs of other names: agents that a loop makes are one text", async () => {
  const store = await storeOf(["small", { ...strict, name: "small" }, "stopped"]);
  expect(await newestStopped(store, { ...strict, name: "large" })).toBeUndefined();
  expect(await newestStopped(store, { ...strict, name: "small" })).toBe("small");
});
