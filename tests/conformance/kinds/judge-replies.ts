import { expect } from "vitest";
import type { MetricResult } from "../../../src/core/run.ts";
import { measureByScript } from "../judged-by-script.ts";
import type { Asked, ScriptedAnswer } from "../scripted-judge.ts";
import {
  cutSentences,
  translateBlocks,
  translateLabels,
  translateObjects,
} from "../translate-reply.ts";
import type { ConformanceKind } from "../vector.ts";

interface Input {
  readonly metric: string;
  readonly reply: string;
  readonly rubrics?: readonly unknown[];
  readonly segmenter_reply?: string;
}

interface Honest {
  readonly error?: object;
  readonly verdict?: "valid" | "invalid" | null;
  readonly verdicts?: readonly { readonly rubric_id: string; readonly verdict: string | null }[];
  readonly labels?: readonly (string | null)[];
  readonly reason?: string;
}

const STOP_TURN = 2;

export const checks: ConformanceKind = {
  inputs: ["metric", "reply", "rubrics", "segmenter_reply"],
  async hold({ input: given, differs, ours }) {
    const input = given as unknown as Input;
    if (differs === undefined) {
      // documentation of the reference's shape: a reply like that is no verdict of ours
      const result = await measure(input, () => input.reply);
      expect(saidOf(result, input)).toMatchObject({ reason: expect.stringMatching(/^judge-/) });
      return;
    }
    const honest = ours as unknown as Honest;
    const result = await measure(input, (asked) => translated(input, asked));
    if (honest.error !== undefined) expect(result).toBeUndefined();
    else expect(saidOf(result, input)).toEqual(expect.objectContaining(wantedOf(honest)));
  },
};

function translated(input: Input, asked: Asked): ScriptedAnswer {
  if (input.metric === "hallucinations_v1") {
    const sentences = cutSentences(input.segmenter_reply ?? "");
    return asked.step.endsWith("/cut") ? { sentences } : translateLabels(input.reply, sentences);
  }
  if (input.metric.startsWith("rubric_based")) return translateBlocks(input.reply);
  return translateObjects(input.reply, asked.nonce);
}

function measure(
  input: Input,
  answer: (asked: Asked) => ScriptedAnswer,
): Promise<MetricResult | undefined> {
  const text = cutSentences(input.segmenter_reply ?? "").join(" ");
  const simulated = input.metric === "per_turn_user_simulator_quality_v1";
  const turns = [turn("hello", text), ...(simulated ? [turn("and more", "yes")] : [])];
  return measureByScript(
    input.metric,
    {
      criterion: {
        threshold: 0.5,
        judge_model_options: { num_samples: 1 },
        ...(input.rubrics === undefined ? {} : { rubrics: input.rubrics }),
      },
      actual: turns,
      ...(simulated
        ? { scenario: { starting_prompt: "hello", conversation_plan: "Say hello, then more." } }
        : { expected: turns }),
    },
    (asked) => (simulated && asked.turn === STOP_TURN ? { verdict: "valid" } : answer(asked)),
  );
}

function turn(user: string, answer: string): object {
  return {
    user_content: { role: "user", parts: [{ text: user }] },
    final_response: { role: "model", parts: [{ text: answer || "an answer" }] },
  };
}

/** What our reading made of the reply, in the vectors' words. */
function saidOf(result: MetricResult | undefined, input: Input): Honest {
  const judged = result?.perInvocation.at(-1);
  const { score, reason, details } = judged ?? {};
  const about = reason === undefined ? {} : { reason };
  if (input.metric === "hallucinations_v1") {
    const [text] = (details?.texts ?? []) as { sentences?: { label?: string }[] }[];
    const unlabelled = cutSentences(input.segmenter_reply ?? "").map(() => null);
    return { labels: text?.sentences?.map(({ label }) => label ?? null) ?? unlabelled, ...about };
  }
  if (input.rubrics === undefined) {
    return { verdict: score === undefined ? null : score === 1 ? "valid" : "invalid", ...about };
  }
  const scores = (details?.rubricScores ?? []) as { rubricId: string; score?: number }[];
  const decided = scores.filter((each) => each.score !== undefined);
  return {
    verdicts: decided.map((each) => ({
      rubric_id: each.rubricId,
      verdict: each.score === 1 ? "yes" : "no",
    })),
    ...about,
  };
}

/** A rubric that is not listed and one without a verdict are the same. */
function wantedOf(honest: Honest): Honest {
  if (honest.verdicts === undefined) return honest;
  return { ...honest, verdicts: honest.verdicts.filter(({ verdict }) => verdict !== null) };
}
