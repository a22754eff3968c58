import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { loopbackModels } from "../../../src/testing/index.ts";
import { spawnAssay } from "../run-assay.ts";
import type { Scene } from "../screen.ts";
import type { Served } from "../serve-workspace.ts";
import { chatStories } from "../workspace/chat-stories.ts";
import { latestTrials, pendingCases } from "../workspace/histories.ts";
import { judgeOpinions } from "../workspace/judge-opinions.ts";
import {
  behave,
  latestArguments,
  makeWorkspace,
  type Workspace,
} from "../workspace/make-workspace.ts";
import { scriptedJudge } from "../workspace/scripted-judge.ts";
import { sendSessions } from "../workspace/send-sessions.ts";
import { newestRun, runsOf } from "./newest-run.ts";
import { typicalScreens } from "./typical-screens.ts";

/** The refund desk of the drawings: what a team sees that has worked with it for a while. */
export const typicalScene: Scene = {
  name: "typical",
  async make(folder) {
    await withModels(folder, makeWorkspace);
  },
  async fill(served, folder) {
    const run = await newestRun(served);
    if ((await chatsOf(served)).length === 0) await chatWithDesk(served);
    const chat = (await chatsOf(served, chatStories[0]?.id))[0] ?? "";
    if ((await longestSession(served)) === "") await sendSessions(await receiverOf(served));
    const session = await longestSession(served);
    if (!(await isAnythingInReview(served))) await putIntoReview(served, { run, session });
    const { live, end } = await beginRun(served, folder, run);
    const [dice = "", diceBefore = ""] = await runsOf(served, "dice_primes");
    return { known: { run, dice, diceBefore, chat, session, live }, end };
  },
  screens: typicalScreens,
};

async function withModels(folder: string, work: (workspace: Workspace) => Promise<void>) {
  const models = await loopbackModels(scriptedJudge(judgeOpinions));
  try {
    await work({ folder, models });
  } finally {
    await models.close();
  }
}

/** Four short chats, and a long one that is the newest. */
async function chatWithDesk(served: Served): Promise<void> {
  for (const { id, turns } of chatStories.toReversed()) {
    const chat = (await served.json("/chats", { agent: "support_desk", title: id })) as {
      readonly chatId: string;
    };
    for (const { user } of turns) {
      await served.json(`/chats/${chat.chatId}/messages`, { text: user });
    }
  }
}

/** The newest first; those with a title, where one is given: pictures of the playground make more. */
async function chatsOf(served: Served, wanted?: string): Promise<readonly string[]> {
  const { chats } = (await served.json("/chats")) as {
    readonly chats: readonly { readonly chatId: string; readonly title?: string }[];
  };
  return chats
    .filter(({ title }) => wanted === undefined || title === wanted)
    .map(({ chatId }) => chatId);
}

async function receiverOf(served: Served): Promise<string> {
  const { receiver } = (await served.json("/sessions")) as {
    readonly receiver: { readonly http: string };
  };
  return receiver.http;
}

async function isAnythingInReview(served: Served): Promise<boolean> {
  const { counts } = (await served.json("/review")) as {
    readonly counts: { readonly waiting: number };
  };
  return counts.waiting > 0;
}

/** A session, a case, and what the judge said of an answer. */
async function putIntoReview(
  served: Served,
  { run, session }: { readonly run: string; readonly session: string },
): Promise<void> {
  const of = { run, set: "refunds", case: "refund_eu_currency", trial: 2 };
  const query = `set=${of.set}&case=${of.case}&trial=${of.trial}`;
  const { judged } = (await served.json(`/runs/${run}/conversation?${query}`)) as {
    readonly judged: Readonly<Record<string, readonly { readonly key: string }[]>>;
  };
  const answers = Object.entries(judged).flatMap(([metric, all]) =>
    all.slice(0, 1).map(({ key: answer }) => ({ ...of, judged: { metric, answer } })),
  );
  await served.json("/review", { things: [{ session }, of, ...answers.slice(0, 1)] });
}

async function longestSession(served: Served): Promise<string> {
  const { sessions } = (await served.json("/sessions")) as {
    readonly sessions: readonly { readonly id: string; readonly spans?: number }[];
  };
  const [longest] = [...sessions].sort((a, b) => (b.spans ?? 0) - (a.spans ?? 0));
  return longest?.id ?? "";
}

/** A run of which three cases wait until the pictures are taken. */
async function beginRun(served: Served, folder: string, before: string) {
  const models = await loopbackModels(scriptedJudge(judgeOpinions));
  const gate = { file: join(folder, ".assay/gate"), cases: pendingCases };
  behave({ folder, models }, "support_desk", { trials: latestTrials, gate });
  const judge = ["--judge_model", "gemini-2.5-pro", "--base_url", models.url];
  const child = spawnAssay(["eval", "support_desk", ...judge, ...latestArguments], folder);
  const ended = new Promise((done) => child.once("exit", done));
  let live = before;
  while (live === before && child.exitCode === null) {
    await setTimeout(200);
    live = await newestRun(served);
  }
  await setTimeout(9000);
  return {
    live,
    async end() {
      child.kill("SIGKILL");
      await ended;
      await models.close();
    },
  };
}
