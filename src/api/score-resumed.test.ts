import { expect, test } from "vitest";
import { defineConfig } from "../project/define/define-config.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { evaluate } from "./evaluate.ts";
import { score } from "./score-saved.ts";

const evalSet = {
  eval_set_id: "s",
  eval_cases: [{ eval_id: "c", conversation: [{ user_content: "hi", final_response: "hi" }] }],
};

test("a resume notices that a metric of the program is not what it was", async () => {
  const store = memoryStore();
  const held = await evaluate((text: string) => text, evalSet, {
    store,
    criteria: { response_match_score: 1 },
  });
  const by = (kind: () => number) =>
    defineConfig({ criteria: { kind: 0.5 }, customMetrics: { kind } });
  const stopped = await score(held, { store, config: by(() => 1), signal: AbortSignal.abort() });
  const resume = stopped.runId;
  await expect(score(held, { store, config: by(() => 0), resume })).rejects.toMatchObject({
    code: "run/changed",
    message: expect.stringContaining("the metric kind"),
  });
  expect(await score(held, { store, config: by(() => 1), resume })).toMatchObject({
    runId: resume,
  });
});
