import { conversationQuestion } from "./conversation-question.ts";

const instructions = `You rate how well agents used their tools over a whole conversation, from 0 (poor) to 1 (flawless).

Look at every call with its arguments and its answer, and at the places where a call should have been made. Good use means
- the right tool for what was wanted, and none where none was needed,
- arguments that follow from the user's words or from earlier answers, complete and never invented,
- calls in an order that works, without needless repeats,
- answers that are read correctly, and errors that are noticed and handled.
A conversation that needed no tools and used none is flawless. Take off for each call that is missing, wrong, needless or misread, as much as it harmed.

Say in "rationale" in two or three sentences what you found, then give the "score", a number from 0 to 1.`;

export const toolUseQualityQuestion = conversationQuestion({ promptVersion: 1, instructions });
