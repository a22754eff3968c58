import { z } from "zod";
import type { ReviewedThing } from "../../../core/run-info.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { listReview, type ReviewItem } from "../../../project/review/review-journal.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";

/** Something to look at, in a line. */
export interface ListedItem extends ReviewItem {
  /** The user's first words, or what else it is known by. */
  readonly title: string;
  /** Which agent it was, or in which run. */
  readonly from: string;
  /** It was deleted, or forgotten, since it was put here. */
  readonly isGone: boolean;
}

export const reviewList = route({
  summary: "What people are to look at, the first that was put there first, and what they said.",
  query: z.object({
    show: z.enum(["waiting", "said"]).default("waiting"),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: z.object({
    counts: z.object({
      waiting: z.number(),
      said: z.number(),
      right: z.number(),
      wrong: z.number(),
    }),
    items: z.array(z.custom<ListedItem>()).readonly(),
  }),
  async handle({ query: { show, offset, limit }, parts }) {
    const all = await listReview(parts.runs);
    const [waiting, said] = [
      all.filter((item) => item.said === undefined),
      // what was said last is what somebody may want to take back
      all
        .filter((item) => item.said !== undefined)
        .toSorted((a, b) => (b.said?.at ?? "").localeCompare(a.said?.at ?? "")),
    ];
    const right = said.filter((item) => item.said?.says === "right").length;
    const counts = {
      waiting: waiting.length,
      said: said.length,
      right,
      wrong: said.length - right,
    };
    const asked = (show === "waiting" ? waiting : said).slice(offset, offset + limit);
    return { counts, items: await listed(asked, parts) };
  },
});

async function listed(items: readonly ReviewItem[], parts: ServerParts) {
  const runs = await parts.runs.list();
  const sessions = new Map((await parts.traces.sessions()).map((each) => [each.id, each]));
  const chats = new Map((await parts.chatList.all()).map((each) => [each.chatId, each]));
  const ids = runs.map(({ runId }) => runId);
  const agents = new Map(runs.map(({ runId, agent }) => [runId, agent]));

  async function wordsOf({ session, chat, run, case: evalId, trial = 0 }: ReviewedThing) {
    if (session !== undefined) {
      const found = sessions.get(session);
      const line = found && (await parts.live.of(found));
      return { title: line?.user ?? session, from: line?.agent ?? "", isGone: found === undefined };
    }
    if (chat !== undefined) {
      const found = chats.get(chat);
      const title = found?.name ?? found?.firstWords ?? chat;
      return { title, from: found?.about.agent.name ?? "", isGone: found === undefined };
    }
    return wordsOfCase({ run, evalId, trial });
  }
  function wordsOfCase({ run = "", evalId = "", trial }: CaseOfRun) {
    const agent = agents.get(run);
    const which = trial > 0 ? `, trial ${trial + 1}` : "";
    const from = agent === undefined ? "" : `${agent}, run ${shortId(run, ids)}${which}`;
    return { title: evalId, from, isGone: agent === undefined };
  }
  return await Promise.all(items.map(async (item) => ({ ...item, ...(await wordsOf(item.of)) })));
}

interface CaseOfRun {
  readonly run: string | undefined;
  readonly evalId: string | undefined;
  readonly trial: number;
}
