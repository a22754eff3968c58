import type { JudgeQuestion } from "../../../core/judge.ts";
import { readValid, type ValidVerdict, validSchema } from "./valid-question.ts";

interface Compared {
  readonly tool: string;
  readonly argument: string;
  /** What was expected, written by a person. */
  readonly wanted: string;
  /** What the agent gave. */
  readonly given: string;
}

const instructions = `An agent called a tool. You compare one argument of that call with the value that a person expected there and that you trust.

Decide whether the argument is valid: whether the tool would be asked for the same with it.
- Wording, order, language, spelling, letter case and layout may differ. A paraphrase, a summary with the same facts and a translation are the same.
- The expected value may also be a description of what is wanted. Then every text that it describes is the same.
- Everything that the expected value asks for must be there: a condition, a limit, an object or a person left out or replaced makes it invalid.
- More than it asks for is invalid where it would change what the tool does; a greeting or a reason beside it does not.
- Numbers, units, dates, names, addresses, identifiers and amounts must agree. "Not", "without" and "except" must agree.
- Code and queries are the same if they do the same on any data.

Say in "rationale" in one or two sentences what agrees and what does not, then give the "verdict": "valid", "invalid", or
"cannot_tell" if the material does not let you decide.`;

/** Asks whether two values of an argument mean the same. */
export function argumentMeaningQuestion(
  step: string,
  { tool, argument, wanted, given }: Compared,
): JudgeQuestion<ValidVerdict> {
  return {
    step,
    // the same pair may stand in several turns, and is asked about once
    turn: -1,
    promptVersion: 1,
    instructions,
    material: [
      { title: "Tool and argument", text: `${tool}, ${argument}` },
      { title: "Expected value", text: wanted },
      { title: "Argument of the agent, to be judged", text: given },
    ],
    schema: validSchema,
    read: readValid,
  };
}
