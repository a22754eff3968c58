import { expect, test } from "vitest";
import type { RunEvent } from "../../core/run.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { aRunStart } from "../../testing/builders.ts";
import { journalRun } from "./journal-run.ts";

test("an event is reported at once, however soon it follows the one before", async () => {
  const heard: string[] = [];
  for (let pause = 0; pause < 12; pause += 1) {
    const second = Promise.withResolvers<void>();
    async function* batches(): AsyncGenerator<readonly RunEvent[]> {
      yield [aRunStart({ runId: "a" })];
      for (let at = 0; at < pause; at += 1) await undefined;
      yield [{ type: "run-resume", runId: "a", at: "2026-11-16T02:53:12.000Z" }];
      // a run whose cases are asked for one by one goes on only when this one was heard
      await second.promise;
    }
    await journalRun({
      runId: "a",
      batches: batches(),
      store: memoryStore(),
      reporters: [
        {
          onEvent({ type }) {
            heard.push(type);
            if (type === "run-resume") second.resolve();
          },
        },
      ],
    });
  }
  expect(heard).toHaveLength(24);
});
