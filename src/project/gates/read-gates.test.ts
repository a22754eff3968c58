import { expect, test } from "vitest";
import { memoryStore } from "../../stores/memory-store.ts";
import { aRunStart } from "../../testing/builders.ts";
import { aTable } from "../../testing/table-builders.ts";
import { readGates } from "./read-gates.ts";

test("gates are answered of the run as it was read, though its journal has gone on since", async () => {
  const store = memoryStore();
  await store.append(aRunStart({ runId: "run" }));
  const table = aTable(Array.from({ length: 60 }, () => [1]));
  const gates = { conditions: ["pass-rate > 0.9"], by: "bound" } as const;
  const asRead = await readGates({ runId: "run", gates, store, table });
  expect(asRead.gates[0]).toMatchObject({ outcome: "met", estimate: 1 });
  const journaled = await readGates({ runId: "run", gates, store });
  expect(journaled.gates[0]).toMatchObject({ outcome: "undecided", estimate: null });
});
