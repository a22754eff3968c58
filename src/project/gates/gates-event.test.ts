import { expect, test } from "vitest";
import type { RunEvent } from "../../core/run.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { aRunStart, caseEvents } from "../../testing/builders.ts";
import { withGatesEvent } from "./gates-event.ts";

const gates = { conditions: ["pass-rate >= 0.5"], by: "point" } as const;
const runId = "run";
const end: RunEvent = { type: "run-end", runId, at: "2026-01-01T00:00:00Z", status: "ended" };

async function toldGates(before: readonly RunEvent[], here: readonly RunEvent[]) {
  const store = memoryStore();
  for (const event of before) await store.append(event);
  async function* batches() {
    yield here;
    yield [end];
  }
  for await (const batch of withGatesEvent(batches(), { runId, gates, store })) {
    for (const event of batch) if (event.type === "gates-end") return event.gates[0];
  }
  return undefined;
}

const start = aRunStart({ runId });
const ended = (evalId: string, index: number, status: "passed" | "failed") =>
  caseEvents({ runId, evalId, index, end: { status } });

test("what ended here counts as it ended, whatever the journal says of it by now", async () => {
  const forged = [start, ...ended("a", 0, "passed"), ...ended("b", 1, "passed")];
  const here = [start, ...ended("a", 0, "failed"), ...ended("b", 1, "failed")];
  expect(await toldGates(forged, here)).toMatchObject({ outcome: "not-met", estimate: 0 });
});

test("what ended before this process is told by the journal", async () => {
  const earlier = [start, ...ended("a", 0, "passed")];
  const resume: RunEvent = { type: "run-resume", runId, at: "2026-01-01T00:00:00Z" };
  const gate = await toldGates(earlier, [resume, ...ended("b", 1, "failed")]);
  expect(gate).toMatchObject({ estimate: 0.5 });
});
