import { expect, test } from "vitest";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { aBatch, aLog, aSpan, type NewTraceStore } from "./trace-store-batches.ts";

/** Two stores on the same traces, as two processes have them. */
export function testTraceSharing(
  newStore: NewTraceStore,
  openAgain: (store: TraceStore) => Promise<TraceStore>,
): void {
  test("shows another store what was acknowledged, and goes on with it", async () => {
    const one = await newStore([aBatch({ spans: [aSpan()], logs: [aLog()] })]);
    const other = await openAgain(one);
    expect(await other.sessions()).toEqual(await one.sessions());
    const batch = aBatch({ spans: [aSpan(), aSpan({ spanId: "cc" })] });
    expect(await other.append(batch)).toMatchObject({ spans: 1, logs: 0 });
    expect(await one.sessions()).toMatchObject([{ spanCount: 2, logCount: 1 }]);
  });

  test("has stored what it was given when it is closed", async () => {
    const one = await newStore();
    const append = one.append(aBatch({ spans: [aSpan()] }));
    await one.close();
    await append;
    const other = await openAgain(one);
    expect(await other.sessions()).toMatchObject([{ spanCount: 1 }]);
  });
}
