import type { JudgeQuestion } from "../../../core/judge.ts";
import { answerSchema, type Fields, textSchema } from "./answer-fields.ts";

const instructions = `You cut a text into its sentences, so that each can be checked for itself.

- Copy every sentence word for word, with its own signs, in the order of the text. Leave nothing out and add nothing.
- A bullet or numbered item is a sentence of its own. A table is one sentence, and so is a block of code.
- Cut only; do not judge, correct, translate or join.

Answer with "sentences", the list of them.`;

/** Asks for the sentences of a text that an agent wrote. */
export function cutSentencesQuestion(
  step: string,
  turn: number,
  text: string,
): JudgeQuestion<readonly string[]> {
  return {
    step,
    turn,
    promptVersion: 1,
    instructions,
    material: [{ title: "Text to cut", text }],
    schema: answerSchema({ sentences: { type: "array", items: textSchema } }),
    read({ sentences }: Fields) {
      const isList = Array.isArray(sentences) && sentences.every((one) => typeof one === "string");
      if (!isList) return { problem: '"sentences" must be a list of texts.' };
      const cut = sentences.filter((one) => one.trim() !== "");
      return cut.length === 0 ? { problem: "No sentence was cut." } : { verdict: cut };
    },
  };
}
