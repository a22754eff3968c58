import { expect, test } from "vitest";
import { memoryStore } from "../../stores/memory-store.ts";
import { memoryTraceStore } from "../../stores/memory-trace-store.ts";
import { aRunEnd, aRunStart, caseEvents } from "../../testing/builders.ts";
import { checkStore } from "./check-store.ts";

test("runs that were cut off can be resumed; chats, reviews and control questions have no end", async () => {
  const runs = memoryStore();
  await runs.append(aRunStart({ runId: "whole" }));
  for (const event of caseEvents({ runId: "whole" })) await runs.append(event);
  await runs.append(aRunEnd({ runId: "whole" }));
  await runs.append(aRunStart({ runId: "cut" }));
  for (const kind of ["chat", "review", "judge-check"] as const) {
    await runs.append(aRunStart({ runId: kind, kind }));
  }
  const { stopped, runs: count } = await checkStore(runs, memoryTraceStore());
  expect(stopped).toEqual(["cut"]);
  expect(count).toBe(5);
});
