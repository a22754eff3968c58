import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";

const turn = { userContent: "hello", finalResponse: "hello" };
const rubric = { rubricId: "kind", rubricContent: { textProperty: "The answer is kind." } };
/** Nobody listens there: whoever asks a judge is told so, and the run does not begin. */
const options = {
  criteria: { rubric_based_final_response_quality_v1: 0.5, response_match_score: 0.5 },
  judgeModel: "openai-compatible/judge",
  baseUrl: "http://127.0.0.1:9/v1",
  store: "memory",
} as const;

test("a metric without rubrics announces no calls and asks nobody", async () => {
  const evalSet = { evalSetId: "set", evalCases: [{ evalId: "plain", conversation: [turn] }] };
  const run = await evaluate((text: string) => text, evalSet, options);
  expect(run.notes.join("\n")).toContain("needs rubrics, and neither the config nor the case");
  expect(run.notes.join("\n")).not.toContain("will be asked");
  expect(run).toMatchObject({ status: "incomplete", scores: { response_match_score: 1 } });
});

test("with rubrics in one case the judge is asked", async () => {
  const cases = [
    { evalId: "plain", conversation: [turn] },
    { evalId: "judged", conversation: [turn], rubrics: [rubric] },
  ];
  const evalSet = { evalSetId: "set", evalCases: cases };
  const asked = evaluate((text: string) => text, evalSet, options);
  await expect(asked).rejects.toMatchObject({ code: expect.stringContaining("model/") });
});
