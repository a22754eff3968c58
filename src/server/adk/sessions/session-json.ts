import type { Chat } from "../../../core/chats/chat-fold.ts";
import type { Invocation, InvocationEvent } from "../../../core/invocation.ts";
import { isRecorded } from "../../../core/invocation.ts";
import type { TurnEndEvent } from "../../../core/run.ts";
import { asAdkTurn } from "../as-adk-turn.ts";

type State = Readonly<Record<string, unknown>>;

/** A session as ADK answers it. */
export interface SessionJson {
  readonly id: string;
  readonly appName: string;
  readonly userId: string;
  readonly state: State;
  readonly events: readonly EventJson[];
  /** Seconds. */
  readonly lastUpdateTime: number;
}

/** An event of a session. */
export interface EventJson {
  readonly id: string;
  readonly invocationId: string;
  readonly author: string;
  readonly timestamp: number;
  readonly actions: { readonly stateDelta: State; readonly [other: string]: unknown };
  readonly [other: string]: unknown;
}

export function sessionJson(chat: Chat, appName: string): SessionJson {
  const { start, turns, state, firstState } = chat;
  let before = firstState;
  const events = turns.flatMap((turn) => {
    const made = eventsOfTurn(turn, before);
    before = turn.state ?? before;
    return made;
  });
  const { sessionId, userId } = start;
  const last = turns.at(-1)?.invocation;
  const lastUpdateTime = last === undefined ? Date.parse(start.at) / 1000 : endOf(last);
  return { id: sessionId, appName, userId, state, events, lastUpdateTime };
}

interface BrokenOff {
  readonly errorCode?: string | undefined;
  readonly errorMessage?: string | undefined;
}

/** The same events every time, under the same ids: what a client has seen, it knows again. */
export function eventsOfTurn(
  {
    invocation: given,
    status,
    problem,
    state,
  }: Pick<TurnEndEvent, "invocation" | "status" | "problem" | "state">,
  before: State,
): readonly EventJson[] {
  const invocation = asAdkTurn(given);
  const { invocationId, userContent, creationTimestamp, finalResponse } = invocation;
  const data = invocation.intermediateData;
  const recorded = isRecorded(data) ? data.invocationEvents : [];
  const answered = withAnswer(recorded, finalResponse);
  const isBroken = status !== undefined && status !== "paused";
  const drafts: readonly (Partial<InvocationEvent> & BrokenOff)[] = [
    { author: "user", content: userContent },
    ...answered,
    ...(isBroken
      ? [{ author: recorded.at(-1)?.author ?? "agent", errorCode: status, errorMessage: problem }]
      : []),
  ];
  const times = timesOf(invocation, drafts.length);
  return drafts.map((draft, place) => ({
    ...draft,
    author: draft.author ?? "agent",
    id: `${invocationId}-${place}`,
    invocationId,
    timestamp: times[place] ?? creationTimestamp,
    actions: {
      stateDelta: place === drafts.length - 1 ? changes(before, state ?? before) : {},
      artifactDelta: {},
      requestedAuthConfigs: {},
      requestedToolConfirmations: {},
    },
  }));
}

/** A turn keeps its answer apart from the event that it was in, which is the last one without content. */
function withAnswer(
  events: readonly InvocationEvent[],
  content: Invocation["finalResponse"],
): readonly InvocationEvent[] {
  if (content === undefined) return events;
  const place = events.findLastIndex((event) => event.content === undefined);
  const found = events[place];
  if (found !== undefined) return events.with(place, { ...found, content });
  const isThere = events.some((event) => event.content === content);
  return isThere ? events : [...events, { author: events.at(-1)?.author ?? "agent", content }];
}

/** Between the turn's beginning and its end, in order. */
function timesOf(invocation: Invocation, count: number): readonly number[] {
  const { creationTimestamp: began, duration = 0 } = invocation;
  return Array.from({ length: count }, (_, place) => {
    return count < 2 ? began : began + (duration * place) / (count - 1);
  });
}

function endOf({ creationTimestamp, duration = 0 }: Invocation): number {
  return creationTimestamp + duration;
}

function changes(before: State, after: State): State {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => {
      return JSON.stringify(before[key]) !== JSON.stringify(value);
    }),
  );
}
