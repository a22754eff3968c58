import { expect, test, vi } from "vitest";
import { type ChatModel, ModelError } from "../core/chat-model.ts";
import { issueCalls } from "../models/index.ts";
import { preflightModels } from "./preflight-models.ts";

// before timers are taken, which happens once
vi.hoisted(() => vi.useFakeTimers());

function aModel(generate: ChatModel["generate"], id = "gpt-5-mini"): ChatModel {
  return { id, generate };
}

function preflight(model: ChatModel, onWaiting?: (what: string) => void) {
  const access = issueCalls({ maxCost: 1 });
  const { signal } = new AbortController();
  return preflightModels([{ model, role: "judge" }], { access, signal, onWaiting });
}

test("a line that breaks is tried again, and a model that never answers is not waited for", async () => {
  let asked = 0;
  const broken = aModel(async () => {
    asked += 1;
    throw new ModelError("network", "socket hang up");
  });
  const failing = preflight(broken).catch((error) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failing).toMatchObject({ code: "model/failed" });
  expect(asked).toBe(3);

  const told: string[] = [];
  const silent = aModel(() => new Promise(() => {}), "ollama/llama3");
  const hanging = preflight(silent, (what) => told.push(what)).catch((error) => error);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await hanging).toMatchObject({ message: "ollama/llama3 did not answer within 60 s." });
  expect(told[0]).toBe("waiting for ollama/llama3, 5 s");
});
