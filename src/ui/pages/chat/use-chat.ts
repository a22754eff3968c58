import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ChatDetail, ChatEvents, ChatStep, TurnStarted } from "../../../core/chats/chat.ts";
import { ApiProblem, call, openStream } from "../../lib/api.ts";
import { readEvents, type SentEvent } from "./read-events.ts";

/** A turn that the agent is at work on. */
export interface LiveTurn {
  readonly started: TurnStarted;
  readonly steps: readonly ChatStep[];
  /** What it is saying, as far as it came. */
  readonly text: string;
}

export interface ChatView {
  readonly chat: ChatDetail | undefined;
  /** It is not known yet what was said. */
  readonly isReading: boolean;
  readonly live: LiveTurn | undefined;
  /** What could not be read, or did not get to the agent. */
  readonly error: unknown;
  /** What an agent that could not be asked had printed. */
  readonly printed: string | undefined;
  send(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** A chat as it stands, with the turn that is going on, whoever began it. */
export function useChat(chatId: string | undefined): ChatView {
  const queries = useQueryClient();
  const [live, setLive] = useState<LiveTurn>();
  const [failure, setFailure] = useState<Failure>();
  const listening = useRef<string>(undefined);
  const { data, error } = useQuery({
    queryKey: ["chat", chatId],
    queryFn: ({ signal }) => call("GET /chats/:chat", { params: { chat: chatId ?? "" }, signal }),
    enabled: chatId !== undefined,
    // somebody else may be speaking with the agent, in another tab
    refetchInterval: 3_000,
  });
  const refresh = useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["chat", chatId] }),
        queries.invalidateQueries({ queryKey: ["chats"] }),
        queries.invalidateQueries({ queryKey: ["trace"] }),
      ]),
    [queries, chatId],
  );
  const follow = useCallback(
    async (id: string, answer: Promise<Response>) => {
      listening.current = id;
      const isMine = () => listening.current === id;
      setFailure(undefined);
      try {
        for await (const event of eventsOf(await answer)) {
          if (!isMine()) return;
          if (event.name === "problem")
            setFailure({ problem: event.data as ChatEvents["problem"] });
          else setLive((before) => withEvent(before, event));
        }
      } catch (caught) {
        if (isMine()) setFailure({ caught });
      } finally {
        if (isMine()) {
          listening.current = undefined;
          await refresh();
          setLive(undefined);
        }
      }
    },
    [refresh],
  );
  const running = data?.running === true;
  useEffect(() => {
    if (chatId === undefined || !running || listening.current === chatId) return;
    void follow(chatId, openStream("GET /chats/:chat/live", { params: { chat: chatId } }));
  }, [chatId, running, follow]);
  useEffect(() => {
    if (chatId === undefined) return;
    return () => {
      // a chat that was left is not listened to any more
      listening.current = undefined;
      setLive(undefined);
      setFailure(undefined);
    };
  }, [chatId]);
  return {
    chat: data,
    live,
    isReading: chatId !== undefined && data === undefined && error === null,
    error: error ?? failureOf(failure),
    printed: failure?.problem?.printed,
    async send(text) {
      if (chatId === undefined) return;
      const params = { chat: chatId };
      await follow(chatId, openStream("POST /chats/:chat/messages", { params, body: { text } }));
    },
    async stop() {
      if (chatId !== undefined) await call("POST /chats/:chat/stop", { params: { chat: chatId } });
    },
  };
}

interface Failure {
  readonly problem?: ChatEvents["problem"];
  readonly caught?: unknown;
}

function failureOf(failure: Failure | undefined): unknown {
  if (failure?.problem === undefined) return failure?.caught ?? null;
  return new ApiProblem(400, failure.problem);
}

async function* eventsOf({ body }: Response): AsyncGenerator<SentEvent> {
  if (body !== null) yield* readEvents(body);
}

function withEvent(before: LiveTurn | undefined, { name, data }: SentEvent): LiveTurn | undefined {
  if (name === "start") return { started: data as TurnStarted, steps: [], text: "" };
  if (before === undefined) return before;
  if (name === "delta") {
    return { ...before, text: before.text + (data as ChatEvents["delta"]).text };
  }
  if (name !== "step") return before;
  const step = data as ChatStep;
  // the whole text comes as a step when it was said
  return {
    ...before,
    steps: [...before.steps, step],
    text: step.type === "text" ? "" : before.text,
  };
}
