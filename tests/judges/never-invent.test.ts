import { expect, test } from "vitest";
import type { MetricResult } from "../../src/core/run.ts";
import { anExpectedTurn, anInvocation } from "../../src/testing/builders.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { measureWithModel, nonceIn } from "./measure-with-model.ts";
import { type AnswerForm, answerForms, malformedReplies } from "./reply-corpus.ts";
import { validVariants } from "./valid-replies.ts";

const conversation = {
  actual: [anInvocation({ user: "Which pier?", answer: "Pier 3, please." })],
  expected: [anExpectedTurn({ user: "Which pier?", answer: "Pier 3." })],
};

/** The judge gives this reply, and the same again when it is asked to repair it. */
function measure(form: AnswerForm, reply: object): Promise<MetricResult> {
  const model = scriptedModel(() => ({ text: "", ...reply }));
  return measureWithModel(model, form.metric, form.criterion, conversation);
}

/** Equal questions have equal nonces, so that one request tells it for all replies. */
async function nonceOf(form: AnswerForm): Promise<string> {
  const model = scriptedModel("");
  await measureWithModel(model, form.metric, form.criterion, conversation);
  return nonceIn(model.requests[0]?.messages[0]?.text ?? "");
}

test("500 malformed, partial, contradictory or truncated replies: none passes, none fails, all say why", async () => {
  const invented: string[] = [];
  let count = 0;
  for (const form of answerForms) {
    const replies = malformedReplies(form, await nonceOf(form));
    expect(new Set(replies.map(({ text, finish }) => `${finish} ${text}`)).size).toBeGreaterThan(
      150,
    );
    for (const { about, ...reply } of replies) {
      count += 1;
      const { status, reason, score, detail } = await measure(form, reply);
      const isHonest = status === "not-evaluated" && score === undefined && Boolean(detail);
      if (!isHonest || !/^judge-(parse|refused|contradiction)$/.test(reason ?? "")) {
        invented.push(`${form.metric}: ${about}: ${status} ${reason} ${reply.text.slice(0, 200)}`);
      }
    }
  }
  expect(invented).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(500);
});

test("100 ways to write a verdict are read as what they mean", async () => {
  const misread: string[] = [];
  let count = 0;
  for (const form of answerForms) {
    const nonce = await nonceOf(form);
    for (const [answer, wanted] of [
      [form.pass, "passed"],
      [form.fail, "failed"],
    ] as const) {
      for (const text of validVariants(form, answer, nonce)) {
        count += 1;
        const { status } = await measure(form, { text });
        if (status !== wanted) misread.push(`${form.metric}: ${status} ${text.slice(0, 200)}`);
      }
    }
  }
  expect(misread).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(100);
});
