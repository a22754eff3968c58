import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import type { ReviewedThing } from "../../../core/run-info.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { findSession } from "../../../project/traces/session-conversation.ts";
import { findConversation } from "../runs/find-conversation.ts";
import type { ServerParts } from "../server-parts.ts";
import { judgedAnswer } from "./judged-answer.ts";

const id = z.string().min(1).max(1024);

/** What can be put into review, as callers name it. */
export const reviewedThing = z.union([
  z.strictObject({ session: id }),
  z.strictObject({ chat: id }),
  z.strictObject({
    run: id,
    set: id,
    case: id,
    trial: z.number().int().min(0).default(0),
    /** What its judge said of one answer: of an address of `GET /runs/:run/conversation`. */
    judged: z.strictObject({ metric: id, answer: z.string().max(64) }).optional(),
  }),
]);

/** By its whole ids, and only what there is. */
export async function foundThing(
  asked: z.output<typeof reviewedThing>,
  parts: ServerParts,
): Promise<ReviewedThing> {
  if ("session" in asked) return { session: (await findSession(parts.traces, asked.session)).id };
  if ("chat" in asked) return { chat: await foundChat(asked.chat, parts) };
  const { set, case: evalId, trial, judged } = asked;
  const run = await findRun(parts.runs, asked.run, { cwd: parts.cwd });
  const thing = { run, set, case: evalId, trial, ...judged };
  if (judged === undefined) await findConversation(run, { set, case: evalId, trial }, parts);
  else if ((await judgedAnswer(thing, parts)) === undefined) {
    throw new UserFacingError("run/not-found", "There is no such answer in this conversation.", {
      hint: "Load the page again.",
    });
  }
  return thing;
}

async function foundChat(chat: string, { chatList }: ServerParts): Promise<string> {
  if ((await chatList.all()).some(({ chatId }) => chatId === chat)) return chat;
  throw new UserFacingError("chat/not-found", `There is no chat ${JSON.stringify(chat)}.`, {
    hint: "It may have been deleted. The list of chats has those that there are.",
  });
}
