import type { JudgeQuestion } from "../../../core/judge.ts";
import { degenerateNote } from "../degenerate-answer.ts";
import { readValid, type ValidVerdict, validSchema } from "./valid-question.ts";

interface Compared {
  readonly step: string;
  readonly turn: number;
  readonly user: string;
  readonly reference: string;
  readonly answer: string;
}

const instructions = `You compare an agent's answer with a reference answer that a person wrote and that you trust.

Decide whether the answer is valid: whether somebody who asked the user's question is served by it as well as by the reference.
- Wording, order, language style and layout may differ. The same facts in a table, a list or a sentence are the same answer.
- More than the reference says is fine as long as it takes nothing back and contradicts nothing.
- Everything the reference gives as the answer to the question must be there: facts left out, hedged away or replaced make it invalid.
- Numbers, units, dates, names and amounts must agree. Rounding is fine where people in that field would round.
- For arithmetic, dates and data, the reference is right even where you would have computed something else.
- A question in return, a refusal, an announcement of work to come or an empty answer is valid only if the reference is one too.

Say in "rationale" in two or three sentences what agrees and what does not, then give the "verdict": "valid", "invalid", or
"cannot_tell" if the material does not let you decide.`;

/** Asks whether an answer means what the reference means. */
export function finalResponseMatchQuestion(compared: Compared): JudgeQuestion<ValidVerdict> {
  const { step, turn, user, reference, answer } = compared;
  return {
    step,
    turn,
    promptVersion: 1,
    instructions: `${instructions}${degenerateNote(answer)}`,
    material: [
      { title: "What the user asked", text: user },
      { title: "Reference answer", text: reference },
      { title: "Answer of the agent, to be judged", text: answer },
    ],
    schema: validSchema,
    read: readValid,
  };
}
