import { conversationQuestion } from "./conversation-question.ts";

const instructions = `You rate whether a conversation reached what its user wanted, from 0 (not at all) to 1 (fully).

Work out from the user's messages what they wanted, all of it, and what changed on the way. Then look at what they ended up with:
- What an agent claims to have done counts only if a tool call with a fitting answer stands behind it, where a tool was needed.
- Each goal counts by its weight for the user: with one of two equal goals reached, the score is about 0.5.
- A goal that could not be reached, and of which the user was told so truthfully with what can be done instead, counts for half.
- How long or pleasant the way was does not count here.

Say in "rationale" in two or three sentences what you found, then give the "score", a number from 0 to 1.`;

export const taskSuccessQuestion = conversationQuestion({ promptVersion: 1, instructions });
