import { expect, test } from "vitest";
import { measure, rubric, samples } from "../../../tests/judges/measure-judged.ts";
import { aMetricInput } from "../../../tests/measure-built-in.ts";
import { countsAs } from "../../core/folds/case-row.ts";
import { modelJudge } from "../../judges/model-judge.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { metricDefinitions } from "../index.ts";

const turn = anInvocation({ user: "Which pier?", answer: "It leaves from pier 3." });
const reference = anExpectedTurn({ user: "Which pier?", answer: "Pier 3." });

const judged = metricDefinitions.filter(({ needs }) => needs.includes("judge"));

test("there are fourteen of them", () => {
  expect(judged).toHaveLength(14);
});

test.each(judged.map(({ name }) => name))("%s cannot be measured without a judge", (name) => {
  expect(planMetric(name, 1).measure).toBeUndefined();
});

test.each(judged.map(({ name }) => name))(
  "%s is not evaluated where no model can be asked",
  async (name) => {
    const judgeFor = () => modelJudge({ model: scriptedModel(""), samples: 1, parallelism: 1 });
    const metric = planMetric(name, 1, { judgeFor });
    const result = await measureMetric(metric, aMetricInput({ actual: [turn] }));
    expect(result).toMatchObject({ status: "not-evaluated", reason: "judge-error" });
  },
);

test("a verdict keeps its votes, its rationale, the prompt's version and hash, and the replies", async () => {
  const answers = [
    { rationale: "It is another pier.", verdict: "invalid" },
    { rationale: "Same pier.", verdict: "valid" },
    { rationale: "Still another pier.", verdict: "invalid" },
  ];
  const input = { actual: [turn], expected: [reference] };
  const { result } = await measure("final_response_match_v2", samples(3), input, answers);
  expect(result).toMatchObject({ status: "failed", score: 0 });
  const [{ why, details } = {}] = result.perInvocation;
  expect(why).toBe("2 of 3 votes say invalid. It is another pier.");
  expect(details).toMatchObject({
    rationale: "It is another pier.",
    votes: { valid: 1, invalid: 2, unusable: 0, split: false },
    judge: {
      model: "scripted",
      promptVersion: 1,
      promptHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      replies: [{ raw: expect.stringContaining("another pier") }, {}, {}],
    },
  });
});

test("a tie is 0 and shown as a split vote", async () => {
  const answers = [{ verdict: "valid" }, { verdict: "invalid" }];
  const input = { actual: [turn], expected: [reference] };
  const { result } = await measure("final_response_match_v2", samples(2), input, answers);
  expect(result.perInvocation[0]).toMatchObject({
    score: 0,
    why: "The votes were split, 1 to 1, which counts as invalid.",
    details: { votes: { split: true } },
  });
});

test("too few usable votes are no verdict, and the reason counts them", async () => {
  const unsure = { verdict: "cannot_tell", rationale: "Neither names a country." };
  const answers = [{ verdict: "valid" }, unsure, unsure];
  const input = { actual: [turn], expected: [reference] };
  const { result } = await measure("final_response_match_v2", samples(3), input, answers);
  expect(result).toMatchObject({
    status: "not-evaluated",
    reason: "judge-no-quorum",
    detail:
      "1 of 3 verdicts could be used; 2 are needed. The judge cannot tell. Neither names a country.",
  });
});

test("what was said on the way is part of the answer where the criterion says so", async () => {
  const said = anInvocation({
    user: "Which pier?",
    answer: "Have a good trip.",
    intermediateData: {
      invocationEvents: [{ author: "a", content: { parts: [{ text: "Pier 3 it is." }] } }],
    },
  });
  const input = { actual: [said], expected: [reference] };
  const settings = { ...samples(1), include_intermediate_responses_in_final: true };
  const answers = [{ verdict: "valid" }];
  const with_ = await measure("final_response_match_v2", settings, input, answers);
  expect(with_.requests[0]?.messages[0]?.text).toContain("Pier 3 it is.\\nHave a good trip.");
  const without = await measure("final_response_match_v2", samples(1), input, answers);
  expect(without.requests[0]?.messages[0]?.text).not.toContain("Pier 3 it is.");
});

test("an empty answer is marked, and the judge is told", async () => {
  const silent = anInvocation({ user: "Which pier?", answer: " " });
  const input = { actual: [silent], expected: [reference] };
  const { result, requests } = await measure("final_response_match_v2", samples(1), input, [
    { verdict: "invalid" },
  ]);
  expect(result.perInvocation[0]?.details).toMatchObject({ degenerate: "empty" });
  expect(requests[0]?.system).toContain("the answer to judge is empty");
});

test("evidence that does not stand in the material voids the item", async () => {
  const settings = {
    ...samples(1),
    rubrics: [rubric("pier", "It names a pier."), rubric("kind", "It is kind.")],
  };
  const items = [
    { id: "pier", evidence: "leaves from “Pier 3”", verdict: "yes" },
    { id: "kind", evidence: "Dear guest, welcome", verdict: "yes" },
  ];
  const { result } = await measure(
    "rubric_based_final_response_quality_v1",
    settings,
    { actual: [turn] },
    [{ items }],
  );
  expect(result.details?.rubricScores).toMatchObject([
    { rubricId: "pier", score: 1 },
    { rubricId: "kind", score: undefined },
  ]);
});

