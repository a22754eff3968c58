import type { z } from "zod";
import type { ChatState } from "../../../core/chats/chat.ts";
import type { Chat } from "../../../core/chats/chat-fold.ts";
import type { Content } from "../../../core/content.ts";
import { isUserFacingError, messageOf } from "../../../core/errors.ts";
import { readChat } from "../../../project/chats/chat-journal.ts";
import { eventStream } from "../../api/event-stream.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import type { LiveTurn } from "../../chats/live-turn.ts";
import { needApp } from "../adk-app.ts";
import { runAgentBody } from "../adk-bodies.ts";
import { AdkRefusal, type AdkRequest, type AdkRoutes } from "../adk-route.ts";
import { findSession } from "./find-session.ts";
import { liveEvents } from "./live-events.ts";
import { type EventJson, eventsOfTurn } from "./session-json.ts";

/** Talking with an agent. */
export const runRoutes: AdkRoutes = [
  ["POST", ["/run"], async (request) => await run(request)],
  ["POST", ["/run_sse"], async (request) => await runStreaming(request)],
];

type Body = z.output<typeof runAgentBody>;

async function run(request: AdkRequest): Promise<readonly EventJson[]> {
  const body = await request.body(runAgentBody);
  const { chat, turn } = await begun(body, request.parts);
  const { events, problem } = await finished(chat, turn, request.parts);
  if (problem !== undefined) throw new AdkRefusal(422, problem);
  return events.slice(1);
}

/** What goes wrong after the beginning is told in the stream: pages show nothing of a status. */
async function runStreaming(request: AdkRequest): Promise<Response> {
  const { parts, context } = request;
  const body = await request.body(runAgentBody);
  const { chat, turn } = await begun(body, parts);
  return eventStream(context.req.raw.signal, async (send, open) => {
    const say = (value: unknown) => send(`data: ${JSON.stringify(value)}\n\n`);
    const live = liveEvents(turn, { author: chat.about.agent.name, content: body.newMessage });
    for await (const event of live.follow(open)) {
      if (event.partial !== true || body.streaming === true) say(event);
    }
    const { events, problem } = await finished(chat, turn, parts);
    for (const event of live.unsaid(events.slice(1))) say(event);
    if (problem !== undefined) say({ error: problem });
  });
}

async function begun(body: Body, parts: ServerParts): Promise<{ chat: Chat; turn: LiveTurn }> {
  const app = needApp(body.appName ?? "", parts);
  const { userId, sessionId, newMessage, stateDelta } = body;
  const chat = await findSession({ app, userId, sessionId }, parts);
  if (chat === undefined) throw new AdkRefusal(404, `Session not found: ${sessionId}`);
  if (!newMessage?.parts?.length) throw new AdkRefusal(422, "newMessage needs parts.");
  const content = { role: "user", parts: newMessage.parts } as Content;
  const turn = await parts.chats.send(chat.chatId, {
    content,
    ...(stateDelta && { stateDelta: stateDelta as ChatState }),
  });
  return { chat, turn };
}

interface Finished {
  readonly events: readonly EventJson[];
  /** Why there is no answer. */
  readonly problem?: string | undefined;
}

/** The events of a turn that is on record. */
async function finished(
  { chatId }: Chat,
  turn: LiveTurn,
  { runs }: ServerParts,
): Promise<Finished> {
  try {
    const { problem, turn: place } = await turn.ended;
    const { turns, firstState } = await readChat(runs, chatId);
    const event = turns[place];
    const before = turns.slice(0, place).findLast(({ state }) => state !== undefined)?.state;
    const events = event === undefined ? [] : eventsOfTurn(event, before ?? firstState);
    return { events, problem };
  } catch (error) {
    const hint = isUserFacingError(error) && error.hint !== undefined ? ` ${error.hint}` : "";
    return { events: [], problem: `${messageOf(error)}${hint}` };
  }
}
