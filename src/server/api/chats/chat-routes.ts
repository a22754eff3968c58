import { randomUUID } from "node:crypto";
import { relative } from "node:path";
import { z } from "zod";
import type { ChatDetail, ChatOverview } from "../../../core/chats/chat.ts";
import { UserFacingError } from "../../../core/errors.ts";
import { beginChat, forkChat, setChatState } from "../../../project/chats/chat-journal.ts";
import { markRun } from "../../../project/history/mark-run.ts";
import { findAgent } from "../../agents/find-agent.ts";
import { route } from "../route.ts";
import { chatDetail, chatOverview } from "./chat-views.ts";

const model = z.string().min(1).max(200);
const state = z.record(z.string(), z.unknown());
const chat = z.custom<ChatDetail>();

export const chatList = route({
  summary: "Chats, the one that was last spoken in first.",
  query: z.object({
    agent: z.string().optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ chats: z.array(z.custom<ChatOverview>()).readonly(), count: z.number() }),
  async handle({ query: { agent, offset, limit }, parts }) {
    const all = (await parts.chatList.all()).flatMap((each) => chatOverview(each, parts));
    const path = agent === undefined ? undefined : findAgent(parts.agentsFolder, agent).path;
    const asked = all.filter((each) => path === undefined || each.agent === path);
    return { chats: asked.slice(offset, offset + limit), count: asked.length };
  },
});

export const newChat = route({
  summary: "Begin a chat with an agent of the workspace.",
  body: z.strictObject({
    agent: z.string(),
    /** In place of the agent's own. */
    agentModel: model.optional(),
    state: state.optional(),
    title: z.string().optional(),
  }),
  reply: chat,
  status: 201,
  async handle({ body, parts }) {
    const { name, folder } = findAgent(parts.agentsFolder, body.agent);
    const chatId = await beginChat(parts.runs, {
      agent: {
        name,
        path: relative(parts.cwd, folder) || ".",
        ...(body.agentModel !== undefined && { model: body.agentModel }),
      },
      cwd: parts.cwd,
      version: parts.version,
      state: body.state ?? {},
      name: body.title,
      sessionId: randomUUID(),
      userId: "user",
    });
    return await chatDetail(chatId, parts);
  },
});

export const oneChat = route({
  summary: "One chat: every turn with its steps, the session state, what is going on.",
  reply: chat,
  handle: async ({ params, parts }) => await chatDetail(params.chat ?? "", parts),
});

export const stopChat = route({
  summary: "Ask the agent to end its turn. What it did until then is kept.",
  reply: z.object({ asked: z.boolean() }),
  async handle({ params, parts }) {
    const live = parts.chats.live(params.chat ?? "");
    live?.stop();
    return { asked: live !== undefined };
  },
});

export const forkedChat = route({
  summary: "A new chat with the turns through one of this, or with those before it.",
  body: z.strictObject({
    /** Counted from 0. */
    turn: z.number().int().min(0),
    /** False: only the turns before it, so that it can be said in other words. */
    through: z.boolean().default(true),
    /** The model that the new chat goes on with; that of this one unless given. */
    agentModel: model.optional(),
  }),
  reply: chat,
  status: 201,
  async handle({ params, body: { turn, through, agentModel }, parts }) {
    const chatId = await parts.chats.read(params.chat ?? "", async (from) => {
      const turns = through ? turn + 1 : turn;
      if (turn >= from.turns.length) {
        throw new UserFacingError("cli/usage", `The chat has no turn ${turn + 1} yet.`);
      }
      return await forkChat(parts.runs, from, {
        turns,
        sessionId: randomUUID(),
        ...(agentModel !== undefined && { model: agentModel }),
      });
    });
    return await chatDetail(chatId, parts);
  },
});

export const changedState = route({
  summary: "Change the session state that the next turn begins with.",
  body: z.strictObject({ state }),
  reply: chat,
  async handle({ params, body, parts }) {
    const chatId = params.chat ?? "";
    await parts.chats.alone(chatId, (each) => setChatState(parts.runs, each, body.state));
    parts.processes.forget(chatId);
    return await chatDetail(chatId, parts);
  },
});

export const renamedChat = route({
  summary: "Give a chat a title; null takes it away.",
  body: z.strictObject({ title: z.string().min(1).max(200).nullable() }),
  reply: chat,
  async handle({ params, body, parts }) {
    const chatId = params.chat ?? "";
    await parts.chats.read(chatId, () => markRun(parts.runs, chatId, { name: body.title }));
    return await chatDetail(chatId, parts);
  },
});

export const deletedChat = route({
  summary: "Delete a chat for good.",
  reply: z.object({ deleted: z.boolean() }),
  async handle({ params, parts }) {
    const chatId = params.chat ?? "";
    await parts.chats.remove(chatId);
    return { deleted: true };
  },
});
