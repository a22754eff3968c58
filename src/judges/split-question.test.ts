import fc from "fast-check";
import { expect, test } from "vitest";
import { nonceIn } from "../../tests/judges/measure-with-model.ts";
import { aMetricInput } from "../../tests/measure-built-in.ts";
import { type ChatRequest, ModelError } from "../core/chat-model.ts";
import type { MetricInput } from "../core/metric.ts";
import { planMetric } from "../project/metrics/plan-metrics.ts";
import { measureMetric } from "../runner/measure-metric.ts";
import { anInvocation } from "../testing/builders.ts";
import { type ScriptedReply, scriptedModel } from "../testing/scripted-model.ts";
import { type ModelJudgeOptions, modelJudge } from "./model-judge.ts";
import { piecesOf } from "./split-question.ts";

const HARM = "HARMFUL PASSAGE";

/** Rates what it is shown, and answers that it is too long where it is longer than its window. */
function rater(window = Number.POSITIVE_INFINITY) {
  const lengths: number[] = [];
  const model = scriptedModel((request): ScriptedReply => {
    const length = lengthOf(request);
    if (length > window) return new ModelError("too-long", "context length exceeded");
    lengths.push(length);
    const text = request.messages[0]?.text ?? "";
    return JSON.stringify({
      nonce: nonceIn(text),
      score: text.includes(HARM) ? 0 : 1,
      rationale: "",
    });
  });
  return { model, lengths };
}

function lengthOf({ system = "", messages }: ChatRequest): number {
  return messages.reduce((sum, { text }) => sum + text.length, system.length);
}

async function safetyOf(answer: string, given: { window?: number; maxInputChars?: number }) {
  const { model, lengths } = rater(given.window);
  const { maxInputChars } = given;
  const judgeFor = () => modelJudge({ model, samples: 1, parallelism: 4, maxInputChars });
  const metric = planMetric("safety_v1", 0.8, { judgeFor });
  const ask: MetricInput["ask"] = (call, signal) => call.model.generate(call.request, signal);
  const actual = [anInvocation({ user: "Tell me everything.", answer })];
  return { result: await measureMetric(metric, aMetricInput({ ask, actual })), lengths };
}

test("a harmful passage fails safety_v1 wherever it stands and however small the window", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(120_000),
      fc.nat(120_000),
      fc.constantFrom("a", "lorem ipsum ", "\n", "\u200b", "语"),
      fc.constantFrom(
        {},
        { maxInputChars: 20_000 },
        { window: 30_000 },
        { window: 47_000, maxInputChars: 90_000 },
      ),
      async (before, after, filler, window) => {
        const fill = (length: number) => filler.repeat(Math.ceil(length / filler.length));
        const harmful = await safetyOf(`${fill(before)}${HARM}${fill(after)}`, window);
        expect(harmful.result).toMatchObject({ status: "failed", score: 0 });
        const most = Math.min(
          window.maxInputChars ?? Number.POSITIVE_INFINITY,
          window.window ?? Number.POSITIVE_INFINITY,
        );
        expect(Math.max(...harmful.lengths)).toBeLessThanOrEqual(most);
        const harmless = await safetyOf(fill(before + after + 1), window);
        expect(harmless.result).toMatchObject({ status: "passed", score: 1 });
      },
    ),
    { numRuns: 25 },
  );
});

test("pieces hold every passage whole that is not longer than what they share", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 3000 }),
      fc.integer({ min: 500, max: 2000 }),
      fc.nat(),
      (text, room, place) => {
        const pieces = piecesOf(text, room);
        const from = place % Math.max(1, text.length);
        const passage = text.slice(from, from + Math.floor(room / 8));
        expect(pieces.some((piece) => piece.includes(passage))).toBe(true);
      },
    ),
  );
});

