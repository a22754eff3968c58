import type { ChatDetail, ChatEvents, ChatTurn } from "../../../src/core/chats/chat.ts";
import type { WebServer } from "../web-server.ts";

/** One event of a message's stream. */
interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Told, at everything that comes, all that a stream has said so far. */
type Hear = (said: string) => void;

/** Speaks to agents as a program does. */
export interface ChatClient {
  begin(agent: string, more?: object): Promise<ChatDetail>;
  /** Says something, and waits for the finished turn. */
  say(chat: ChatDetail, text: string, hear?: Hear): Promise<ChatTurn>;
  /** Everything that the stream of a message says. */
  stream(chat: ChatDetail, text: string, hear?: Hear): Promise<readonly StreamEvent[]>;
  open(chat: Pick<ChatDetail, "chatId">): Promise<ChatDetail>;
  stop(chat: ChatDetail): Promise<unknown>;
}

export function chatClient(web: WebServer): ChatClient {
  const api = "/api/v1/chats";
  const stream: ChatClient["stream"] = async ({ chatId }, text, hear) => {
    const answer = await web.post(`${api}/${chatId}/messages`, { text });
    const decoder = new TextDecoder();
    let body = "";
    for await (const chunk of answer.body ?? []) {
      body += decoder.decode(chunk, { stream: true });
      hear?.(body);
    }
    if (answer.status !== 200) throw new Error(`${answer.status} ${body}`);
    return readEvents(body);
  };
  return {
    stream,
    begin: async (agent, more = {}) => {
      const answer = await web.post(api, { agent, ...more });
      const body = (await answer.json()) as ChatDetail;
      if (answer.status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
    async say(chat, text, hear) {
      const last = (await stream(chat, text, hear)).at(-1);
      if (last?.name !== "turn") throw new Error(JSON.stringify(last));
      return last.data as ChatEvents["turn"];
    },
    open: async ({ chatId }) => (await web.json(`${api}/${chatId}`)) as ChatDetail,
    stop: async ({ chatId }) => (await web.post(`${api}/${chatId}/stop`)).json(),
  };
}

function readEvents(body: string): readonly StreamEvent[] {
  return body
    .split("\n\n")
    .filter((each) => each.startsWith("event: "))
    .map((each) => {
      const [, name = "", data = ""] = /^event: (.*)\ndata: (.*)$/s.exec(each) ?? [];
      return { name, data: JSON.parse(data) as unknown };
    });
}
