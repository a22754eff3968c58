import type { ChatEvents, ChatTurn, TurnStarted } from "../../core/chats/chat.ts";

type ChatEvent = {
  [Name in keyof ChatEvents]: { readonly name: Name; readonly data: ChatEvents[Name] };
}[keyof ChatEvents];

/** A turn that an agent is at work on, for however many look at it. */
export interface LiveTurn {
  readonly started: TurnStarted;
  /** Everything that was said so far, and then what comes; ends with the turn. */
  events(signal: AbortSignal): AsyncGenerator<ChatEvent>;
  /** The finished turn; rejects where the message did not get to the agent. */
  readonly ended: Promise<ChatTurn>;
  stop(): void;
}

/** The side that writes. */
export interface LiveTurnWriter extends LiveTurn {
  say(event: ChatEvent): void;
  /** Aborted when somebody has asked it to stop. */
  readonly stopped: AbortSignal;
}

export function liveTurn(
  started: TurnStarted,
  work: (turn: LiveTurnWriter) => Promise<ChatTurn>,
): LiveTurn {
  const said: ChatEvent[] = [];
  let more = Promise.withResolvers<void>();
  let isOver = false;
  const stopping = new AbortController();

  function wake(): void {
    const { resolve } = more;
    more = Promise.withResolvers<void>();
    resolve();
  }
  /** Until something is said, or nobody looks any more. */
  async function woken(signal: AbortSignal): Promise<void> {
    const left = Promise.withResolvers<void>();
    const leave = () => left.resolve();
    signal.addEventListener("abort", leave, { once: true });
    await Promise.race([more.promise, left.promise]);
    signal.removeEventListener("abort", leave);
  }
  const ended = Promise.withResolvers<ChatTurn>();
  ended.promise.catch(() => {});
  const turn: LiveTurnWriter = {
    started,
    stopped: stopping.signal,
    ended: ended.promise,
    stop: () => stopping.abort(),
    say(event) {
      said.push(event);
      wake();
    },
    async *events(signal) {
      for (let place = 0; ; ) {
        const event = said[place];
        if (event !== undefined) {
          place += 1;
          yield event;
        } else if (isOver || signal.aborted) return;
        else await woken(signal);
      }
    },
  };
  turn.say({ name: "start", data: started });
  void work(turn).then(ended.resolve, ended.reject);
  void ended.promise
    .catch(() => {})
    .then(() => {
      isOver = true;
      wake();
    });
  return turn;
}
