import { z } from "zod";
import type { ChatEvents } from "../../../core/chats/chat.ts";
import { textContent } from "../../../core/content.ts";
import { UserFacingError } from "../../../core/errors.ts";
import type { LiveTurn } from "../../chats/live-turn.ts";
import { eventStream } from "../event-stream.ts";
import { route } from "../route.ts";

const events = z.custom<ChatEvents>();

export const sentMessage = route({
  summary:
    "Say something to the agent. The answer is a stream of server-sent events: start, then delta and step while the agent works, and last turn, or problem. The turn goes on when nobody listens.",
  body: z.strictObject({ text: z.string().min(1) }),
  reply: z.custom<Response>(),
  events,
  async handle({ params, body, parts, signal }) {
    const content = textContent("user", body.text);
    return streamOf(await parts.chats.send(params.chat ?? "", { content }), signal);
  },
});

export const liveChat = route({
  summary: "The turn that the agent is at work on, from its beginning, as server-sent events.",
  reply: z.custom<Response>(),
  events,
  async handle({ params, parts, signal }) {
    const live = parts.chats.live(params.chat ?? "");
    if (live !== undefined) return streamOf(live, signal);
    throw new UserFacingError("chat/not-found", "The agent is not at work on this chat.", {
      hint: "GET /api/v1/chats/{chat} has every turn that has ended.",
    });
  },
});

function streamOf(turn: LiveTurn, signal: AbortSignal): Response {
  return eventStream(signal, async (send, open) => {
    for await (const { name, data } of turn.events(open)) {
      send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  });
}
