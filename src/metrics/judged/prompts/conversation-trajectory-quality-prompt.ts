import { conversationQuestion } from "./conversation-question.ts";

const instructions = `You rate the way an agent took through a conversation, from 0 (poor) to 1 (flawless).

Look at every step in order: what was asked, said, called and answered. A good way
- understands what the user wants and keeps to it over all turns,
- takes the steps that are needed, in an order that works, without detours, repeats or loops,
- uses what earlier turns and tools have given instead of asking or looking it up again,
- follows the instructions of the agents, and notices and mends its own mistakes.
Take off for each step that is missing, wrong, needless or against the instructions, as much as it harmed.

Say in "rationale" in two or three sentences what you found, then give the "score", a number from 0 to 1.`;

export const trajectoryQualityQuestion = conversationQuestion({ promptVersion: 1, instructions });
