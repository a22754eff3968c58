import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { invocationFromTurn } from "../../../agents/recording/invocation-from-turn.ts";
import type { Step } from "../../../core/agent.ts";
import type { Content } from "../../../core/content.ts";
import type { LiveTurn } from "../../chats/live-turn.ts";
import { type EventJson, eventsOfTurn } from "./session-json.ts";

/** An agent that calls several tools at once tells so within this time. */
const QUIET_MS = 100;

/** A turn that goes on, as the events that its session will have. */
interface LiveEvents {
  /** Pieces of text, and each event once it is whole, until the turn is over or nobody listens any more. */
  follow(open: AbortSignal): AsyncGenerator<EventJson>;
  /** Of the events that the session has now, those that nobody has heard of as they are. */
  unsaid(events: readonly EventJson[]): readonly EventJson[];
}

interface About {
  /** Who speaks, unless a step says so. */
  readonly author: string;
  readonly content: unknown;
}

export function liveEvents(turn: LiveTurn, about: About): LiveEvents {
  const { invocationId, startedAt } = turn.started;
  const startedAtSeconds = Date.parse(startedAt) / 1000;
  const steps: Step[] = [];
  const said = new Map<string, unknown>();
  let pieces = 0;

  function piece(text: string): EventJson {
    pieces += 1;
    return {
      id: `${invocationId}-piece-${pieces}`,
      invocationId,
      author: steps.findLast(({ author }) => author !== undefined)?.author ?? about.author,
      timestamp: startedAtSeconds,
      partial: true,
      content: { role: "model", parts: [{ text }] },
      actions: { stateDelta: {} },
    };
  }

  /** What can be said by now; the last event may still grow, unless `isQuiet`. */
  function* whole(isQuiet: boolean): Generator<EventJson> {
    const last = steps.at(-1);
    if (last === undefined) return;
    // until an answer is named as such, whatever was said was said on the way
    const record = { steps, final: undefined, status: "done", milliseconds: last.at } as const;
    const invocation = invocationFromTurn(record, {
      invocationId,
      userContent: about.content as Content,
      author: about.author,
      startedAt: startedAtSeconds,
    });
    const events = eventsOfTurn({ invocation }, {}).slice(1);
    const isOver = isQuiet || last.type === "usage";
    for (const [place, event] of events.entries()) {
      const isOpen = place === events.length - 1 && (!isOver || isSaying(event));
      if (said.has(event.id) || isOpen) continue;
      said.set(event.id, contentOf(event));
      yield event;
    }
  }

  return {
    async *follow(open) {
      const events = turn.events(open);
      let next = events.next();
      for (;;) {
        const isQuiet = Symbol("quiet");
        const given = await Promise.race([next, setTimeout(QUIET_MS, isQuiet)]);
        if (given === isQuiet) {
          yield* whole(true);
          await next;
          continue;
        }
        if (given.done === true) return;
        const { name, data } = given.value;
        next = events.next();
        if (name === "delta") yield piece(data.text);
        if (name !== "step") continue;
        steps.push({ ...data, at: data.at ?? 0 } as Step);
        yield* whole(false);
      }
    },
    unsaid: (events) =>
      events.filter((event) => !isDeepStrictEqual(said.get(event.id), contentOf(event))),
  };
}

/** What was said last may turn out to be the answer, which is told when it is known. */
function isSaying({ content }: EventJson): boolean {
  const parts = (content as Content | undefined)?.parts ?? [];
  return parts.every(({ functionCall, functionResponse }) => {
    return functionCall === undefined && functionResponse === undefined;
  });
}

/** As whoever gets it reads it. */
function contentOf({ content = null }: EventJson): unknown {
  return JSON.parse(JSON.stringify(content));
}
