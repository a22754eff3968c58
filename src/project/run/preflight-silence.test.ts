import { expect, test, vi } from "vitest";
import { ModelError } from "../../core/chat-model.ts";
import { modelClient } from "../../models/index.ts";
import { preflightModels } from "../models/preflight-models.ts";

// before anything is imported: deadlines go by the timers that were there when they were loaded
vi.hoisted(() => vi.useFakeTimers());

test("a model that never answers is not waited for", async () => {
  const told: string[] = [];
  const model = { id: "ollama/llama3", generate: () => new Promise<never>(() => {}) };
  const hanging = preflightModels([{ model, role: "judge" }], {
    access: modelClient({ maxCost: 1 }),
    signal: new AbortController().signal,
    onWaiting: (what) => told.push(what),
  }).catch((error) => error);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await hanging).toMatchObject({ message: "ollama/llama3 did not answer within 60 s." });
  expect(told[0]).toBe("waiting for ollama/llama3, 5 s");
});

test("a line that breaks is tried again", async () => {
  let asked = 0;
  const model = {
    id: "gpt-5-mini",
    generate: async () => {
      asked += 1;
      throw new ModelError("network", "socket hang up");
    },
  };
  const failing = preflightModels([{ model, role: "judge" }], {
    access: modelClient({ maxCost: 1 }),
    signal: new AbortController().signal,
  }).catch((error) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failing).toMatchObject({ code: "model/failed" });
  expect(asked).toBe(3);
});
