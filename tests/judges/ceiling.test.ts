import { expect, test } from "vitest";
import type { ChatRequest } from "../../src/core/chat-model.ts";
import { evaluate } from "../../src/index.ts";
import { temporaryFolder } from "../../src/testing/index.ts";
import { answerInForm } from "../judge-by-form.ts";

test("a case whose samples were not all paid for stays open, and all of them decide it", async () => {
  // three of five samples are a quorum, and the first three say yes: only all five say no
  const votes = [true, true, false, false, false];
  let asked = 0;
  function house(request: ChatRequest) {
    const text = answerInForm(request, votes[asked] ?? false);
    asked += 1;
    return { text, finish: "stop", usage: { input: 1_000_000, output: 0 } } as const;
  }
  const request = {
    agent: (text: string) => text,
    evalSet: {
      eval_set_id: "echo",
      eval_cases: [
        { eval_id: "hi", conversation: [{ user_content: "hi", final_response: "hello" }] },
      ],
    },
    config: {
      criteria: {
        final_response_match_v2: {
          threshold: 0.5,
          judgeModelOptions: { numSamples: 5, parallelismLimit: 1 },
        },
      },
      modelPrices: { house: { input: 1, output: 1 } },
    },
    judgeModel: house,
    store: `${temporaryFolder()}/runs.db`,
  };
  const first = await evaluate({ ...request, maxCost: 3 });
  expect(asked).toBe(3);
  expect(first).toMatchObject({ status: "incomplete", totals: { passed: 0, notEvaluated: 1 } });

  const whole = await evaluate({ ...request, maxCost: 10, resume: true });
  expect(asked).toBe(5);
  expect(whole).toMatchObject({ status: "failed", totals: { failed: 1 } });
});