test("rubrics that no sample decides about say in which ways their verdicts cannot be used", async () => {
  const rubrics = [rubric("pier", "It names a pier."), rubric("kind", "It is kind.")];
  const { result } = await measure(
    "rubric_based_final_response_quality_v1",
    { ...samples(3), rubrics },
    { actual: [turn] },
    [
      { items: [{ id: "pier", evidence: "Pier 9", verdict: "yes" }] },
      { items: [{ id: "pier", verdict: "cannot_tell" }] },
      { items: [{ id: "kind", verdict: "yes" }] },
    ],
  );
  expect(result).toMatchObject({
    status: "not-evaluated",
    reason: "judge-no-quorum",
    detail: "1 of 3 verdicts could be used; 2 are needed. The judge leaves the property out.",
  });
  const none = await measure(
    "rubric_based_final_response_quality_v1",
    { ...samples(2), rubrics },
    { actual: [turn] },
    [
      { items: [{ id: "pier", evidence: "Pier 9", verdict: "yes" }] },
      { items: [{ id: "pier", verdict: "cannot_tell" }] },
    ],
  );
  expect(none.result).toMatchObject({
    detail:
      "0 of 2 verdicts could be used; 2 are needed. The evidence that the judge quotes is not in what it was shown. The judge cannot tell.",
  });
});

test("a rubric without a verdict keeps the score and takes the metric's say", async () => {
  const rubrics = [rubric("pier", "It names a pier."), rubric("kind", "It is kind.")];
  const { result } = await measure(
    "rubric_based_final_response_quality_v1",
    { ...samples(1), rubrics },
    { actual: [turn] },
    [{ items: [{ id: "pier", verdict: "yes" }] }],
  );
  expect(result).toMatchObject({
    status: "passed",
    score: 1,
    coverage: { scored: 1, of: 2 },
    reason: "partly-scored",
    detail: 'The judge did not decide about "It is kind".',
  });
  expect(countsAs(result)).toBe("not-evaluated");
});

test("verdicts that nobody asked for are ignored and reported", async () => {
  const { result } = await measure(
    "rubric_based_tool_use_quality_v1",
    { ...samples(1), rubrics: [rubric("pier", "It names a pier.")] },
    { actual: [turn] },
    [
      {
        items: [
          { id: "pier", verdict: "no" },
          { id: "extra", verdict: "yes" },
        ],
      },
    ],
  );
  expect(result).toMatchObject({ status: "failed", score: 0 });
  expect(result.perInvocation[0]?.details).toMatchObject({ unaskedRubrics: ["extra"] });
});

test("two rubrics whose ids differ in white space only are refused before the run", () => {
  const judgeFor = () => modelJudge({ model: scriptedModel(""), samples: 1, parallelism: 1 });
  const rubrics = [rubric("a", "First."), rubric("a ", "Second.")];
  expect(() =>
    planMetric("rubric_based_tool_use_quality_v1", { threshold: 1, rubrics }, { judgeFor }),
  ).toThrow('two rubrics with the id "a"');
});

test("a conversation judged as a whole has no gaps in its earlier turns", async () => {
  const { result } = await measure(
    "multi_turn_task_success_v1",
    samples(1),
    { actual: [turn, turn] },
    [{ rationale: "Done.", score: 0.75 }],
  );
  expect(result).toMatchObject({ status: "passed", score: 0.75 });
  expect(result.coverage).toBeUndefined();
  expect(countsAs(result)).toBe("passed");
});

test("of several ratings the median counts", async () => {
  const ratings = [{ score: 0.9 }, { score: 0 }, { score: 0.8 }];
  const { result } = await measure("safety_v1", samples(3), { actual: [turn] }, ratings);
  expect(result.score).toBe(0.8);
  expect(result.perInvocation[0]?.details).toMatchObject({ ratings: [0.9, 0, 0.8] });
});

test("sentences that the judge leaves out or makes up are put right before they are labelled", async () => {
  const answer = "The ferry leaves at 7. It costs 40. Bring a coat.";
  const { result } = await measure(
    "hallucinations_v1",
    {},
    { actual: [anInvocation({ answer })] },
    [
      { sentences: ["The ferry leaves at 7.", "Never said.", "Bring a coat."] },
      {
        labels: [
          { sentence: 1, label: "supported", evidence: "" },
          { sentence: 2, label: "unsupported", evidence: "" },
          { sentence: 3, label: "not_applicable", evidence: "" },
          { sentence: 4, label: "supported", evidence: "" },
        ],
      },
    ],
  );
  expect(result.score).toBe(2 / 3);
  expect(result.perInvocation[0]).toMatchObject({
    why: 'unsupported: "It costs 40.".',
    details: {
      texts: [
        {
          sentences: [
            { sentence: "The ferry leaves at 7.", label: "supported", score: 1 },
            { sentence: "It costs 40.", label: "unsupported", score: 0 },
            { sentence: "Bring a coat.", label: "not_applicable", score: 1 },
          ],
        },
      ],
    },
  });
});

test("a persona's rules are what its messages are judged by", async () => {
  const scenario = { startingPrompt: "hello", conversationPlan: "Greet.", userPersona: "NOVICE" };
  const { result, requests } = await measure(
    "per_turn_user_simulator_quality_v1",
    samples(1),
    {
      evalCase: anEvalCase({ conversationScenario: scenario }),
      actual: [anInvocation({ user: "hello" })],
    },
    [{ criteria: [], rationale: "", verdict: "valid" }],
  );
  expect(result).toMatchObject({ status: "passed", score: 1 });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.messages[0]?.text).toContain("Rules of this user");
  expect(requests[0]?.messages[0]?.text).not.toContain("{{");
});
