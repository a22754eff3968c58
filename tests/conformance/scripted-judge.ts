import type { CallModel, ChatRequest, ModelCall } from "../../src/core/chat-model.ts";
import type { JudgeFor } from "../../src/core/judge.ts";
import { modelJudge } from "../../src/judges/model-judge.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";

/** Which question is asked. */
export interface Asked {
  /** Counted from 0; -1 for the whole conversation. */
  readonly turn: number;
  readonly step: string;
  readonly sample: number;
  /** The material between the fences, its texts read. */
  readonly material: readonly { readonly title: string; readonly text: string }[];
  readonly nonce: string;
}

/** An answer in our shape, without its nonce; null: a reply that means nothing; "error": a call that fails; a text: as it is. */
export type ScriptedAnswer = object | string | null | "error";

/** A verdict that no reply of ours could give, for a turn: how verdicts add up holds for those too. */
export type HandedVerdict = (turn: number) => object | undefined;

/** Judges of a scripted model, and the way to ask it. */
export function scriptedJudge(
  answer: (asked: Asked) => ScriptedAnswer,
  handed: HandedVerdict = () => undefined,
): {
  readonly judgeFor: JudgeFor;
  readonly ask: CallModel;
  /** Throws what a script threw. A judge takes it for a failing call, and a vector might hold by that. */
  check(): void;
} {
  let call: ModelCall | undefined;
  const mistakes: unknown[] = [];
  const model = scriptedModel((request) => {
    if (call === undefined) throw new Error("asked past the journal");
    const asked = askedBy(call, request);
    const given = guarded(() => answer(asked));
    if (given === "error") return new Error("the judge is down");
    if (given === null) return "I have no strong opinion here.";
    if (typeof given === "string") return given;
    return JSON.stringify({ nonce: asked.nonce, ...given });
  });
  /** The first mistake is the one that tells. */
  function guarded<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      mistakes.push(error);
      throw error;
    }
  }
  return {
    check() {
      if (mistakes.length > 0) throw mistakes[0];
    },
    judgeFor: ({ samples, parallelism, settings }) => {
      const judge = modelJudge({ model, samples, parallelism, settings });
      return {
        ...judge,
        async ask(question, context) {
          const verdict = guarded(() => handed(question.turn));
          if (verdict === undefined) return judge.ask(question, context);
          return Array.from({ length: samples }, () => ({
            verdict: verdict as never,
            promptHash: "",
          }));
        },
      };
    },
    ask: (asked, signal) => {
      call = asked;
      return asked.model.generate(asked.request, signal);
    },
  };
}

function askedBy({ turn, step, sample }: ModelCall, request: ChatRequest): Asked {
  const text = request.messages[0]?.text ?? "";
  const fence = /<<<MATERIAL ([0-9a-f]{32})\n([\s\S]*?)\nMATERIAL \1>>>/.exec(text);
  if (fence === null) throw new Error("the material is not fenced");
  const [, nonce = "", lines = ""] = fence;
  return { turn, step, sample, nonce, material: lines.split("\n").map((line) => JSON.parse(line)) };
}
