import { expect, onTestFinished, test, vi } from "vitest";
import { memoryStore } from "../../stores/memory-store.ts";
import { describeEvals } from "./describe-evals.ts";

const DAY_MS = 86_400_000;

test("no time limit of the runner ends a test or a hook: a case may wait for others, and has deadlines of its own", () => {
  const limits = new Map<string, number>();
  vi.stubGlobal("describe", (_: string, define: () => void) => define());
  const define = (title: string, _: unknown, timeout: number) => void limits.set(title, timeout);
  vi.stubGlobal("test", { concurrent: define, skip: define });
  vi.stubGlobal("afterAll", (_: unknown, timeout: number) => void limits.set("end", timeout));
  onTestFinished(() => void vi.unstubAllGlobals());
  const cases = ["first", "hundredth"].map((id) => ({
    eval_id: id,
    assay: { timeout_seconds: 3600 },
    conversation: [{ user_content: id, final_response: id }],
  }));
  describeEvals(
    (text: string) => text,
    { eval_set_id: "slow", eval_cases: cases },
    { store: memoryStore(), timeouts: { case: 1 } },
  );
  expect([...limits.keys()]).toEqual(["end", "first", "hundredth"]);
  for (const limit of limits.values()) expect(limit).toBeGreaterThan(7 * DAY_MS);
});