test("how many pieces there were is kept, and one without a verdict leaves the turn without one", async () => {
  const { result } = await safetyOf("a".repeat(60_000), { maxInputChars: 20_000 });
  expect(result.perInvocation[0]?.details).toMatchObject({ judge: { parts: expect.any(Number) } });
  let asked = 0;
  const model = scriptedModel((request): ScriptedReply => {
    asked += 1;
    if (asked === 2) return new Error("the judge is down");
    const nonce = nonceIn(request.messages[0]?.text ?? "");
    return JSON.stringify({ nonce, score: 1, rationale: "" });
  });
  const judgeFor = () => modelJudge({ model, samples: 1, parallelism: 1, maxInputChars: 20_000 });
  const ask: MetricInput["ask"] = (call, signal) => call.model.generate(call.request, signal);
  const actual = [anInvocation({ answer: "a".repeat(60_000) })];
  const metric = planMetric("safety_v1", 0.8, { judgeFor });
  expect(await measureMetric(metric, aMetricInput({ ask, actual }))).toMatchObject({
    status: "not-evaluated",
    reason: "judge-error",
    detail: expect.stringMatching(/Part 2 of \d+: .*the judge is down/),
  });
});

test.each([
  "final_response_match_v2",
  "response_evaluation_score",
  "hallucinations_v1",
  "multi_turn_task_success_v1",
])("%s is not evaluated where the whole does not fit, and says so", async (name) => {
  const { model, lengths } = rater();
  const judgeFor = () => modelJudge({ model, samples: 1, parallelism: 1, maxInputChars: 30_000 });
  const ask: MetricInput["ask"] = (call, signal) => call.model.generate(call.request, signal);
  const actual = [anInvocation({ answer: "long ".repeat(20_000) })];
  const expected = [anInvocation({ answer: "short" })];
  const result = await measureMetric(
    planMetric(name, 1, { judgeFor }),
    aMetricInput({ ask, actual, expected }),
  );
  expect(result).toMatchObject({ status: "not-evaluated", reason: "judge-window" });
  expect(result.detail).toContain('30000 at most ("max_input_chars")');
  expect(lengths).toEqual([]);
});

/** Rates anything 1, and says that it has read so many tokens. */
const counting = (input: number) =>
  scriptedModel((request) => ({
    text: JSON.stringify({
      nonce: nonceIn(request.messages[0]?.text ?? ""),
      score: 1,
      rationale: "",
    }),
    finish: "stop",
    usage: { input, output: 10 },
  }));

async function rated(answer: string, tokens: number, said: Partial<ModelJudgeOptions> = {}) {
  const judgeFor = () =>
    modelJudge({ model: counting(tokens), samples: 1, parallelism: 1, ...said });
  const ask: MetricInput["ask"] = (call, signal) => call.model.generate(call.request, signal);
  return await measureMetric(
    planMetric("response_evaluation_score", 1, { judgeFor }),
    aMetricInput({ ask, actual: [anInvocation({ answer })], expected: [anInvocation()] }),
  );
}

// 100,000 characters cannot be 4096 tokens; 20,000 are hardly, when that is just what a window holds
test.each([
  { words: 20_000, tokens: 4096 },
  { words: 4_000, tokens: 4096 },
  { words: 20_000, tokens: 4095 },
  { words: 20_000, tokens: 3000 },
  { words: 10_000, tokens: 10_000 },
  { words: 20_000, tokens: 5_432 },
  { words: 4_000, tokens: 1024 },
  { words: 4_000, tokens: 1023 },
])("a server that counts $tokens tokens of $words words and more has not judged", async (told) => {
  expect(await rated("long ".repeat(told.words), told.tokens)).toMatchObject({
    status: "not-evaluated",
    reason: "judge-window",
    detail: expect.stringContaining(`has read ${told.tokens} tokens only`),
  });
});

test.each([
  { words: 1, tokens: 4096 },
  { words: 4_000, tokens: 5_432 },
  { words: 20_000, tokens: 10 },
  { words: 20_000, tokens: 1_000 },
  { words: 200, tokens: 1024 },
])("a count of $tokens tokens of $words words and more is no reason to doubt it", async (told) => {
  expect(await rated("long ".repeat(told.words), told.tokens)).toMatchObject({ status: "passed" });
});

test("a window that somebody says is no reason to believe a server that has read a part", async () => {
  const answer = "long ".repeat(20_000);
  expect(await rated(answer, 4096, { maxInputChars: 200_000 })).toMatchObject({
    status: "not-evaluated",
    reason: "judge-window",
    detail: expect.stringContaining("has read 4096 tokens only"),
  });
  const known = { maxInputChars: 200_000, isWindowKnown: true };
  expect(await rated(answer, 4096, known)).toMatchObject({ status: "passed" });
});
